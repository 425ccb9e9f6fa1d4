import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '#contract/identity/auth.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { codeIn, linkIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

const NEW = 'an entirely new password'

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

async function request(page: Page, user: TestUser) {
  await page.getByLabel('Email').fill(user.email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
}

async function setPassword(page: Page) {
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Repeat new password', { exact: true }).fill('something else')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Passwords must match').waitFor()
  await page.getByLabel('Repeat new password', { exact: true }).fill(NEW)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('heading', { name: 'Password set' }).waitFor()
}

describe('a forgotten password', () => {
  it('is reset with the code of the mail, and signs in', async () => {
    const user = await t.account()
    const { page, faults, close } = await openPage(url)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    await expectAccessible(page)
    await request(page, user)
    await expectAccessible(page)
    const code = codeIn(await box.waitFor(user.email))

    await page.getByLabel('Code', { exact: true }).fill(code === '000000' ? '111111' : '000000')
    await page.locator('[name=code][aria-invalid=true]').waitFor()
    expect(faults.splice(0).filter((fault) => !fault.includes('422'))).toEqual([])
    await page.reload()
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
    await expectAccessible(page)
    await setPassword(page)
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill(NEW)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/lead-search/new-search')
    expect(faults).toEqual([])
    await close()
  })

  it('is reset once with the link of the mail in another browser', async () => {
    const user = await t.account()
    const first = await openPage(url)
    await first.page.goto('/forgot-password')
    await request(first.page, user)
    const link = linkIn(await box.waitFor(user.email))
    expect(link.startsWith(`${url}/forgot-password#`)).toBe(true)
    expect(first.faults).toEqual([])
    await first.close()

    const { page, context, faults, close } = await openPage(url)
    await page.goto(link)
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
    expect(page.url()).toBe(`${url}/forgot-password`)
    await setPassword(page)
    const { email } = user
    expect((await t.call(login, { body: { email, password: NEW } })).status).toBe(200)
    expect((await t.call(login, { body: { email, password: user.password } })).status).toBe(401)
    expect(faults).toEqual([])

    const late = await context.newPage()
    await late.goto(link)
    for (const label of ['New password', 'Repeat new password'])
      await late.getByLabel(label, { exact: true }).fill('and yet another one')
    await late.getByRole('button', { name: 'Set password' }).click()
    await late.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await expectAccessible(late)
    await close()
  })
})
