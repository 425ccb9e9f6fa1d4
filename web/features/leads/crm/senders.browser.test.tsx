import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type CrmConnection, countCrm, crmConnections } from '#contract/leads/crm.ts'
import { crmCampaigns, crmOutcomes } from '#contract/leads/crm-outcomes.ts'
import { LeadFilters } from '#contract/leads/leads.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { OutcomesDialog } from './outcomes-dialog.tsx'
import { PushDialog } from './push-dialog.tsx'

const CONNECTION: CrmConnection = {
  id: 3,
  crm: 'instantly',
  label: 'Fox Agency',
  way: 'token',
  hint: 'abcd',
  account: 'workspace-1',
  state: 'ready',
  problem: null,
  sent: 12,
  created_at: '2026-11-20T10:00:00.000Z',
  tested_at: null,
}

async function connected() {
  const server = fakeServer()
  await server.signIn(['leads'])
  server.answer(crmConnections, { data: [CONNECTION], offered: [] })
  server.answer(crmCampaigns, {
    data: [
      { id: 'autumn-1', name: 'Autumn', state: 'active' },
      { id: 'winter-2', name: 'Winter', state: 'paused' },
    ],
  })
  return server
}

test('hands over into a campaign, and says who is left out and why', async () => {
  const server = await connected()
  server.answer(countCrm, {
    data: {
      send: 7,
      left_out: [
        { reason: 'invalid_email', count: 2 },
        { reason: 'accept_all', count: 1 },
      ],
    },
  })
  const target = { type: 'people' as const, id: 5 }
  const filters = LeadFilters.parse({})
  await show(
    <PushDialog
      opened
      onClose={() => {}}
      onStarted={() => {}}
      leadRequest={{ target, selection: { filters }, count: 10, view: { filters, count: 10 } }}
    />,
  )
  await expect.element(page.getByText(/left out: 2 \(invalid email\), 1 \(accept-all email\)/)).toBeVisible()
  const submit = page.getByRole('button', { name: 'Hand over 7 leads' })
  await expect.element(submit).toBeDisabled()
  expect(page.getByRole('switch', { name: 'Include invalid emails' }).elements()).toHaveLength(0)
  await page.getByRole('combobox', { name: /Campaign/ }).click()
  await page.getByRole('option', { name: 'Autumn (active)' }).click()
  await expect.element(submit).toBeEnabled()
  await page.getByRole('checkbox', { name: 'Accept-all' }).click()
  await expect
    .poll(() => server.sentTo(countCrm).some(({ body }) => JSON.stringify(body).includes('"accept_all"')))
    .toBe(true)
  await expectAccessible()
})

test('shows what came back, and the address for a webhook', async () => {
  const server = await connected()
  server.answer(crmOutcomes, {
    data: {
      replied: 3,
      bounced: 1,
      unsubscribed: 2,
      read_at: '2026-11-29T08:00:00.000Z',
      problem: null,
      hook: 'https://leads.example/api/sender-hooks/1.3.secret',
    },
  })
  await show(<OutcomesDialog connection={CONNECTION} opened onClose={() => {}} />)
  await expect.element(page.getByText('Unsubscribed')).toBeVisible()
  await expect
    .element(page.getByRole('textbox', { name: /Webhook address/ }))
    .toHaveValue('https://leads.example/api/sender-hooks/1.3.secret')
  await expect.element(page.getByRole('button', { name: 'Read now' })).toBeVisible()
  await expectAccessible()
})
