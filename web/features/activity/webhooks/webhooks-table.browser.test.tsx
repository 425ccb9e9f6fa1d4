import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  restoreWebhook,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
  webhooks,
} from '#contract/activity/webhooks.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { WebhooksTable } from './webhooks-table.tsx'

const HOOK: Webhook = {
  id: 5,
  name: 'Our CRM',
  url: 'https://crm.example/hook',
  events: ['lead.added'],
  list: null,
  origin: 'own',
  active: true,
  off_reason: null,
  off_at: null,
  failing_since: null,
  old_secret_until: null,
  waiting: 0,
  failed: 0,
  last_delivery: null,
  created_at: '2026-01-02T03:04:05Z',
}
const dialog = page.getByRole('dialog')
const choose = async (action: string) => {
  await page.getByRole('button', { name: 'Actions for Our CRM' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
async function open(rows: Webhook[], more: { listId?: number; ofCustomers?: boolean } = {}) {
  const server = fakeServer().answer(webhooks, { data: rows })
  const onOpen = vi.fn()
  await show(
    <WebhooksTable
      listId={more.listId ?? null}
      ofCustomers={more.ofCustomers ?? false}
      onOpen={onOpen}
      around={(table, add) => (
        <>
          {add}
          {table}
        </>
      )}
    />,
  )
  return { server, onOpen }
}

test('an address that is refused is marked; then the secret is shown once', async () => {
  const { server } = await open([])
  const refused = { url: 'This address can’t be reached from the internet' }
  server.refuse(createWebhook, { code: 'validation_failed', message: 'Please check.', fields: refused })
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://localhost/hook')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect.element(dialog.getByText(refused.url)).toBeVisible()
  await expectAccessible()
  server.answer(createWebhook, { data: { id: 5, secret: 'whsec_1234', webhook: HOOK } })
  await dialog.getByRole('textbox', { name: 'Address' }).fill(HOOK.url)
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect.element(dialog.getByText('whsec_1234')).toBeVisible()
  expect(server.sentTo(createWebhook).at(-1)?.body).toEqual({
    url: HOOK.url,
    name: '',
    events: ['lead.added'],
    list_id: null,
  })
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('an event has to be chosen', async () => {
  const { server } = await open([HOOK], { listId: 7 })
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(HOOK.url)
  await dialog.getByRole('checkbox', { name: /^Leads added/ }).click()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect.element(dialog.getByRole('checkbox', { name: /^Leads added/ })).toHaveAttribute('aria-invalid')
  expect(server.sentTo(createWebhook)).toEqual([])
})

test('webhooks about customers are apart from those of the account', async () => {
  const ofCustomers: Webhook = { ...HOOK, id: 6, name: 'Customers', events: ['customer.created'] }
  await open([HOOK, ofCustomers], { ofCustomers: true })
  await expect.element(page.getByRole('button', { name: 'Actions for Customers' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Actions for Our CRM' }).elements()).toEqual([])
})

test('one is turned off, and on again after it was turned off for failing', async () => {
  const { server } = await open([HOOK])
  server.answer(changeWebhook, { data: HOOK })
  server.answer(webhooks, { data: [{ ...HOOK, active: false, off_reason: 'failing' }] })
  await choose('Turn off')
  await expect.element(page.getByText(/^Off: /)).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Our CRM' }).click()
  const send = page.getByRole('menuitem', { name: 'Send test event' })
  await expect.element(send).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: 'Turn on' }).click()
  await expect
    .poll(() => server.sentTo(changeWebhook).map(({ body }) => body))
    .toEqual([{ active: false }, { active: true }])
})

test('a test event opens its delivery; one that is refused says why', async () => {
  const { server, onOpen } = await open([HOOK])
  server.refuse(testWebhook, { code: 'rate_limited', message: 'Too many attempts. Wait 9 seconds' })
  await choose('Send test event')
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await expect.element(dialog.getByText(/^Too many attempts/)).toBeVisible()
  expect(onOpen).not.toHaveBeenCalled()
  server.answer(testWebhook, { data: { id: 77 } } as never)
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await expect.poll(() => onOpen.mock.calls).toEqual([[5, 77]])
  expect(server.sentTo(testWebhook).at(-1)).toMatchObject({
    path: '/api/webhooks/5/test',
    body: { event: 'lead.added' },
  })
})

test('a changed secret is shown, and a deleted webhook can be brought back', async () => {
  const { server } = await open([HOOK])
  server.answer(rotateWebhookSecret, { data: { id: 5, secret: 'whsec_new', webhook: HOOK } })
  await choose('Change secret')
  await dialog.getByRole('button', { name: 'Change secret' }).click()
  await expect.element(page.getByText('whsec_new')).toBeVisible()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  server.answer(deleteWebhook, { success: true }).answer(restoreWebhook, { data: HOOK })
  await choose('Delete')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => server.sentTo(restoreWebhook).map(({ path }) => path))
    .toEqual(['/api/webhooks/5/restore'])
})
