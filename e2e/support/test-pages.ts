import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '#contract/identity/auth.ts'
import { leads } from '#contract/leads/leads.ts'
import { createList, renameList } from '#contract/leads/lists.ts'
import { findAccount } from '#server/modules/accounts/accounts/index.ts'
import { createSite } from '#server/modules/branding/sites/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './accessible.ts'
import { closeProfiles, listen, openPage, type WatchedPage } from './browser.ts'
import { expectEvenLines } from './even-lines.ts'
import { answerLate, expectSteady } from './steady.ts'

/** A list with hostile text in every field, and one of its leads; set before the tests start. */
interface SampleList {
  id: number
  lead: number
}

/** A page: its name, its address, and a text shown when it is ready. */
export type PageCase = [name: string, path: (list: SampleList) => string, ready: RegExp]

let t: TestApp
let url: string
let admin: TestUser
/** One tab for all pages, as users have. */
let visitor: WatchedPage
let signedIn: WatchedPage
const list: SampleList = { id: 0, lead: 0 }

const HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>{{constructor}}'

const SIGNED_OUT = new Set(['/login', '/register', '/forgot-password'])
/**
 * Each page is opened once, on a phone, where a part that comes late moves the most. Then it follows the system's
 * color scheme and the width of its window. A phone has the colours of the desktop but different components.
 */
const LOOKS = [
  { look: 'phone, light', scheme: 'light', width: 390, height: 844, isFirst: true, rules: 'parts' },
  { look: 'desktop, light', scheme: 'light', width: 1366, height: 800, isFirst: false, rules: 'all' },
  { look: 'desktop, dark', scheme: 'dark', width: 1366, height: 800, isFirst: false, rules: 'colours' },
] as const

/** Runs in the page, so that its text, which is long, stays there. */
const READ_FACTS = `(() => {
  const text = document.documentElement.outerHTML
  return {
    hacked: window.hacked !== undefined,
    scrollsSideways: document.documentElement.scrollWidth > innerWidth,
    showsBrand: text.includes('Fox Leads'),
    ownName: /leadwright.{0,50}/i.exec(text + document.title)?.[0] ?? null,
  }
})()`

/**
 * The pages belong to a reseller: none of them may show the product's own name. Returns the admin, signed in there,
 * because sessions are bound to the domain they started on.
 */
async function brandTheDomain(): Promise<TestUser> {
  const host = new URL(url).hostname
  const account = await findAccount(t.app.ctx, admin.accountId)
  await createSite(t.app.ctx, {
    account_id: admin.accountId,
    realm_id: account?.realm_id as number,
    domain: host,
    name: 'Fox Leads',
    verified_at: new Date(),
  })
  const { email, password } = admin
  const there = await t.call(login, { body: { email, password } }, null, { headers: { host } })
  return { ...admin, token: there.body.data.authorisation.token }
}

/** Tests each page in each look. */
export function testPages(pages: PageCase[]): void {
  beforeAll(async () => {
    t = await testApp()
    const { port } = new URL(await listen(t))
    url = `http://pages.brands.example:${port}`
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
    const created = await t.call(
      createList,
      { body: { name: 'Sample list', type: 'local', search: { category: 'brewery' } } },
      admin,
    )
    await t.finished(created.body.data.run.id, admin)
    await t.call(
      renameList,
      { params: { id: created.body.data.id }, body: { name: `Sample list ${HOSTILE}` } },
      admin,
    )
    const page = await t.call(leads, { params: { type: 'local', id: created.body.data.id }, body: {} }, admin)
    Object.assign(list, { id: created.body.data.id, lead: page.body.data[0]?.id })
    const there = await brandTheDomain()
    visitor = await openPage(url)
    signedIn = await openPage(url, { as: there })
    await Promise.all([visitor, signedIn].map(({ page }) => answerLate(page)))
  })
  afterAll(async () => {
    await visitor?.close()
    await signedIn?.close()
    await closeProfiles(url)
    await t?.close()
  })

  describe.each(pages)('%s', (name, path, ready) => {
    it.each(LOOKS)(
      'is steady and accessible, logs no error, runs no hostile text and shows only the brand ($look)',
      async ({ scheme, width, height, isFirst, rules }) => {
        const tab = SIGNED_OUT.has(path(list)) ? visitor : signedIn
        const { page, faults } = tab
        await page.setViewportSize({ width, height })
        await page.emulateMedia({ colorScheme: scheme })
        if (isFirst) {
          await page.goto(path(list))
          await tab.waitForRequests()
        }
        await page.getByText(ready).first().waitFor()
        if (isFirst) await expectSteady(page, name)
        await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor()
        await expectAccessible(page, rules)
        await expectEvenLines(page)
        expect(await page.evaluate(READ_FACTS)).toEqual({
          hacked: false,
          // The page itself never scrolls sideways; wide tables scroll inside their container.
          scrollsSideways: false,
          showsBrand: true,
          ownName: null,
        })
        expect(faults.splice(0)).toEqual([])
      },
    )
  })
}
