import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

/** More tab stops than any page has. */
const MOST_STOPS = 150

/** Runs in the page. */
function focusOf(element: object): 'here' | 'elsewhere' | 'gone' {
  const { isConnected, ownerDocument } = element as {
    isConnected: boolean
    ownerDocument: { activeElement: unknown }
  }
  if (!isConnected) return 'gone'
  return ownerDocument.activeElement === element ? 'here' : 'elsewhere'
}
const hasFocus = async (target: Locator) => (await target.evaluate(focusOf)) === 'here'

/** Presses Tab until the element has the focus. Finds it again only if it was replaced: finding by role is slow. */
async function tabTo(page: Page, target: Locator, key = 'Tab', most = MOST_STOPS): Promise<void> {
  let element = await target.elementHandle()
  for (let stop = 0; stop <= most; stop += 1) {
    const focus = await element?.evaluate(focusOf)
    if (focus === 'here') return
    if (focus === 'gone') element = await target.elementHandle()
    else await page.keyboard.press(key)
  }
  throw new Error(`${target} is never reached by ${key}`)
}

/** Opens the menu of the focused button and chooses an item. */
async function choose(page: Page, name: string | RegExp): Promise<void> {
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name })
  await item.waitFor()
  await tabTo(page, item, 'ArrowDown')
  await page.keyboard.press('Enter')
}

it('one goes from sign-in to an exported file and sign-out without a mouse', async () => {
  const user = await t.account()
  const { page, faults, close } = await openPage(url)
  const press = (key: string) => page.keyboard.press(key)
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(user.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(user.password)
  await press('Enter')

  const sample = page.getByRole('button', { name: /^Try with sample data/ })
  await tabTo(page, sample)
  await press('Enter')
  await page.waitForURL('**/saved-lists/local-*')
  await page.getByText('50 leads').first().waitFor()

  // Above the sixty stops of filters and columns, a few from the heading, on a phone too.
  const heading = page.getByRole('heading', { level: 1 })
  const exporting = page.getByRole('button', { name: 'Export', exact: true })
  await expect.poll(() => hasFocus(heading)).toBe(true)
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await heading.focus()
    await tabTo(page, exporting, 'Tab', 4)
  }
  await page.setViewportSize({ width: 1366, height: 800 })

  const row = page.locator('tr[data-index="0"]')
  await row.waitFor()
  await press('j')
  await press('Enter')
  const lead = page
    .getByRole('dialog')
    .or(page.getByRole('complementary', { name: /lead/i }))
    .first()
  await page.waitForURL(/lead=\d+/)
  await lead.waitFor()
  await press('Escape')
  await page.waitForURL((address) => !address.search.includes('lead='))
  await expect.poll(() => hasFocus(row)).toBe(true)

  await press('x')
  const enrich = page.getByRole('region', { name: 'Selected leads' }).getByRole('button', { name: 'Enrich' })
  await tabTo(page, enrich)
  await choose(page, /^Find emails/)
  const finding = page.getByRole('dialog', { name: 'Find emails' })
  await finding.waitFor()
  await expectAccessible(page)
  await press('Escape')
  await finding.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(enrich)).toBe(true)
  await press('Escape')

  const more = page.getByRole('button', { name: 'List menu' })
  await tabTo(page, more, 'Shift+Tab')
  await choose(page, 'History')
  await page.getByRole('heading', { name: 'History' }).waitFor()
  await expectAccessible(page)
  await press('Escape')
  await page.getByRole('heading', { name: 'History' }).waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(more)).toBe(true)

  const download = page.waitForEvent('download')
  await press('Control+k')
  await page.getByRole('combobox', { name: /^Search lists/ }).waitFor()
  await page.keyboard.type('export')
  await page
    .getByRole('option', { name: /^Export/ })
    .first()
    .waitFor()
  await press('Enter')
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await expect.poll(() => hasFocus(more)).toBe(true)

  await press('g')
  await press('l')
  await page.waitForURL('**/lead-search/saved-lists')
  const name = page.getByRole('link', { name: /^Sample/ }).first()
  await tabTo(page, name)
  const actions = page.getByRole('button', { name: /^Actions for/ }).first()
  await tabTo(page, actions)
  await choose(page, 'Delete')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(actions)).toBe(true)
  expect(faults).toEqual([])
  await close()
})
