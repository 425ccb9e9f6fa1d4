import { afterAll, beforeAll, expect, it } from 'vitest'
import { apolloSource } from '#contract/sources/source-kinds/apollo.ts'
import { hunterSource } from '#contract/sources/source-kinds/hunter.ts'
import { storeCredential } from '#server/modules/sources/sources/index.ts'

import type { TestUser } from '#server/testing/factories.ts'
import { type FakeApollo, startFakeApollo } from '#server/testing/fake-vendors/apollo.ts'
import { FAKE_KEY, type FakeVendor } from '#server/testing/fake-vendors/fake-vendor.ts'
import { startFakeHunter } from '#server/testing/fake-vendors/hunter.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

let hunter: FakeVendor
let apollo: FakeApollo
let t: TestApp
let url: string
let user: TestUser
beforeAll(async () => {
  hunter = await startFakeHunter()
  apollo = await startFakeApollo()
  t = await testApp({
    emailVerifier: createFakeVerifier(() => 'mailbox_accepted'),
    vendorUrls: { hunter: hunter.url, apollo: apollo.url },
  })
  url = await listen(t)
  user = await t.account()
  const owner = { accountId: user.accountId, userId: user.id }
  for (const source of [hunterSource, apolloSource])
    await storeCredential(t.app.ctx, owner, source, { key: FAKE_KEY })
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await hunter?.close()
  await apollo?.close()
})

const peopleList = () =>
  seedList(t, user, {
    name: 'Prospects',
    type: 'people',
    leads: hunter.people.slice(0, 6).map(({ first, last, company, domain, position }) => ({
      values: { name: `${first} ${last}`, company, domain, position },
    })),
  })

it('looks emails up in several sources: order, price, a test on ten, and the values in the list', async () => {
  const list = await peopleList()
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto('/lead-search/waterfall')
  const emails = page.getByRole('region', { name: 'Emails' })
  await emails.getByText('Hunter').first().waitFor()
  await expectAccessible(page)
  await emails.getByRole('button', { name: "Remove The company's own website" }).click()
  await emails.getByRole('button', { name: 'Move Hunter up' }).click()
  await emails.getByRole('button', { name: 'Save order' }).click()
  await page.getByText('Order saved').waitFor()

  await visit(page, `/saved-lists/people-${list.id}`)
  await page.getByText('6 leads').first().waitFor()
  await page.getByRole('button', { name: 'List menu' }).click()
  await page.getByRole('menuitem', { name: /^Waterfall/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Leads looked up').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Test 10 leads' }).click()
  await dialog.getByText(/\d emails? found for 6 leads/).waitFor()
  await dialog.getByText('Nothing was changed or charged', { exact: false }).waitFor()
  const requested = hunter.log.length
  await dialog.getByRole('button', { name: /^Look up emails/ }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page
    .getByText(hunter.people[0]?.email as string)
    .first()
    .waitFor()
  // Answers of the dry run are reused.
  expect(hunter.log.length).toBe(requested)
  expect(faults).toEqual([])
  await close()
})

it('waits for phone numbers promised by a source, and shows them when they arrive', async () => {
  const list = await peopleList()
  const { page, close } = await openPage(url, { as: user, width: 390, height: 844 })
  await page.goto(`/saved-lists/people-${list.id}`)
  await page.getByText('6 leads').first().waitFor()
  await page.getByRole('button', { name: 'List menu' }).click()
  await page.getByRole('menuitem', { name: /^Get phones/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Leads looked up').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Look up phone numbers/ }).click()
  await expect.poll(() => apollo.promised.length).toBe(6)
  await apollo.phonesArrive()
  await page
    .getByText(/503.{0,2}555.{0,2}0000/)
    .first()
    .waitFor()
  await close()
})

it('finds the email of one person, with its source', async () => {
  const { page, faults, close } = await openPage(url, { as: user })
  const person = hunter.people[5]
  await page.goto('/lead-search/email-finder')
  await page.getByLabel('Name').fill(`${person?.first} ${person?.last}`)
  await page.getByLabel('Company domain').fill(person?.domain as string)
  await page.getByRole('button', { name: /^Find email/ }).click()
  await page.getByRole('link', { name: person?.email as string }).waitFor()
  await page.getByRole('link', { name: 'Open as a lead' }).waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
  await close()
})
