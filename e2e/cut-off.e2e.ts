import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeNotificationSetting } from '#contract/activity/notifications.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { exportList } from '#contract/core/files.ts'
import { logout } from '#contract/identity/auth.ts'
import { updateMe } from '#contract/identity/me.ts'
import { deleteLeads } from '#contract/leads/leads.ts'
import { bulkArchiveLists, bulkDeleteLists, createList, renameList } from '#contract/leads/lists.ts'
import { findEmails } from '#contract/prospecting/enrichment.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { closeProfiles, listen, openPage, type WatchedPage } from './support/browser.ts'
import { chooseOnBar, seeBar } from './support/bulk-bar.ts'

let t: TestApp
let url: string
let user: TestUser
let list: number
let tab: WatchedPage
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  url = await listen(t)
  user = await t.account({ credits: 500 })
  const leads = ['Acorn Bakery', 'Birch Bakery'].map((name) => ({
    values: { name, website: 'http://one.example' },
  }))
  list = (await seedList(t, user, { name: 'Bakeries', leads })).id
  tab = await openPage(url, { as: user })
})
afterAll(async () => {
  await tab?.close()
  await closeProfiles(url)
  await t?.close()
})

type Hand = (page: Page) => Promise<unknown>

/**
 * One action of each kind. `web/ui/cut-off.browser.test.tsx` tests the parts themselves, and
 * `scripts/shown-failures.test.ts` that every call uses one of them.
 */
interface Action {
  path: () => string
  /** Up to the button that makes the call, while the server can be reached. */
  ready: Hand[]
  press: Hand
  makes: Endpoint
  /** What was typed, and is still there. */
  keeps?: [label: string, text: string]
}

const exact = true
const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact }).click()
const see = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact }).waitFor()
const choose = (name: string) => (page: Page) => page.getByRole('menuitem', { name, exact }).click()
const inDialog = (name: string) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact }).click()
const fill = (label: string, text: string) => (page: Page) =>
  page.getByRole('textbox', { name: label, exact }).fill(text)
const lists = () => '/lead-search/saved-lists'
const oneList = () => `/saved-lists/local-${list}`
const menu = click('Actions for Bakeries')
const chooseLead: Hand[] = [
  (page) => page.getByText('2 leads').first().waitFor(),
  (page) => page.keyboard.press('j'),
  (page) => page.keyboard.press('x'),
  seeBar,
]

const ACTIONS: Record<string, Action> = {
  'an item of a row’s menu': {
    path: lists,
    ready: [menu],
    press: choose('Archive'),
    makes: bulkArchiveLists,
  },
  'a form in a dialog': {
    path: lists,
    ready: [menu, choose('Rename'), fill('Name', 'Another name')],
    press: inDialog('Rename'),
    makes: renameList,
    keeps: ['Name', 'Another name'],
  },
  'a question before something that matters': {
    path: lists,
    ready: [menu, choose('Delete'), fill('Type “Bakeries” to confirm', 'Bakeries')],
    press: inDialog('Delete list'),
    makes: bulkDeleteLists,
    keeps: ['Type “Bakeries” to confirm', 'Bakeries'],
  },
  'an undo': {
    path: lists,
    ready: [menu, choose('Archive'), see('Undo')],
    press: click('Undo'),
    makes: bulkArchiveLists,
  },
  'a form of a page': {
    path: () => '/profile-settings/profile',
    ready: [fill('First name', 'Sam')],
    press: click(/^Save/),
    makes: updateMe,
    keeps: ['First name', 'Sam'],
  },
  'a setting': {
    path: () => '/profile-settings/notifications',
    ready: [],
    press: (page) => page.getByRole('switch').first().click({ force: true }),
    makes: changeNotificationSetting,
  },
  'a search': {
    path: () => '/lead-search/new-search?source=sample&category=brewery',
    ready: [see(/^Start search/)],
    press: click(/^Start search/),
    makes: createList,
  },
  'an action on leads': {
    path: oneList,
    ready: chooseLead,
    press: (page) => chooseOnBar(page, 'Delete'),
    makes: deleteLeads,
  },
  'an offer in a cell': {
    path: oneList,
    ready: [],
    press: (page) =>
      page
        .getByRole('button', { name: /^Find email ?1 credit$/ })
        .first()
        .click(),
    makes: findEmails,
  },
  'signing out': {
    path: () => '/wallet',
    ready: [click(/^Account of/)],
    press: choose('Sign out'),
    makes: logout,
  },
}

/** Actions on leads whose code is loaded first, and what shows that it was. */
const LOADED_FIRST: [what: string, name: RegExp, isThere: Hand][] = [
  [
    'an action on leads',
    /^Export$/,
    (page) => page.waitForRequest((request) => isCallOf(exportList, request)),
  ],
  ['a dialog', /^Labels$/, (page) => page.getByRole('dialog', { name: 'Labels' }).waitFor()],
]

/** Whether a request is a call of this endpoint. */
function isCallOf({ method, path }: Endpoint, request: Request): boolean {
  const address = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  return request.method() === method && address.test(new URL(request.url()).pathname)
}

describe('with the server cut off', () => {
  it.each(Object.entries(ACTIONS))('%s shows its failure', async (_, action) => {
    const { page, context, waitForRequests } = tab
    const { path, ready, press, makes, keeps } = action
    const sentence = page.getByText('We couldn’t reach the server').first()
    await context.setOffline(false)
    await page.goto(path())
    // A row that is drawn again with a later answer closes its menu.
    await waitForRequests()
    for (const hand of ready) await hand(page)
    await waitForRequests()
    await context.setOffline(true)
    expect(await sentence.count()).toBe(0)
    const call = page.waitForEvent('requestfailed', (request) => isCallOf(makes, request))
    await Promise.all([call, press(page).then(() => sentence.waitFor())])
    if (keeps) {
      const [label, text] = keeps
      expect(await page.getByRole('textbox', { name: label, exact }).inputValue()).toBe(text)
    }
  })

  it.each(LOADED_FIRST)(
    '%s that could not be loaded is loaded once the server is back',
    async (_, name, isThere) => {
      const { page, context, waitForRequests } = tab
      // A file may be in the cache.
      const files = '**/assets/**'
      await context.setOffline(false)
      await page.goto(oneList())
      await waitForRequests()
      for (const hand of chooseLead) await hand(page)
      await context.setOffline(true)
      await page.route(files, (route) => route.abort())
      const file = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/'))
      await Promise.all([
        file,
        chooseOnBar(page, name),
        page.getByText('We couldn’t reach the server').first().waitFor(),
      ])

      await context.setOffline(false)
      await page.unroute(files)
      await Promise.all([isThere(page), chooseOnBar(page, name)])
      const areStyled =
        "[...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet.cssRules.length > 0)"
      expect(await page.evaluate(areStyled)).toBe(true)
    },
  )

  it('a search of the help that could not be loaded is offered again', async () => {
    const { page, context, waitForRequests } = tab
    const files = '**/assets/**'
    await context.setOffline(false)
    await page.goto('/help')
    await waitForRequests()
    await page.route(files, (route) => route.abort())
    await page.getByRole('textbox', { name: 'Search the help' }).fill('credits')
    await page.getByRole('heading', { name: 'The search could not be loaded' }).waitFor()
    await page.unroute(files)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(/^\d+ sections found$/).waitFor()
  })
})
