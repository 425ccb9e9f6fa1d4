import { afterAll, beforeAll, expect, it } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import { updateUser } from '#server/modules/accounts/accounts/index.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

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

it('an administrator makes an account a reseller in one form', async () => {
  const admin = await t.admin()
  const owner = await t.account()
  const { page, faults, close } = await openPage(url, { as: admin })
  await page.goto('/admin/resellers')
  await page.getByText('No resellers yet').waitFor()
  await page.getByRole('button', { name: 'Add a reseller' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email of the owner').fill('nobody@people.example')
  await dialog.getByLabel('Brand name').fill('Acme Leads')
  await dialog.getByLabel('Domain', { exact: true }).fill('acme')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('Field must be a valid url').waitFor()
  await dialog.getByLabel('Domain', { exact: true }).fill('leads.acme.example')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText(/^No account has an owner with this email/).waitFor()
  await dialog.getByLabel('Email of the owner').fill(owner.email)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('link', { name: 'leads.acme.example' }).waitFor()
  await page.getByRole('button', { name: 'Add a reseller' }).click()
  await dialog.getByLabel('Email of the owner').fill('nobody@people.example')
  await dialog.getByRole('switch', { name: 'Invite the owner' }).check()
  await dialog.getByLabel('Brand name').fill('Birch Leads')
  await dialog.getByLabel('Domain', { exact: true }).fill('leads.birch.example')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('row', { name: /leads\.birch\.example.*Invited/ }).waitFor()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Acme Leads' }).click()
  await page.getByRole('heading', { name: 'Acme Leads' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Acme Data')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { name: 'Acme Data' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Domains', exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: 'leads.acme.example' }).getByText('Active').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to all resellers' }).click()
  await page.getByRole('link', { name: 'Acme Data' }).waitFor()
  await page.getByRole('button', { name: 'Actions for Acme Data' }).click()
  await page.getByRole('menuitem', { name: 'Audit log' }).click()
  await page.getByRole('row', { name: /Brand changed/ }).click()
  await page.getByRole('row', { name: /^Name Acme Leads Acme Data$/ }).waitFor()
  await expectAccessible(page)
  // The browser logs every error response.
  expect(faults.filter((fault) => !fault.includes('422'))).toEqual([])
  await close()
})

it('an owner of several accounts has to choose one', async () => {
  const admin = await t.admin()
  const seller = await t.account()
  const body = { owner_email: seller.email, brand_name: 'Top', domain: 'top.example' }
  await t.call(createReseller, { body }, admin)
  const [one, below] = [await t.account(), await t.account({ parent: seller })]
  await updateUser(t.app.ctx, below.id, { email: one.email })
  const { page, close } = await openPage(url, { as: admin })
  await page.goto('/admin/resellers')
  await page.getByRole('button', { name: 'Add a reseller' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email of the owner').fill(one.email)
  await dialog.getByLabel('Brand name').fill('Second')
  await dialog.getByLabel('Domain', { exact: true }).fill('second.example')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByLabel('Account number').fill(String(one.accountId))
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('link', { name: 'second.example' }).waitFor()
  await close()
})
