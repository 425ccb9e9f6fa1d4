import { afterAll, beforeAll, expect, it } from 'vitest'
import { updateUser } from '#server/modules/accounts/accounts/index.ts'
import { refreshFigures } from '#server/modules/admin/statistics/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

const PASSWORD = 'a long enough sample password'

let t: TestApp
let url: string
let admin: TestUser
beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
  admin = await t.admin()
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

it('an administrator reads the dashboard, adds, suspends and deletes a user, and reads the activity', async () => {
  const customer = await t.account({ credits: 500 })
  await refreshFigures({ ...t.app.ctx, storage: { ...t.app.ctx.storage, free: async () => 0.03 } })
  const { page, faults, close } = await openPage(url, { as: admin })
  await page.goto('/admin')
  await page.waitForURL('**/admin/dashboard')
  await page.getByText('Only 3% of the disk is free').waitFor()
  await page.getByText('New accounts').first().waitFor()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Users', exact: true }).first().click()
  await page.getByRole('row', { name: new RegExp(customer.email) }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Create user' }).click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Hill')
  await page.getByLabel('Email').fill('ada@hill.example')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create user' }).click()
  await page.getByText('The password must be at least 6 characters').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Company').fill('Hill Ltd')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create user' }).click()
  await page.getByRole('heading', { name: 'Ada Hill' }).waitFor()
  await page.getByText('100 available').waitFor()
  await expectAccessible(page)

  await page.getByLabel('Last name').fill('Stone')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Ada Stone' }).waitFor()
  const act = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Asked for by phone')
    await dialog.getByRole('button', { name, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await act('Suspend')
  await page.getByText('Suspended', { exact: true }).waitFor()
  await act('Reactivate')
  await act('Delete user')
  await page.getByText(/The account Hill Ltd is closed and will be deleted on/).waitFor()
  await page.getByRole('button', { name: 'Restore user' }).click()
  await page.getByRole('button', { name: 'Delete user' }).waitFor()

  await visit(page, '/admin/users/history')
  await page.getByText('User changed').first().waitFor()
  await expectAccessible(page)
  await visit(page, '/admin/users?q=hill.example')
  await page.getByRole('link', { name: 'Ada Stone' }).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)

  await page.getByRole('link', { name: 'User Analytics' }).first().click()
  await page.getByText('Nothing spent in this period').first().waitFor()
  await page.getByRole('link', { name: 'Login activity' }).click()
  await page.getByRole('table', { name: 'Sign-ins by weekday and hour' }).waitFor()
  await page.getByLabel('Group').selectOption('account')
  await page.getByRole('row', { name: /Platform/ }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Monthly credit usage' }).click()
  await page.getByText('Nothing spent in this period').first().waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Reports' }).first().click()
  await page.getByLabel('Report by email').selectOption('weekly')
  await page.getByText('You get the report every Monday').waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
  await close()
})

it('support suspends customers, but cannot edit plans or see reports', async () => {
  const support = await t.member(admin)
  await updateUser(t.app.ctx, support.id, { role: 'admin', staff_role: 'support' })
  const customer = await t.account()
  const { page, close } = await openPage(url, { as: support })
  await page.goto(`/admin/users/${customer.id}/edit`)
  await page.getByRole('button', { name: 'Suspend' }).waitFor()
  expect(await page.getByRole('button', { name: /^(Save|Delete user|Export data)$/ }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Reports' }).count()).toBe(0)
  await visit(page, '/admin/reports')
  await page.waitForURL((address) => !address.pathname.startsWith('/admin'))
  await close()
})
