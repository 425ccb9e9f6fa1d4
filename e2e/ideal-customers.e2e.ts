import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit, type WatchedPage } from './support/browser.ts'

let t: TestApp
let url: string
let user: TestUser
let listId: number
let watched: WatchedPage

const CATEGORIES = ['craft/brewery', 'amenity/cafe']
const PLACES = Array.from({ length: 100 }, (_, at) => ({
  name: `Place ${at}`,
  category: CATEGORIES[at % 2] as string,
  region: at % 4 < 2 ? 'Oregon' : 'Texas',
  country: 'US',
}))

beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
  user = await t.account({ modules: ['leads', 'ai_suggest'], credits: 100 })
  await t.places('places', PLACES)
  const { id, leadIds } = await seedList(t, user, {
    name: 'Prospects',
    leads: PLACES.map((values) => ({ values })),
  })
  listId = id
  await t.app.database.db
    .updateTable('lead')
    .set({ lead_status: 'won' })
    .where('account_id', '=', user.accountId)
    .where(
      'id',
      'in',
      leadIds.filter((_, at) => at % 4 === 0),
    )
    .execute()
  watched = await openPage(url, { as: user })
})
afterAll(async () => {
  await watched?.close()
  await closeProfiles(url)
  await t?.close()
})

it('suggests a segment, searches it, understands a sentence and scores leads', async () => {
  const { page } = watched
  await page.goto('/ai/icp-suggestions')
  const segment = page.getByRole('article').filter({ hasText: 'Craft Brewery · Oregon, United States' })
  await segment.getByText('25 of your 25 leads of this kind are won').waitFor()
  await segment.getByText('25 matches in a search').waitFor()
  await expectAccessible(page)
  await segment.getByRole('link', { name: 'Search this' }).click()
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await expect.poll(() => field('State / region').inputValue()).toBe('Oregon, United States')

  await field('Describe who you’re looking for').fill('25 cheap cafés in Texas with a website')
  await page.getByRole('button', { name: 'Fill in form' }).click()
  await page.getByText('Not understood: “25” and “cheap”').waitFor()
  await expect.poll(() => field('State / region').inputValue()).toBe('Texas')
  expect(await page.getByRole('checkbox', { name: 'Website' }).first().isChecked()).toBe(true)
  await expectAccessible(page)

  await visit(page, `/saved-lists/local-${listId}`)
  await page.getByRole('button', { name: 'List menu' }).click()
  await page.getByRole('menuitem', { name: 'Score leads' }).click()
  await expect
    .poll(async () => (await t.app.database.db.selectFrom('lead_score_model').select('won').execute()).length)
    .toBe(1)
  await visit(page, `/saved-lists/local-${listId}?sort=-score`)
  await page.getByText('Place 0', { exact: true }).first().click()
  await page.getByRole('region', { name: 'Score' }).getByText('Category: Craft Brewery').waitFor()
  await expectAccessible(page)
  expect(watched.faults).toEqual([])
})
