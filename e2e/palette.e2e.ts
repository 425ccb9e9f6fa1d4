import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
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

const fieldOf = (page: Page) => page.getByRole('combobox', { name: /^Search lists/ })
const optionsOf = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option')

/** Types in one moment, so that a slow machine sees one burst too. */
const typeAtOnce = (page: Page, texts: string[]) =>
  page.evaluate(`(() => {
    const field = document.activeElement
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    for (const text of ${JSON.stringify(texts)}) {
      set.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })()`)

async function openPalette(page: Page) {
  await page.getByRole('button', { name: /^Search lists/ }).waitFor()
  await page.keyboard.press('Control+k')
  await fieldOf(page).waitFor()
}

/** A list with three leads in a known order. */
const listOf = (user: TestUser, name: string) =>
  seedList(t, user, {
    name,
    leads: [
      { values: { name: 'Quokka Lab', email: 'hi@quokka.example', website: 'https://quokka.example' } },
      { values: { name: 'Wombat Works', company: 'Burrow Group' } },
      { values: { name: 'Numbat Ltd' } },
      { values: { name: 'Dingo Inc' } },
    ],
  })

/** Matches the address of a list with this lead open; columns and view are in it too. */
const openedLead = (id: number, leadId: number | undefined) => (address: URL) =>
  address.pathname === `/saved-lists/local-${id}` && address.searchParams.get('lead') === String(leadId)

