import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPackage } from '#contract/accounts/plans.ts'
import { changeSubscription, subscriptions } from '#contract/accounts/subscriptions.ts'
import { login } from '#contract/identity/auth.ts'
import { findRealm } from '#server/modules/accounts/accounts/index.ts'
import { addTrustedDomain, createSite } from '#server/modules/branding/sites/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { linkIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

const HOST = 'fox.brands.example'
const EMAIL = 'cara@people.example'
const PASSWORD = 'a long enough sample password'

let box: MailBox
let t: TestApp
/** The seller's address, and the customers' brand. */
let url: string
let brandUrl: string
let seller: TestUser
beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ smtpUrl: box.url })
  url = await listen(t)
  brandUrl = `http://${HOST}:${new URL(url).port}`
  seller = await t.account({ modules: ['leads', 'whitelabel'], credits: 10_000 })
  for (const [name, credits] of [
    ['Solo', 100],
    ['Team', 500],
  ] as const)
    await t.call(createPackage, { body: { name, credits, modules: ['leads'], period: 'month' } }, seller)
  const realm_id = await findRealm(t.app.ctx, seller.accountId, 'Fox')
  const site = await createSite(t.app.ctx, { account_id: seller.accountId, realm_id, name: 'Fox Leads' })
  await addTrustedDomain(t.app.ctx, site.id, HOST)
})
afterAll(async () => {
  await closeProfiles(url)
  await closeProfiles(brandUrl)
  await t?.close()
  await box?.close()
})

it('a reseller adds an account, its owner joins under the brand, and both see every change to it', async () => {
  const { page, faults, close } = await openPage(url, { as: seller })
  await page.goto('/whitelabel/subscriptions')
  await page.getByText('No accounts yet').waitFor()
  await page.getByRole('link', { name: 'Add an Account' }).first().click()
  await page.getByLabel('First name').fill('Cara')
  await page.getByLabel('Last name').fill('Hill')
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Company').fill('Acme')
  await page.getByLabel('Package').selectOption({ label: 'Solo · 100 credits a month' })
  await page.getByLabel('Extra credits').fill('25')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add account' }).click()
  await page.getByRole('row', { name: /Acme.*Solo.*Active.*Full.*125/ }).waitFor()
  await expectAccessible(page)

  const mail = await box.waitFor(EMAIL)
  expect(mail.from.name).toBe('Fox Leads')
  const link = new URL(linkIn(mail))
  expect(link.hostname).toBe(HOST)
  const customer = await openPage(brandUrl)
  await customer.page.goto(`${link.pathname}${link.hash}`)
  await expect.poll(() => customer.page.getByLabel('Last name').inputValue()).toBe('Hill')
  await customer.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await customer.page.getByLabel('Repeat password', { exact: true }).fill(PASSWORD)
  await customer.page.getByRole('button', { name: 'Set password' }).click()
  await customer.page.waitForURL((address) => address.pathname.startsWith('/lead-search'))

  await page.getByRole('link', { name: 'Acme' }).click()
  await page.getByLabel('Package').selectOption({ label: 'Team · 500 credits a month' })
  await page.getByRole('button', { name: 'Change package' }).click()
  await page.getByText('625 available').waitFor()
  const act = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await act('Cancel subscription')
  await page.getByText('Active, cancels').waitFor()
  await expectAccessible(page)
  await act('Undo cancellation')
  await page.getByRole('button', { name: 'Cancel subscription' }).waitFor()
  await act('Pause')

  await customer.page.waitForURL('**/account-locked')
  await customer.page.getByText('Your subscription is paused.').waitFor()
  await expectAccessible(customer.page)
  await act('Resume')
  await customer.page.waitForURL((address) => address.pathname !== '/account-locked')
  expect(faults).toEqual([])
  await customer.close()
  await close()
})

it('accounts are imported from a file, and read-only customers see the reason', async () => {
  const { page, faults, close } = await openPage(url, { as: seller })
  await page.goto('/whitelabel/subscriptions/create')
  await page.getByText('From a CSV').click()
  const csv = 'email,company,package,credits\nann@oak.example,Oak,Solo,5\nnobody,Elm,Solo,\n=1+1,=1+1,None,x'
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'accounts.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByText('Email isn’t valid').first().waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add 1 account' }).click()
  await page.getByText('1 account added, 0 already there, 2 with errors').waitFor()
  await page.getByText('Already added').waitFor()
  await visit(page, '/whitelabel/subscriptions/usage-history')
  await page.getByRole('heading', { name: 'By customer' }).waitFor()
  await expectAccessible(page)
  await visit(page, '/whitelabel/subscriptions')
  await page.getByRole('button', { name: 'Overdue rules' }).click()
  await page.getByLabel('Read-only after').fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await close()

  const found = await t.call(subscriptions, { query: { search: EMAIL } }, seller)
  const id = found.body.data[0]?.id as number
  const body = { action: 'mark_past_due' as const, reason: 'Transfer is missing' }
  await t.call(changeSubscription, { params: { id }, body }, seller)
  const signedIn = await t.call(login, { body: { email: EMAIL, password: PASSWORD } }, null, {
    headers: { host: HOST },
  })
  const { token } = signedIn.body.data.authorisation
  const customer = await openPage(brandUrl, {
    as: { id: 0, accountId: id, email: EMAIL, password: PASSWORD, token },
  })
  await customer.page.goto('/lead-search/new-search')
  await customer.page.getByText(/^Payment overdue since/).waitFor()
  await expectAccessible(customer.page)
  expect(faults).toEqual([])
  await customer.close()
})
