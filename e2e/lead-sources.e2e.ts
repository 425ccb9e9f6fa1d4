import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createKeyedSource, GOOD_KEY } from '#server/testing/keyed-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

const vendor = createKeyedSource()
let t: TestApp
let url: string
beforeAll(async () => {
  t = await testApp({ sources: [vendor.source] })
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})
beforeEach(() => {
  vendor.fault = null
})

it('connects a source: a wrong key is refused with the reason, a right one works and is removed', async () => {
  const user = await t.account()
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto('/integration')
  await page.waitForURL('**/integration/crm')
  await page.getByRole('link', { name: 'Sources', exact: true }).click()
  await page.getByRole('heading', { name: 'Works without a key' }).waitFor()
  const card = page.getByRole('listitem').filter({ hasText: 'Fox Data' })
  await card.getByText('No key').waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Connect Fox Data' }).click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Connect', exact: true })
  await send.click()
  await dialog.getByText('Field is required').waitFor()
  await dialog.getByLabel('API key', { exact: true }).fill('fox-key-wrong-0000')
  await send.click()
  await dialog.getByText(/Fox Data does not accept this key\. Copy the whole key again/).waitFor()
  await expectAccessible(page)

  vendor.fault = { code: 'unavailable' }
  await dialog.getByLabel('API key', { exact: true }).fill(GOOD_KEY)
  await send.click()
  await dialog.getByText(/reached to test the key/).waitFor()
  await dialog.getByRole('button', { name: 'Save without a test' }).waitFor()
  vendor.fault = null
  await dialog.getByLabel('Daily request limit').fill('50')
  await send.click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Fox Data is connected').waitFor()
  await card.getByText('••••good').waitFor()
  await card.getByText(/plan Free, 25 left with the vendor\. 0 of 50 requests used today/).waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Test the key for Fox Data' }).click()
  await page.getByText('Fox Data accepts the key').waitFor()
  await page.getByRole('button', { name: 'Replace the key for Fox Data' }).click()
  await dialog.getByText(/then replace your current one/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Disconnect Fox Data' }).click()
  await page.getByText(/Searches in Fox Data and finding emails there stop working/).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await card.getByText('No key').waitFor()
  // The browser logs every error response.
  expect(faults.filter((fault) => !/422|502/.test(fault))).toEqual([])
  await close()
})

it('shows members and phones the same page without the owner’s actions', async () => {
  const owner = await t.account()
  const member = await t.member(owner, { grantedModules: ['leads'] })
  const { page, close } = await openPage(url, { as: member, width: 390, height: 844 })
  await page.goto('/integration/sources')
  await page.getByText('An owner of the account can change keys').waitFor()
  expect(await page.getByRole('button', { name: /Connect/ }).count()).toBe(0)
  await expectAccessible(page)
  await close()
})

it('lets an administrator sort, price, pause and test sources', async () => {
  const admin = await t.admin()
  const { page, faults, close } = await openPage(url, { as: admin })
  await page.goto('/admin/searchers')
  const lines = page.getByRole('list', { name: 'Source order' }).getByRole('listitem')
  await lines.first().waitFor()
  await page.getByRole('button', { name: 'Move Fox Data down' }).click()
  await page.getByText('Order saved').waitFor()
  await page.reload()
  await lines.nth(1).getByText('Fox Data').waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Fox Data', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Credits per person').fill('5')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Fox Data saved').waitFor()
  await drawer.getByRole('button', { name: 'Pause for an hour' }).click()
  await drawer.getByText(/Paused by an administrator, until/).waitFor()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Resume' }).click()
  await drawer.getByRole('button', { name: 'Pause until resumed' }).waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Sample data (free)', exact: true }).click()
  await drawer.getByText('Costs nothing.').waitFor()
  await drawer.getByRole('button', { name: 'Run test query' }).click()
  await drawer.getByText(/\d+ (person|people)/).waitFor()
  expect(faults).toEqual([])
  await close()
})
