import { afterAll, beforeAll, describe, it } from 'vitest'
import { me } from '#contract/identity/me.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
  await t.admin()
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

describe('an owner', () => {
  it('closes the account, can only download data or reopen it, and does both', async () => {
    const owner = await t.account()
    await seedList(t, owner, { leads: [{ values: { name: 'Ann' } }] })
    const { name } = (await t.call(me, {}, owner)).body.data.account
    const { page, close } = await openPage(url)
    await page.goto('/login?to=%2Fprofile-settings%2Faccount-data')
    const signIn = async () => {
      await page.getByLabel('Email').fill(owner.email)
      await page.getByLabel('Password', { exact: true }).fill(owner.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await signIn()
    await page.getByRole('heading', { name: 'Close account' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Close account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close account' })
    await dialog.getByText('1 list with 1 lead').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel(`Type “${name}” to confirm`).fill('Another name')
    await dialog.getByLabel('Your password', { exact: true }).fill(owner.password)
    await dialog.getByRole('button', { name: 'Close account' }).click()
    await dialog.getByText(`Type ${name} to continue`).waitFor()
    await dialog.getByLabel(`Type “${name}” to confirm`).fill(name)
    await dialog.getByRole('button', { name: 'Close account' }).click()

    const heading = page.getByRole('heading', { name: 'This account is closed' })
    await page.waitForURL('**/account-closed')
    await heading.waitFor()
    await page.goto('/lead-search/saved-lists')
    await page.waitForURL('**/account-closed')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/login')
    await signIn()
    await heading.waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Download your data' }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await (await file).path()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/closed.png` })

    await page.getByRole('button', { name: 'Reopen account' }).click()
    await page.waitForURL((address) => address.pathname !== '/account-closed')
    await page.goto('/lead-search/saved-lists')
    await page.getByText('Seeded').first().waitFor()
    await close()
  })
})
