import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { createList, renameList } from '#contract/lists.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, openPage, type WatchedPage } from './support/browser.ts'

let t: TestApp
let url: string
let admin: TestUser
/** One tab each for all pages, as people have. */
let visitor: WatchedPage
let signedIn: WatchedPage
let list: { id: number; lead: number }

const HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>{{constructor}}'

beforeAll(async () => {
  t = await testApp()
  url = await t.listen()
  admin = await t.admin()
  await t.places('Sample file', [
    {
      name: HOSTILE,
      website: 'http://one.example',
      phone: '+12025550101',
      email: 'info@one.example',
      city: HOSTILE,
      street: 'javascript:window.hacked=1',
    },
    ...Array.from({ length: 40 }, (_, n) => ({
      name: `Sample Place ${n}`,
      city: `City ${n % 5}`,
      phone: n % 2 ? `+120255501${10 + n}` : null,
    })),
  ])
  const made = await t.call(
    createList,
    { body: { name: 'Sample list', type: 'local', search: { category: 'brewery' } } },
    admin,
  )
  await t.finished(made.body.data.run.id, admin)
  await t.call(
    renameList,
    { params: { id: made.body.data.id }, body: { name: `Sample list ${HOSTILE}` } },
    admin,
  )
  const page = await t.call(leads, { params: { type: 'local', id: made.body.data.id }, body: {} }, admin)
  list = { id: made.body.data.id, lead: page.body.data[0]?.id as number }
  visitor = await openPage(url)
  signedIn = await openPage(url, { as: admin })
})
afterAll(async () => {
  await visitor?.close()
  await signedIn?.close()
  await closeProfiles(url)
  await t?.close()
})

const PAGES: [name: string, path: () => string, ready: RegExp][] = [
  ['sign in', () => '/login', /Sign in/],
  ['register', () => '/register', /Register/],
  ['forgot password', () => '/forgot-password', /Forgot/],
  ['terms', () => '/terms', /terms/i],
  ['callback', () => '/callback', /You can close this window/],
  ['profile', () => '/profile-settings/profile', /First name/],
  ['e-mail', () => '/profile-settings/email', /New address|New e-mail/i],
  ['password', () => '/profile-settings/password', /Current password/],
  ['sessions', () => '/profile-settings/sessions', /This device/i],
  ['second factor', () => '/profile-settings/second-factor', /authenticator/i],
  ['API keys', () => '/profile-settings/api-keys', /key/i],
  ['manage team', () => '/manage-team', /You work alone so far|Invite/],
  ['mails', () => '/admin/mails', /What was sent in the last 90 days/],
  ['new search', () => '/lead-search/new-search', /What to search/],
  ['saved lists', () => '/lead-search/saved-lists', /Sample list/],
  ['e-mail verification', () => '/lead-search/email-verification', /No address checked yet/],
  ['source quality', () => '/lead-search/sources', /No bounce reported yet/],
  ['companies of a list', () => `/saved-lists/local-${list.id}?tab=companies`, /No web site has been read/],
  ['a search for single domains', () => '/lead-search/new-search?type=single', /Addresses per domain/],
  ['a list', () => `/saved-lists/local-${list.id}`, /Sample Place/],
  ['a lead in the panel', () => `/saved-lists/local-${list.id}?lead=${list.lead}`, /Sample file/],
  ['a lead', () => `/saved-lists/local-${list.id}/${list.lead}`, /Sample file/],
  ['a search into a list', () => `/saved-lists/local-${list.id}/new-search`, /New search into a list/],
  ['the open corpus', () => '/admin/corpus', /Sample file/],
  ['wallet', () => '/wallet', /Free credits of the plan/],
  ['a page not built yet', () => '/ai/training', /Not available yet/],
]
const SIGNED_OUT = new Set(['/login', '/register', '/forgot-password'])
/** A change of colours needs no second load: the page follows the system's setting while it is open. */
const LOOKS = [
  { look: 'desktop, light', scheme: 'light', width: 1366, height: 800, load: true, rules: 'all' },
  { look: 'desktop, dark', scheme: 'dark', width: 1366, height: 800, load: false, rules: 'colours' },
  { look: 'phone, light', scheme: 'light', width: 390, height: 844, load: true, rules: 'all' },
] as const

describe.each(PAGES)('%s', (_name, path, ready) => {
  it.each(LOOKS)(
    'is accessible, quiet, unhacked and wears only the brand ($look)',
    async ({ scheme, width, height, load, rules }) => {
      const { page, faults } = SIGNED_OUT.has(path()) ? visitor : signedIn
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: scheme })
      if (load) await page.goto(path())
      await page.getByText(ready).first().waitFor()
      await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor()
      await expectAccessible(page, rules)
      expect(await page.evaluate('window.hacked')).toBeUndefined()
      // The page itself never scrolls sideways; wide tables scroll inside their frame.
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      expect(await page.content()).not.toMatch(/leadwright/i)
      expect(await page.title()).not.toMatch(/leadwright/i)
      expect(faults.splice(0)).toEqual([])
    },
  )
})
