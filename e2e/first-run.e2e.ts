import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#server/testing/factories.ts'
import { type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let box: MailBox
let url: string
let admin: TestUser
let folder: string
beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ smtpUrl: box.url })
  url = await listen(t)
  admin = await t.admin()
  folder = await mkdtemp(join(tmpdir(), 'first-run-'))
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await box?.close()
  await rm(folder, { recursive: true, force: true })
})

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32"><rect width="120" height="32" rx="6" fill="#0a7b55"/></svg>'

/** Records layout shifts above a threshold. */
const WATCH_SHIFTS = `
  window.__moved = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (one.value > 0.005) __moved.push([one.value, ...one.sources.map(({ node }) => node?.className ?? '')]);
  }).observe({ type: 'layout-shift', buffered: true });
`

describe('an empty installation', () => {
  it('guides its administrator through data, mail and brand, and returns from the guides', async () => {
    const { page, faults, close } = await openPage(url, { as: admin })
    await page.goto('/lead-search/new-search')
    const card = page.getByRole('region', { name: 'Getting started' })
    await card.getByText('1 of 8 done').waitFor()
    expect(await card.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Set up',
      'Your account',
    ])
    await expectAccessible(page)

    await card.getByRole('link', { name: /^Set up email/ }).click()
    await page.getByText(/^127\.0\.0\.1:\d+ · STARTTLS where offered/).waitFor()
    await page.getByRole('button', { name: 'Send test email' }).click()
    await page.getByText(`Test sent to ${admin.email}`).waitFor()
    await expectAccessible(page)
    expect(box.mails.at(-1)).toMatchObject({ subject: 'Your mail server works' })

    await page.getByRole('link', { name: 'New Search', exact: true }).click()
    await card.getByText('2 of 8 done').waitFor()
    // Collapsed to one line with the next step; the others are a click away.
    expect(await card.getByRole('link').allTextContents()).toEqual(['Add places to search'])
    await card.getByRole('button', { name: 'Show steps' }).click()
    await expectAccessible(page)
    await card.getByRole('link', { name: /^Add your brand/ }).click()
    // The previous page has a field for a name too.
    await page.getByRole('heading', { name: 'Brand', level: 1 }).waitFor()
    const save = page.getByRole('button', { name: 'Save changes' })
    await page.getByLabel('Name', { exact: true }).fill('Acorn')
    const named = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await save.click()
    await named
    await page.getByRole('button', { name: 'Save changes', disabled: true }).waitFor()
    const tabs = page.getByRole('navigation', { name: 'Brand' })
    await tabs.getByRole('link', { name: 'Brand' }).click()
    await page.getByLabel('Buttons and links', { exact: true }).fill('#0A7B5')
    await save.click()
    await page.getByText('Type is not valid').waitFor()
    await page.getByLabel('Buttons and links', { exact: true }).fill('#0A7B55')
    const file = join(folder, 'logo.svg')
    await writeFile(file, LOGO)
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByRole('img', { name: 'Logo', exact: true }).waitFor()
    await expectAccessible(page)
    const answers = [/wl\/site(\?|$)/, /site-settings$/].map((path) =>
      page.waitForResponse((answer) => answer.request().method() !== 'GET' && path.test(answer.url())),
    )
    await save.click()
    for (const answer of answers)
      expect(`${(await answer).url()} ${(await answer).status()}`).toMatch(/ 200$/)
    await page.getByRole('img', { name: 'Acorn' }).first().waitFor()
    await page.reload()
    await page.getByRole('img', { name: 'Acorn' }).first().waitFor()
    expect(await page.title()).toBe('Brand · Acorn')

    await page.getByRole('link', { name: 'New Search', exact: true }).click()
    await card.getByText('3 of 8 done').waitFor()
    await card.getByRole('link', { name: /^Add places to search/ }).click()
    await page.getByRole('link', { name: 'Try sample data' }).click()
    await page.getByRole('button', { name: /^Try with sample data/ }).click()
    await page.waitForURL('**/saved-lists/local-*')
    await page.getByText('50 leads').first().waitFor()
    await page.getByRole('link', { name: 'New Search', exact: true }).click()
    await card.getByText('5 of 8 done').waitFor()

    await page.getByRole('button', { name: 'Getting started, 5 of 8 done' }).click()
    await page.getByRole('dialog', { name: 'Getting started' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await card.getByRole('button', { name: 'Dismiss Getting started' }).click()
    await card.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Getting started' }).click()
    const drawer = page.getByRole('dialog', { name: 'Getting started' })
    await drawer.getByText('5 of 8 done').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await card.waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('reserves space for the steps, so that nothing moves when they arrive', async () => {
    const user = await t.account()
    for (const person of [admin, user]) {
      const { page, close } = await openPage(url, { as: person })
      await page.addInitScript(WATCH_SHIFTS)
      for (const _ of ['first visit', 'second visit']) {
        await page.goto('/lead-search/new-search')
        await page.getByRole('region', { name: 'Getting started' }).waitFor()
        await page
          .getByRole('button', { name: /^Start search|^Fill in|^Search/ })
          .first()
          .waitFor()
        expect(await page.evaluate('__moved')).toEqual([])
      }
      // With the site's script.
      await page.close()
      await close()
    }
  })

  it('shows no setup steps to other users', async () => {
    const user = await t.account()
    const { page, close } = await openPage(url, { as: user })
    await page.goto('/')
    const card = page.getByRole('region', { name: 'Getting started' })
    await card.getByText('0 of 5 done').waitFor()
    expect(await card.getByRole('heading', { level: 3 }).count()).toBe(0)
    await page.goto('/admin/brand')
    await page.waitForURL('**/lead-search/new-search')
    await close()
  })
})
