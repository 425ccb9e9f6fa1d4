import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeAllSessions } from '#server/modules/identity/sessions/index.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

let t: TestApp
let url: string
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  url = await listen(t)
  await t.admin()
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

/** The built file of a page, as a part of its address. */
const fileOf = (name: string): string => {
  const file = readdirSync('web/dist/assets').find(
    (candidate) => candidate.startsWith(`${name}-`) && candidate.endsWith('.js'),
  )
  if (!file) throw new Error(`No built file ${name}`)
  return file
}

describe('a session that ends on the server', () => {
  it('explains that a user is suspended', async () => {
    const owner = await t.account()
    const member = await t.member(owner)
    const { page, close } = await openPage(url)
    await page.goto('/login')
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: /^Account of/ }).waitFor()
    await t.app.database.db
      .updateTable('app_user')
      .set({ state: 'suspended' })
      .where('id', '=', member.id)
      .execute()
    await revokeAllSessions(t.app.ctx, member.id)
    await page.getByText('You’re suspended').waitFor()
    await close()
  })
})

describe('a signed-in user', () => {
  it('keeps the navigation at a wrong address', async () => {
    const user = await t.account()
    const { page, close } = await openPage(url, { as: user })
    await page.goto('/nowhere/at-all')
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Saved Lists' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Saved Lists' }).waitFor()
    await close()
  })

  it('sees why a page is closed', async () => {
    const owner = await t.account()
    const member = await t.member(owner)
    const { page, close } = await openPage(url, { as: member })
    await page.goto('/manage-team')
    await page.getByText('Only owners of the account can open Manage team').waitFor()
    await visit(page, '/admin/mails')
    await page.getByText('Your account doesn’t include Sent emails').waitFor()
    await close()
  })

  it('sees a loading state, not the previous page under the new address', async () => {
    const user = await t.account()
    const { page, context, close } = await openPage(url, { as: user })
    await page.goto('/lead-search/saved-lists')
    await page.getByRole('heading', { level: 1, name: 'Saved Lists' }).waitFor()
    const hanging = `**/${fileOf('wallet-page')}`
    let go: () => void = () => {}
    const held = new Promise<void>((done) => {
      go = done
    })
    await context.route(hanging, async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('link', { name: 'Wallet' }).first().click()
    await page.getByRole('status', { name: 'Loading the page' }).waitFor()
    expect(await page.getByRole('heading', { level: 1, name: 'Saved Lists' }).count()).toBe(0)
    go()
    await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
    await context.unroute(hanging)
    await close()
  })

  it('is needed to see the application around a wrong address', async () => {
    const { page, close } = await openPage(url)
    await page.goto('/nowhere/at-all')
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    expect(await page.getByRole('button', { name: /^Account of/ }).count()).toBe(0)
    await close()
  })
})

describe('a page whose file stays missing', () => {
  it('reloads the page once, also with a fragment, then shows an error', async () => {
    const user = await t.account()
    const { page, context, close } = await openPage(url, { as: user })
    const missing = fileOf('wallet-page')
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads++
    })
    await context.route(`**/${missing}`, (route) => route.abort())
    await page.goto('/wallet#top')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(loads).toBe(2)
    // Other pages load, and the other address of the page has its own try.
    await page.getByRole('link', { name: 'Saved Lists' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Saved Lists' }).waitFor()
    await page.getByRole('link', { name: 'Wallet' }).first().click()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(loads).toBe(3)
    await context.unroute(`**/${missing}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
    await close()
  })
})
