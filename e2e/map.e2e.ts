import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit, type WatchedPage } from './support/browser.ts'

let t: TestApp
let url: string
let user: TestUser

beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
  user = await t.account()
  await t.places('Cafes', [
    { name: 'Cafe One', lat: 59.91, lon: 10.75, city: 'Oslo' },
    { name: 'Cafe Two', lat: 59.95, lon: 10.8, city: 'Oslo' },
  ])
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

/** Thirty leads in Portland, three in Salem and two without coordinates. */
const makeList = () =>
  seedList(t, user, {
    leads: [
      ...Array.from({ length: 30 }, (_, n) => ({
        values: { name: `Portland ${n}`, city: 'Portland', lat: 45.52, lon: -122.68 + n / 10_000 },
      })),
      ...Array.from({ length: 3 }, (_, n) => ({
        values: { name: `Salem ${n}`, city: 'Salem', lat: 44.94, lon: -123.03 + n / 10_000 },
      })),
      ...['Nowhere', 'Somewhere'].map((name) => ({ values: { name } })),
    ],
  })

const mapOf = (page: Page) => page.getByRole('complementary', { name: 'Map' })
/** The center of a cluster, found by its number. */
async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox()
  if (!box) throw new Error('it is not to be seen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
const onCluster = (page: Page, count: string) => mapOf(page).locator('span').getByText(count, { exact: true })

/** Opens the list with its map and waits until it is drawn. */
async function withMap(id: number): Promise<WatchedPage> {
  const opened = await openPage(url, { as: user, width: 1280 })
  const { page } = opened
  await page.goto(`/saved-lists/local-${id}`)
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await mapOf(page).getByText('33 leads on the map · 2 without coordinates').waitFor()
  return opened
}

it('a circle drawn on the map filters the list until its chip is removed', async () => {
  const { id } = await makeList()
  const { page, faults, close } = await withMap(id)
  await onCluster(page, '30').waitFor()
  await onCluster(page, '3').waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Circle' }).click()
  await page.getByRole('application', { name: /Draw a circle/ }).waitFor()
  const { x, y } = await middleOf(onCluster(page, '30'))
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y, { steps: 4 })
  await expectAccessible(page)
  await page.mouse.up()
  await page.getByText('30 matches').waitFor()
  await mapOf(page).getByText('30 leads on the map', { exact: true }).waitFor()
  const chip = page.getByRole('button', { name: /Remove filter Within .* of 45\.5\d, -122\.6/ })
  await chip.waitFor()

  // The area is in the address, and the open map is remembered.
  await page.reload()
  await page.getByText('30 matches').waitFor()
  await mapOf(page).getByRole('button', { name: 'Clear area' }).waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'colours')
  await chip.click()
  await page.getByText('35 leads').first().waitFor()
  await mapOf(page).getByText('33 leads on the map · 2 without coordinates').waitFor()
  expect(faults).toEqual([])
  await close()
})

it('a box is drawn by two clicks or by Enter, and Esc cancels without a change', async () => {
  const { id } = await makeList()
  const { page, faults, close } = await withMap(id)
  const { x, y } = await middleOf(onCluster(page, '3'))
  await page.getByRole('button', { name: 'Box' }).click()
  const layer = page.getByRole('application', { name: /Draw a box/ })
  await layer.waitFor()
  await page.keyboard.press('Escape')
  await layer.waitFor({ state: 'detached' })
  expect(page.url()).not.toContain('area')

  await page.getByRole('button', { name: 'Box' }).click()
  await page.mouse.click(x - 30, y - 30)
  await page.mouse.click(x + 30, y + 30)
  await page.getByText('3 matches').waitFor()
  await page.getByRole('button', { name: 'Remove filter In a box on the map' }).waitFor()
  await page.getByRole('button', { name: 'Clear area' }).click()
  await page.getByText('35 leads').first().waitFor()

  await page.getByRole('button', { name: 'Circle' }).click()
  await page.getByRole('application', { name: /Draw a circle/ }).press('Enter')
  await page.getByRole('button', { name: /Remove filter Within/ }).waitFor()
  expect(faults).toEqual([])
  await close()
})

it('a cluster opens by a click, a point shows its lead and opens it, and a key hides the map', async () => {
  const values = { name: 'Far North', city: 'Alta', phone: '+4778000000', lat: 69.97, lon: 23.27 }
  const { id } = await seedList(t, user, { leads: [{ values }] })
  const { page, faults, close } = await openPage(url, { as: user, width: 1280 })
  await page.goto(`/saved-lists/local-${id}`)
  await page.getByText('Far North').first().waitFor()
  await page.keyboard.press('m')
  const map = mapOf(page)
  await map.getByText('1 lead on the map').waitFor()
  const canvas = map.getByRole('region', { name: /Leads on a map/ })
  const { x, y } = await middleOf(canvas)
  const card = map.getByText('Alta')
  await expect
    .poll(async () => {
      await page.mouse.move(x + 60, y)
      await page.mouse.move(x, y)
      return card.isVisible()
    })
    .toBe(true)
  await page.mouse.click(x, y)
  await page.getByRole('complementary', { name: 'Lead', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await canvas.focus()
  await page.keyboard.press('m')
  await map.waitFor({ state: 'detached' })
  expect(faults).toEqual([])

  const many = await makeList()
  await visit(page, `/saved-lists/local-${many.id}`)
  await page.getByText('Portland 0').first().waitFor()
  await page.keyboard.press('m')
  const cluster = await middleOf(onCluster(page, '30'))
  await page.mouse.click(cluster.x, cluster.y)
  await onCluster(page, '30').waitFor({ state: 'detached' })
  await close()
})

it('a browser without WebGL shows a message and keeps the grid', async () => {
  const { id } = await makeList()
  const { page, faults, close } = await openPage(url, { as: user, width: 390 })
  await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
  await page.goto(`/saved-lists/local-${id}`)
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await page.getByText('This browser can’t show the map').waitFor()
  await page.getByText('Portland 0').first().waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
  // With the site's script.
  await page.close()
  await close()
})

it('a circle on the map of a new search sets its place and radius', async () => {
  const { page, faults, close } = await openPage(url, { as: user, width: 1280, height: 1100 })
  const near = encodeURIComponent(JSON.stringify({ lat: 59.91, lon: 10.75, label: 'Oslo, Norway' }))
  await page.goto(`/lead-search/new-search?keywords=Cafe&radius_km=25&near=${near}`)
  await page.getByRole('button', { name: 'Show map' }).click()
  const map = page.getByRole('region', { name: 'Search map' })
  await map.locator('[data-points="2"]').waitFor()
  await expectAccessible(page)
  await map.getByRole('button', { name: 'Circle' }).click()
  await map.getByRole('application', { name: /Draw a circle/ }).press('Enter')
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Near' }).inputValue())
    .toMatch(/^59\.9\d*, 10\.7\d*$/)
  expect(await page.getByRole('textbox', { name: 'Radius' }).inputValue()).not.toMatch(/^(25|15\.5) /)
  await map.getByRole('button', { name: 'Clear area' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Near' }).inputValue()).toBe('')
  expect(faults).toEqual([])
  await close()
})
