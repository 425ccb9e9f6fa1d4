import { afterAll, beforeAll, expect, it } from 'vitest'
import { lists } from '#contract/leads/lists.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

let t: TestApp
let url: string
beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

it('a reseller logs in as a customer, first to look, then to change, returns, and both see it in the log', async () => {
  const reseller = await t.account({ modules: ['leads', 'ai_suggest', 'whitelabel'] })
  const customer = await t.account({ parent: reseller })
  const { page, faults, close } = await openPage(url, { as: reseller })
  await page.goto('/lead-search/new-search')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log in as…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log in as' })
  // The list of people has loaded.
  await page.getByRole('option', { name: new RegExp(customer.email) }).waitFor({ state: 'attached' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await dialog.getByText('Field is required').first().waitFor()
  await dialog.getByRole('combobox', { name: 'Person' }).fill(customer.email)
  await page.getByRole('option', { name: new RegExp(customer.email) }).click()
  await dialog.getByLabel('Reason').fill('Checking a failed search')
  await dialog.getByRole('button', { name: 'Log in' }).click()

  const bar = page.getByRole('region', { name: 'Logged in as someone else' })
  await bar.getByText('Checking a failed search · View only').waitFor()
  await expectAccessible(page)
  await page.goto('/lead-search/new-search')
  await page.getByRole('button', { name: /^Try with sample data/ }).click()
  await page.getByText('You’re logged in as read-only. Allow changes first').first().waitFor()
  expect((await t.call(lists, {}, customer)).body.total).toBe(0)

  await bar.getByRole('button', { name: 'Allow changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Allow changes' }).click()
  await bar.getByText('Changes allowed').waitFor()
  await page.getByRole('button', { name: /^Try with sample data/ }).click()
  await expect.poll(async () => (await t.call(lists, {}, customer)).body.total).toBe(1)

  await bar.getByRole('button', { name: 'Back to my account' }).click()
  await bar.waitFor({ state: 'detached' })
  await visit(page, `/audit-log?account=${customer.accountId}`)
  const entry = page.getByRole('row', { name: /List created/ })
  await entry.waitFor()
  await expectAccessible(page)
  await entry.click()
  await page.getByText('Acted by').waitFor()
  await expectAccessible(page)
  // Expected refusals, and requests in flight with a token that had just ended or belonged to the other person.
  expect(faults.filter((fault) => !/\b40[134]\b/.test(fault))).toEqual([])
  await close()

  const theirs = await openPage(url, { as: customer })
  await theirs.page.goto('/profile-settings/sessions')
  await theirs.page.getByText('Checking a failed search').waitFor()
  await theirs.page.getByText('Make changes').waitFor()
  await theirs.page.getByLabel('Let support and your reseller log in as you').uncheck()
  await theirs.page.getByText('Nobody can log in as you').waitFor()
  await expectAccessible(theirs.page)
  expect(theirs.faults).toEqual([])
  await theirs.close()
})

it('an administrator assigns staff roles, and support reads the admin panel', async () => {
  const admin = await t.admin()
  const member = await t.member(admin)
  const { page, faults, close } = await openPage(url, { as: admin })
  await page.goto('/admin/staff')
  await page.getByLabel('Staff role of Test').selectOption('support')
  await page.getByText('Staff role saved').waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
  await close()
  const support = await openPage(url, { as: member })
  await support.page.goto('/admin/resellers')
  await support.page.getByRole('heading', { name: 'Resellers' }).waitFor()
  expect(support.faults).toEqual([])
  await support.close()
})
