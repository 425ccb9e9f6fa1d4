import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CRM_KINDS, CRMS } from '#contract/core/crms/index.ts'
import { type CrmConnection, crmConnections } from '#contract/leads/crm.ts'
import { type CrmWins, crmWins, readCrmWins, saveCrmWins } from '#contract/leads/crm-wins.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { CrmPage } from './crm-page.tsx'

const HUBSPOT: CrmConnection = {
  id: 3,
  crm: 'hubspot',
  label: 'HubSpot 48273611',
  way: 'token',
  hint: 'abcd',
  account: '48273611',
  state: 'ready',
  problem: null,
  sent: 1240,
  created_at: '2026-01-02T03:04:05Z',
  tested_at: null,
}
const WINS: CrmWins = {
  sign: 'won',
  signs: [
    { id: 'won', label: 'A deal is won' },
    { id: 'deal:contractsent', label: 'Deal: Contract sent' },
  ],
  read_at: '2026-01-02T03:04:05Z',
  problem: null,
  won: 7,
}

async function open(connections: CrmConnection[], size: { width?: number; height?: number } = {}) {
  const server = fakeServer()
  await server.signIn(['leads'])
  server.answer(crmConnections, {
    data: connections,
    offered: CRMS.map((crm) => ({ crm, label: CRM_KINDS[crm].label, consent: crm === 'hubspot' })),
  })
  await show(<CrmPage />, size)
  await expect.element(page.getByRole('heading', { name: 'Pipedrive' })).toBeVisible()
  return server
}

test('offers each CRM in the ways that it has, and says which are unconfirmed', async () => {
  await open([])
  await expect.element(page.getByRole('button', { name: 'Connect HubSpot' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Use a token for Pipedrive' })).toBeVisible()
  await expect.element(page.getByText(/^Salesforce sign-in isn’t set up here/)).toBeVisible()
  expect(page.getByRole('button', { name: /Salesforce/ }).elements()).toHaveLength(0)
  expect(page.getByText(/^Unconfirmed:/).elements()).toHaveLength(2)
  await expectAccessible()
})

test.each([
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
])('chooses what marks leads as won, and reads now, at $width px', async (size) => {
  const server = await open([HUBSPOT], size)
  server.answer(crmWins, { data: WINS })
  server.answer(saveCrmWins, { success: true, message: 'Saved' })
  server.answer(readCrmWins, { won: 2, message: '2 leads marked as won' })
  await expectAccessible()
  await page.getByRole('button', { name: 'Won leads from HubSpot 48273611' }).click()
  await expect.element(page.getByText('7 leads marked as won.')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Read now' }).click()
  await expect.element(page.getByText('2 leads marked as won', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Mark leads as won when' }).click()
  await page.getByRole('option', { name: 'Deal: Contract sent' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sentTo(saveCrmWins).map(({ body }) => body))
    .toEqual([{ sign: 'deal:contractsent' }])
})
