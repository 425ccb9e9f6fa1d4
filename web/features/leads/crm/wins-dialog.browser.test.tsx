import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CrmConnection } from '#contract/leads/crm.ts'
import { type CrmWins, crmWins, readCrmWins, saveCrmWins } from '#contract/leads/crm-wins.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { WinsDialog } from './wins-dialog.tsx'

const CONNECTION = { id: 3, crm: 'hubspot', label: 'HubSpot 48273611' } as CrmConnection
const WINS: CrmWins = {
  sign: 'won',
  signs: [
    { id: 'won', label: 'A won deal' },
    { id: 'deal:contractsent', label: 'A deal in Sales pipeline: Contract sent' },
  ],
  read_at: '2026-01-05T09:00:00Z',
  problem: null,
  won: 12,
}

async function open(wins: Partial<CrmWins> = {}) {
  const server = (await fakeServer().signIn(['leads'])).answer(crmWins, { data: { ...WINS, ...wins } })
  let closed = 0
  await show(<WinsDialog connection={CONNECTION} opened onClose={() => (closed += 1)} />)
  await expect.element(page.getByRole('dialog', { name: 'Won leads from HubSpot 48273611' })).toBeVisible()
  return { server, closed: () => closed }
}

test('shows what marks leads as won and the last reading, and reads now', async () => {
  const { server } = await open()
  server.answer(readCrmWins, { won: 1, message: '1 lead won' })
  await expect
    .element(page.getByRole('combobox', { name: 'Mark leads as won when' }))
    .toHaveValue('A won deal')
  await expect.element(page.getByText(/^12 leads marked as won\. Last read/)).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Read now' }).click()
  await expect.poll(() => server.sentTo(readCrmWins)).toHaveLength(1)
  await expect.element(page.getByText('1 lead won')).toBeVisible()
})

test('another stage is saved, and closes the dialog', async () => {
  const { server, closed } = await open()
  server.answer(saveCrmWins, { success: true, message: 'Saved' })
  await page.getByRole('combobox', { name: 'Mark leads as won when' }).click()
  await page.getByRole('option', { name: /Contract sent/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.sentTo(saveCrmWins).at(-1)?.body).toEqual({ sign: 'deal:contractsent' })
  await expect.poll(closed).toBe(1)
})

test('the stage is turned off by choosing it again', async () => {
  const { server } = await open()
  server.answer(saveCrmWins, { success: true, message: 'Saved' })
  await page.getByRole('combobox', { name: 'Mark leads as won when' }).click()
  await page.getByRole('option', { name: 'A won deal' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.sentTo(saveCrmWins).at(-1)?.body).toEqual({ sign: null })
})

test('a CRM that can’t be read is named, and nothing is read while it is off', async () => {
  const { server } = await open({ problem: 'HubSpot can’t be reached', won: 1, read_at: null })
  await expect.element(page.getByText('HubSpot can’t be reached')).toBeVisible()
  await expect.element(page.getByText('1 lead marked as won. Not read yet')).toBeVisible()
  server.refuse(readCrmWins, { code: 'source_failed', message: 'HubSpot is down' })
  await page.getByRole('button', { name: 'Read now' }).click()
  await expect.element(page.getByText('HubSpot is down')).toBeVisible()
})

test('without a sign there is nothing to read', async () => {
  await open({ sign: null })
  await expect.element(page.getByPlaceholder('Off')).toBeVisible()
  expect(page.getByRole('button', { name: 'Read now' }).elements()).toHaveLength(0)
})
