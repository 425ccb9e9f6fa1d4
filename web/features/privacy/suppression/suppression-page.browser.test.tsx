import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { removeSuppression, type Suppression, suppressions } from '#contract/privacy/suppression.ts'
import { fakeServer, pageOf } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { SuppressionPage } from './suppression-page.tsx'

const entry = (id: number, value: string | null, more: Partial<Suppression> = {}): Suppression => ({
  id,
  kind: 'email',
  value,
  note: null,
  added_by: 'ann@sample.example',
  created_at: '2026-01-02T03:04:05Z',
  is_inherited: false,
  ...more,
})
const menuOf = (name: string) => page.getByRole('button', { name: `Actions for ${name}` })
const dialog = page.getByRole('dialog')

async function open(rows: Suppression[]) {
  const server = (await fakeServer().signIn()).answer(suppressions, pageOf(rows))
  await show(<SuppressionPage />)
  return server
}

test('an entry is removed after a question, which shows why it failed', async () => {
  const server = await open([entry(1, 'bo@acme.example')])
  await menuOf('bo@acme.example').click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  server.refuse(removeSuppression, { code: 'conflict', message: 'It is being applied. Try again' })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(dialog.getByText('It is being applied. Try again')).toBeVisible()
  await expectAccessible()
  server.answer(removeSuppression, { data: { leads: 0 } }).answer(suppressions, pageOf<Suppression>([]))
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('Nothing suppressed yet')).toBeVisible()
  expect(server.sentTo(removeSuppression).map(({ path }) => path)).toEqual([
    '/api/suppression/1',
    '/api/suppression/1',
  ])
})

test('an entry of the parent account stays, and an erased person has no value', async () => {
  await open([entry(1, 'bo@acme.example', { is_inherited: true }), entry(2, null)])
  await expect.element(page.getByText('Parent account')).toBeVisible()
  await expect.element(menuOf('Erased person')).toBeVisible()
  await menuOf('bo@acme.example').click()
  await page.getByRole('menuitem', { name: 'Remove' }).click({ force: true })
  expect(dialog.elements()).toEqual([])
})

test('the list is filtered by value and kind', async () => {
  const server = await open([entry(1, 'bo@acme.example')])
  await page.getByRole('combobox', { name: 'Kind' }).selectOptions('Domain')
  await page.getByRole('textbox', { name: 'Search by value' }).fill(' acme ')
  await expect
    .poll(() => server.sentTo(suppressions).at(-1)?.query)
    .toEqual({ page: '1', limit: '20', search: 'acme', kind: 'domain' })
})
