import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { revokeAllSessions } from '#server/modules/identity/sessions/index.ts'
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

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in' })

/** Signs in through the form: a token written to the storage would be restored on every load. */
async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

it('input survives the end of a session in every tab', async () => {
  const user = await t.account()
  const { page, context, close } = await openPage(url)
  await page.goto('/login?to=%2Fprofile-settings')
  await signIn(page, user)
  await page.getByLabel('First name').fill('Typed before the end')
  const other = await context.newPage()
  await other.goto('/profile-settings')
  await other.getByLabel('First name').fill('Typed in the other tab')

  await revokeAllSessions(t.app.ctx, user.id)
  for (const tab of [page, other]) await dialogOf(tab).waitFor()
  await dialogOf(page).getByText('Your session has ended. Sign in again').waitFor()
  expect(await page.evaluate("localStorage.getItem('access_token')")).toBeNull()
  await expectAccessible(page)
  // A key that would close the dialog below.
  await page.keyboard.press('Escape')
  const dialog = dialogOf(page)
  await dialog.getByLabel('Password', { exact: true }).fill('not the right password')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog
    .getByText(/password/i)
    .last()
    .waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(user.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()

  for (const tab of [page, other]) await dialogOf(tab).waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toMatch(/^\/profile-settings/)
  expect(await page.getByLabel('First name').inputValue()).toBe('Typed before the end')
  expect(await other.getByLabel('First name').inputValue()).toBe('Typed in the other tab')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page
    .getByText(/saved|updated/i)
    .first()
    .waitFor()
  await close()
})

it('an open dialog stays as it is, and another account can be used instead', async () => {
  const user = await t.account()
  const { page, close } = await openPage(url)
  await page.goto('/login?to=%2Fmanage-team')
  await signIn(page, user)
  await page.getByRole('button', { name: 'Invite' }).first().click()
  const invite = page.getByRole('dialog', { name: /invite/i })
  await invite.getByLabel('Email').fill('new@people.example')
  await revokeAllSessions(t.app.ctx, user.id)
  await dialogOf(page).getByLabel('Password', { exact: true }).fill(user.password)
  await page.keyboard.press('Escape')
  await dialogOf(page).getByRole('button', { name: 'Sign in' }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
  expect(await invite.getByLabel('Email').inputValue()).toBe('new@people.example')

  await revokeAllSessions(t.app.ctx, user.id)
  await dialogOf(page).getByRole('button', { name: 'Use another account' }).click()
  await page.waitForURL('**/login**')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await close()
})
