import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PlaceInput } from '#server/modules/sources/corpus/place-record.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
let admin: TestUser

/** Same phone, two streets: only a person can tell whether a business moved or has two branches. */
const record = (name: string, part: Partial<PlaceInput>): Partial<PlaceInput> => ({
  sourceKey: name,
  name,
  nameKey: name.toLowerCase(),
  city: 'Berlin',
  country: 'DE',
  phone: `+4930231252${name.length}`,
  ...part,
})

beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
  admin = await t.admin()
  const names = ['Wohlrab', 'Speiche', 'Kopierladen']
  await t.places(
    'Overture',
    names.map((name) =>
      record(name, { street: 'Torstr. 118', streetKey: '118 torstr', lat: 52.52, lon: 13.4 }),
    ),
  )
  await t.places(
    'OpenStreetMap',
    names.map((name) =>
      record(name, { street: 'Weserstr. 5', streetKey: '5 weserstr', lat: 52.49, lon: 13.43 }),
    ),
  )
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

const keysOf = async (name: string): Promise<string[]> => {
  const rows = await t.app.database.db
    .selectFrom('corpus_place')
    .select('entity_key')
    .where('name', '=', name)
    .orderBy('id')
    .execute()
  return rows.map(({ entity_key }) => entity_key)
}

it('an administrator opens the duplicates of the corpus, confirms, separates and undoes, also by keyboard', async () => {
  const { page, faults } = await openPage(url, { as: admin })
  await page.goto('/admin/corpus')
  await page.getByRole('link', { name: 'Duplicates (3)' }).click()
  await page.waitForURL('**/admin/corpus/duplicates')
  const cards = page.getByRole('article')
  await cards.nth(2).waitFor()
  const card = page.getByRole('article', { name: 'Wohlrab' })
  expect(await card.getByRole('list', { name: 'Reasons' }).textContent()).toContain('Same phone')
  await card.getByRole('rowheader', { name: /Street.*differs/ }).waitFor()
  await card.getByRole('columnheader', { name: /Overture/ }).waitFor()
  await expectAccessible(page)

  await card.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Confirmed: Wohlrab is one business').waitFor()
  await page.getByRole('link', { name: 'Duplicates (2)' }).waitFor()
  expect(await keysOf('Wohlrab')).toEqual(['overture:Wohlrab', 'overture:Wohlrab'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Duplicates (3)' }).waitFor()
  expect(await keysOf('Wohlrab')).toEqual(['overture:Wohlrab', 'openstreetmap:Wohlrab'])

  const current = page.locator('article:focus h2')
  const first = (await cards.first().getByRole('heading').textContent()) ?? ''
  for (const _ of [1, 2, 3]) await page.keyboard.press('k')
  await expect.poll(() => current.textContent()).toBe(first)
  await page.keyboard.press('j')
  await expect.poll(() => current.textContent()).not.toBe(first)
  await page.keyboard.press('k')
  await expect.poll(() => current.textContent()).toBe(first)
  await page.keyboard.press('x')
  await page.getByText(`Separated: ${first} is two businesses`).waitFor()
  await page.getByRole('link', { name: 'Duplicates (2)' }).waitFor()
  await page.keyboard.press('z')
  await page.getByText('Decision undone').first().waitFor()
  await page.getByRole('link', { name: 'Duplicates (3)' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Separate: two businesses').waitFor()
  await page.keyboard.press('Escape')

  await page.getByLabel('State').selectOption('cut')
  await page.getByText('No pairs here').waitFor()
  await page.getByLabel('State').selectOption('all')
  await page.getByLabel('Search by name').fill('speiche')
  await expect.poll(() => cards.count()).toBe(1)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  expect(faults).toEqual([])
})
