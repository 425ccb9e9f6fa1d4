import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CRM_KINDS, CRMS } from '#contract/core/crms/index.ts'
import { crmConnections } from '#contract/leads/crm.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { CrmPage } from './crm-page.tsx'

async function open() {
  const server = fakeServer()
  await server.signIn(['leads'])
  server.answer(crmConnections, {
    data: [],
    offered: CRMS.map((crm) => ({ crm, label: CRM_KINDS[crm].label, consent: crm === 'hubspot' })),
  })
  await show(<CrmPage />)
  await expect.element(page.getByRole('heading', { name: 'Pipedrive' })).toBeVisible()
}

test('offers each CRM in the ways that it has, and says which are unconfirmed', async () => {
  await open()
  await expect.element(page.getByRole('button', { name: 'Connect HubSpot' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Use a token for Pipedrive' })).toBeVisible()
  await expect.element(page.getByText(/^Salesforce sign-in isn’t set up here/)).toBeVisible()
  expect(page.getByRole('button', { name: /Salesforce/ }).elements()).toHaveLength(0)
  expect(page.getByText(/^Unconfirmed:/).elements()).toHaveLength(5)
  await expect.element(page.getByRole('button', { name: 'Use an API key for Instantly' })).toBeVisible()
  await expectAccessible()
})
