import { generate } from 'otplib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '#contract/identity/auth.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { codeIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let box: MailBox
let t: TestApp
let url: string

beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ smtpUrl: box.url })
  url = await listen(t)
  await t.admin()
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await box?.close()
})

async function signIn(page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
}

describe('a user’s account', () => {
  it('changes its email with a code sent to the new address', async () => {
    const user = await t.account()
    const email = `moved.${user.email}`
    const { page, faults, close } = await openPage(url)
    await page.goto('/login?to=%2Fprofile-settings%2Femail')
    await signIn(page, user)
    await page.waitForURL('**/profile-settings/email')
    await page.getByLabel('New address').fill(email)
    await page.getByLabel('Your password', { exact: true }).fill(user.password)
    await page.getByRole('button', { name: 'Send a code' }).click()
    await page.getByText('We sent a code to').waitFor()
    await expectAccessible(page)
    const code = codeIn(await box.waitFor(email))
    await page.reload()
    await page.getByLabel('Code from the email').fill(code)
    await page.getByText(`From now on, sign in with ${email}.`).waitFor()
    await box.waitFor(user.email)

    await signOut(page)
    await signIn(page, { ...user, email })
    await page.waitForURL((address) => address.pathname !== '/login')
    expect(faults).toEqual([])
    await close()
  })

  it('is protected by a second factor: an app code, or a recovery code once', async () => {
    const user = await t.account()
    const { page, faults, close } = await openPage(url)
    await page.goto('/login?to=%2Fprofile-settings%2Fsecond-factor')
    await signIn(page, user)
    await page.getByLabel('Your password', { exact: true }).fill(user.password)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Set up' }).click()
    const secret = page.getByRole('group', { name: 'Secret' }).locator('code')
    const shown = ((await secret.textContent()) as string).replaceAll(/\s/g, '')
    await expectAccessible(page)
    await page.getByLabel('Code from the app').fill(await generate({ secret: shown }))
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    const [recovery = ''] = await codes.allTextContents()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('10 recovery codes left').waitFor()
    await expectAccessible(page)
    await signOut(page)

    await signIn(page, user)
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
    await expectAccessible(page)
    // A code works once: take the one of the next half minute.
    const epoch = Math.floor(Date.now() / 1000) + 30
    await page.getByLabel('Code', { exact: true }).fill(await generate({ secret: shown, epoch }))
    await page.waitForURL((address) => address.pathname !== '/login')
    await signOut(page)
    // The request for a code is a 401.
    expect(faults.splice(0).filter((fault) => !fault.includes('401'))).toEqual([])

    await signIn(page, user)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recovery)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((address) => address.pathname !== '/login')
    await signOut(page)

    await signIn(page, user)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recovery)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('[name=code][aria-invalid=true]').waitFor()
    expect(faults.filter((fault) => !/401|422/.test(fault))).toEqual([])
    await close()
  })

  it('withstands guessing without locking its owner out elsewhere', async () => {
    const user = await t.account()
    const { page, faults, close } = await openPage(url)
    await page.goto('/login')
    const wrong = page.getByText('Email or password is wrong')
    const limited = page.getByText(/^Too many attempts\. Try again in \d+ (minutes|seconds)\.$/)
    await signIn(page, { ...user, password: 'a guess' })
    await wrong.waitFor()
    const statuses: number[] = []
    for (let tries = 1; tries < 12; tries += 1) {
      const body = JSON.stringify({ email: user.email, password: `guess number ${tries}` })
      const headers = { 'content-type': 'application/json' }
      statuses.push((await fetch(`${url}/auth/login`, { method: 'POST', headers, body })).status)
    }
    expect(statuses).toEqual([...Array(9).fill(401), 429, 429])
    await signIn(page, { ...user, password: 'another guess' })
    await limited.waitFor()
    await expectAccessible(page)
    // Even the right one is refused until then.
    await signIn(page, user)
    await limited.waitFor()
    const { email, password } = user
    const elsewhere = await t.call(login, { body: { email, password } }, null, { from: '192.0.2.77' })
    expect(elsewhere.status).toBe(200)
    expect(faults.filter((fault) => !/401|429/.test(fault))).toEqual([])
    await close()
  })

  it('signs out in every tab at once', async () => {
    const user = await t.account()
    const { page, context, faults, close } = await openPage(url)
    await page.goto('/login')
    await signIn(page, user)
    await page.waitForURL('**/lead-search/new-search')
    const other = await context.newPage()
    await other.goto('/profile-settings/email')
    await other.getByText(user.email).first().waitFor()
    await signOut(page)
    await page.waitForURL(/\/login/)
    await other.waitForURL(/\/login/)
    expect(await page.evaluate('localStorage.getItem("access_token")')).toBeNull()
    expect(await page.getByText('Your session has ended').count()).toBe(0)
    await other.getByRole('button', { name: 'Sign in' }).waitFor()
    await other.goto('/profile-settings/email')
    await other.waitForURL(/\/login/)
    expect(await other.getByText(user.email).count()).toBe(0)
    expect(faults).toEqual([])
    await close()
  })
})
