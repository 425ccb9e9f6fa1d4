import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

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

describe('dates and numbers', () => {
  it('follow the person’s settings on every page and in another browser', async () => {
    const owner = await t.account({ credits: 12_345 })
    await t.app.database.pool.query(`update app_user set created_at = '2026-02-03T22:30:00Z' where id = $1`, [
      owner.id,
    ])
    const { page, close } = await openPage(url)
    await page.goto('/login?to=%2Fprofile-settings%2Fprofile')
    const signIn = async () => {
      await page.getByLabel('Email').fill(owner.email)
      await page.getByLabel('Password', { exact: true }).fill(owner.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await signIn()
    await page.getByLabel('Dates and numbers as in').selectOption('de-DE')
    await page.getByLabel('Clock').selectOption('h23')
    const zone = page.getByRole('combobox', { name: 'Your time zone' })
    await zone.fill('tokyo')
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
    await page.getByText('12.345,60').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    // 22:30 UTC is the next day in Japan.
    await page.getByText('04.02.2026').waitFor()
    await expectAccessible(page)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/formats.png`, fullPage: true })
    await visit(page, '/wallet')
    await page.getByText('12.345').first().waitFor()

    await page.evaluate(() => localStorage.clear())
    await page.goto('/login?to=%2Fwallet')
    await signIn()
    await page.getByText('12.345').first().waitFor()
    await visit(page, '/profile-settings/profile')
    await page.getByLabel('Dates and numbers as in').selectOption('en-US')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Feb 4, 2026').waitFor()
    expect(await page.getByLabel('Clock').inputValue()).toBe('h23')
    await close()
  })
})