describe('the command palette', () => {
  it('finds lists, leads, members and pages, and moves through them by keyboard', async () => {
    const user = await t.account()
    const member = await t.member(user)
    const { id, leadIds } = await listOf(user, 'Marsupials of Perth')
    const { page, faults, close } = await openPage(url, { as: user })
    await page.goto('/lead-search/new-search')
    await page.getByText('What to search').waitFor()
    await openPalette(page)
    await expectAccessible(page)

    await fieldOf(page).fill('marsup')
    await optionsOf(page).filter({ hasText: 'Marsupials of Perth' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(({ pathname }) => pathname === `/saved-lists/local-${id}`)

    await openPalette(page)
    await fieldOf(page).fill('burrow')
    const lead = optionsOf(page).filter({ hasText: 'Wombat Works' })
    await lead.getByText('Burrow', { exact: true }).waitFor()
    expect(await lead.locator('mark').allTextContents()).toEqual(['Burrow'])
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL(openedLead(id, leadIds[1]))
    await page.getByRole('heading', { name: 'Wombat Works' }).waitFor()

    await openPalette(page)
    await fieldOf(page).fill(member.email)
    await optionsOf(page).filter({ hasText: member.email }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/manage-team')

    // Before anything is typed, the most recent items come first.
    await openPalette(page)
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
    await expect.poll(() => recent.allTextContents()).toEqual(['Wombat Works', 'Marsupials of Perth4 leads'])
    await expect.poll(() => recent.first().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => recent.nth(1).getAttribute('aria-selected')).toBe('true')
    expect(await fieldOf(page).getAttribute('aria-activedescendant')).toBe(
      await recent.nth(1).getAttribute('id'),
    )
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => optionsOf(page).last().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Escape')
    await fieldOf(page).waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await close()
  })

  it('shows when it is searching, finds nothing, or the server does not answer', async () => {
    const user = await t.account()
    const { page, close } = await openPage(url, { as: user, width: 390, height: 844 })
    await page.goto('/lead-search/saved-lists')
    await page.getByRole('button', { name: /^Search lists/ }).click()
    await fieldOf(page).fill('xyzzy')
    await page.getByText('Nothing found for “xyzzy”').waitFor()
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await page.route('**/api/search?*', (route) =>
      route.fulfill({ status: 400, json: { code: 'unexpected' } }),
    )
    await fieldOf(page).fill('plugh')
    await page.getByText('couldn’t be searched').waitFor()
    await page.unroute('**/api/search?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Nothing found for “plugh”').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await fieldOf(page).waitFor({ state: 'detached' })
    await close()
  })

  it('sends one request per burst of typing, and drops outdated ones', async () => {
    const user = await t.account()
    const { page, close } = await openPage(url, { as: user })
    await page.goto('/lead-search/saved-lists')
    await openPalette(page)
    const requested: string[] = []
    const dropped: string[] = []
    page.on('request', (request) => request.url().includes('/api/search?') && requested.push(request.url()))
    page.on(
      'requestfailed',
      (request) => request.url().includes('/api/search?') && dropped.push(request.url()),
    )
    await page.route('**/api/search?q=wom', () => {})
    await typeAtOnce(page, ['w', 'wo', 'wom'])
    await expect.poll(() => requested.length).toBe(1)
    await typeAtOnce(page, ['womb', 'womba', 'wombat'])
    await page.getByText('Nothing found for “wombat”').waitFor()
    expect(requested.map((href) => new URL(href).searchParams.get('q'))).toEqual(['wom', 'wombat'])
    expect(dropped).toHaveLength(1)
    await close()
  })

  it('opens a page in a new tab without triggering the page below', async () => {
    const user = await t.account()
    const { page, context, close } = await openPage(url, { as: user })
    await page.goto('/lead-search/new-search?source=sample')
    await page.getByText('What to search').waitFor()
    await openPalette(page)
    await fieldOf(page).fill('wallet')
    const tab = context.waitForEvent('page')
    await page.keyboard.press('Control+Enter')
    expect((await tab).url()).toMatch(/\/wallet$/)
    expect(page.url()).toContain('/lead-search/new-search')
    await close()
  })

  it('offers only pages the user may open', async () => {
    const main = await t.account()
    const member = await t.member(main)
    const { page, close } = await openPage(url, { as: member })
    await page.goto('/lead-search/saved-lists')
    await openPalette(page)
    await optionsOf(page).filter({ hasText: 'API keys' }).waitFor()
    const optionText = (await optionsOf(page).allTextContents()).join('\n')
    expect(optionText).not.toMatch(/Manage team|Wallet|Business data/)
    await close()
  })
})

describe('keyboard shortcuts', () => {
  it('are all listed, and each does what the list says', async () => {
    const user = await t.account()
    const { id, leadIds } = await listOf(user, 'By key')
    const { page, faults, close } = await openPage(url, { as: user })
    await page.goto(`/saved-lists/local-${id}`)
    await page.getByText('Quokka Lab').first().waitFor()
    const press = (key: string) => page.keyboard.press(key)
    const selected = () => page.locator('tr[aria-selected="true"]').allTextContents()
    const names = async () => (await selected()).map((row) => row.match(/Quokka|Wombat|Numbat|Dingo/)?.[0])
    const focused = () =>
      page.evaluate(
        'document.activeElement?.closest("tr")?.textContent?.match(/Quokka|Wombat|Numbat|Dingo/)?.[0]',
      )

    await press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.waitFor()
    const lines = await help.locator('dl > div').allTextContents()
    expect(lines).toEqual(KEYS_OF_A_LIST)
    await expectAccessible(page)
    await press('Escape')
    await help.waitFor({ state: 'detached' })

    await press('j')
    await expect.poll(focused).toBe('Quokka')
    await press('ArrowDown')
    await expect.poll(focused).toBe('Wombat')
    await press('k')
    await press('ArrowDown')
    await press('ArrowUp')
    await expect.poll(focused).toBe('Quokka')
    await press('End')
    await expect.poll(focused).toBe('Dingo')
    await press('Home')
    await expect.poll(focused).toBe('Quokka')
    await press('x')
    await expect.poll(names).toEqual(['Quokka'])
    await press('j')
    await press('j')
    await expect.poll(focused).toBe('Numbat')
    await press('Shift+X')
    await expect.poll(names).toEqual(['Quokka', 'Wombat', 'Numbat'])
    await press('Shift+ArrowDown')
    await expect.poll(names).toEqual(['Quokka', 'Wombat', 'Numbat', 'Dingo'])
    await press('Escape')
    await expect.poll(names).toEqual([])
    await press('Shift+K')
    await expect.poll(names).toEqual(['Numbat', 'Dingo'])
    await press('Escape')
    await page.getByRole('checkbox', { name: 'Select Wombat Works' }).click()
    await page.getByRole('checkbox', { name: 'Select Dingo Inc' }).click({ modifiers: ['Shift'] })
    await expect.poll(names).toEqual(['Wombat', 'Numbat', 'Dingo'])

    await press('e')
    const dialog = page.getByRole('dialog', { name: /^Find emails/ })
    await dialog
      .getByText(/3 leads/)
      .first()
      .waitFor()
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Clear' }).first().click()
    await page.locator('tr[data-index="1"]').focus()
    await press('Enter')
    await page.waitForURL(openedLead(id, leadIds[1]))
    await press('e')
    await dialog
      .getByText(/1 lead\b/)
      .first()
      .waitFor()
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await press('Escape')
    await page.waitForURL((address) => !address.search.includes('lead='))

    await press('/')
    expect(await page.evaluate('document.activeElement?.hasAttribute("data-search-focus")')).toBe(true)
    await page.locator('h1').first().click()
    for (const [key, path] of GO) {
      await page.keyboard.type(`g${key}`)
      await page.waitForURL(`**${path}`)
    }
    expect(faults).toEqual([])
    await close()
  })
})

const GO = [
  ['s', '/lead-search/new-search'],
  ['l', '/lead-search/saved-lists'],
  ['v', '/lead-search/email-verification'],
  ['q', '/lead-search/sources'],
  ['w', '/wallet'],
  ['t', '/manage-team'],
  ['p', '/profile-settings/profile'],
] as const

const KEYS_OF_A_LIST = [
  'Show or hide the mapm',
  'Next leadj or ↓',
  'Previous leadk or ↑',
  'First or last lead of the pageHome or End',
  'Open the leadEnter',
  'Next or previous cell of the lead→ or ←',
  'In a cell: change its valueEnter or double click',
  'Select the leadx',
  'Select from the last selected lead to this oneShift x',
  'Select while movingShift ↓ or Shift ↑',
  'Select a range of check boxesShift click',
  'Close the lead, clear the selectionEsc',
  'Find emails for the selected leads or the open onee',
  'Open the command paletteCtrl K',
  'Go to this page’s search field/',
  'Undo a change while its message is shownCtrl Z',
  'Show keyboard shortcuts?',
  'Walletg w',
  'New Searchg s',
  'Saved Listsg l',
  'Email verificationg v',
  'Source qualityg q',
  'Manage teamg t',
  'Profileg p',
  'Notificationsg n',
  'Helpg h',
]
