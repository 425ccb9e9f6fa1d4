import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser } from '#server/testing/factories.ts'
import {
  gridOfPlaces,
  type OvertureBaseServer,
  overtureFile,
  startOvertureBase,
} from '#server/testing/overture-base.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

/** 30 by 30 places around Portland, Oregon. */
const GRID = gridOfPlaces({ wide: 30, high: 30, west: -122.8, south: 45.4 })

let t: TestApp
let url: string
let admin: TestUser
let server: OvertureBaseServer
beforeAll(async () => {
  server = await startOvertureBase({ '2026-09-23.0': { 'part-0.parquet': overtureFile(GRID, 100) } })
  t = await testApp({ overtureBase: server.address })
  url = await listen(t)
  admin = await t.admin()
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await server?.close()
})

/** Checks the page narrow and wide, light and dark. */
async function expectFine(page: Awaited<ReturnType<typeof openPage>>['page']): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'colours')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessible(page)
}

it('an administrator estimates an area, fetches it, refreshes it and deletes it', async () => {
  const { page, faults } = await openPage(url, { as: admin, width: 1280 })
  await page.goto('/lead-search/new-search')
  await page.getByRole('link', { name: /Add places to search.*about 40,000 places/ }).click()
  await page.waitForURL('**/admin/corpus?add=fetch')
  const panel = page.getByRole('region', { name: 'Fetch places' })
  await page.getByText('No business data yet').waitFor()

  await panel.getByRole('button', { name: 'Estimate' }).click()
  await panel
    .getByText(/Enter|required|Say where/i)
    .first()
    .waitFor()
  server.fail('ignores ranges')
  await panel.getByRole('textbox', { name: 'Place' }).fill('Portland, Oregon')
  await panel.getByLabel(/^Radius/).fill('8')
  await panel.getByRole('button', { name: 'Estimate' }).click()
  await panel.getByText(/ignores ranges: asked for a part of part-0.parquet/).waitFor()
  server.fail(null)
  await panel.getByRole('button', { name: 'Estimate' }).click()
  const estimate = panel.getByRole('region', { name: /Portland, Oregon/ })
  await estimate.getByText('Release 2026-09-23.0').waitFor()
  await estimate.getByText('License CDLA-Permissive-2.0').waitFor()
  await expectFine(page)

  await estimate.getByRole('button', { name: /^Fetch [\d,]+ places?$/ }).click()
  await panel.getByText('Done').waitFor()
  await panel.getByText(/[\d,]+ new/).waitFor()
  const sources = page.getByRole('region', { name: 'Sources' })
  const row = sources.getByRole('row', { name: /^Overture/ })
  await row.getByText('2026-09-23.0').waitFor()
  await row.getByText(/[\d,]+ new/).waitFor()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expectFine(page)

  server.put('2026-10-21.0', 'part-0.parquet', overtureFile(GRID.slice(30), 100))
  const act = async (name: string) => {
    await row.getByRole('button', { name: 'Actions for Overture' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Refresh')
  await page.getByRole('region', { name: 'Progress' }).getByText('Done').waitFor()
  await row.getByText('2026-10-21.0').waitFor()
  await row.getByText(/[\d,]+ unchanged/).waitFor()
  await act('Refresh')
  await page.getByText('Overture is up to date: 2026-10-21.0 is the newest release').waitFor()

  await act('Schedule')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Refresh/).selectOption('weekly')
  await dialog.getByLabel('At').selectOption('4')
  await expectFine(page)
  await dialog.getByRole('button', { name: 'Save schedule' }).click()
  await row.getByText('Every Monday, 04:00').waitFor()

  await act('Remove')
  await dialog.getByText(/places? are permanently deleted, with their links to other sources/).waitFor()
  await dialog.getByLabel('Type “Overture” to confirm').fill('Overture')
  await expectFine(page)
  await dialog.getByRole('button', { name: 'Remove source' }).click()
  await page.getByRole('region', { name: 'Progress' }).getByText('Done').waitFor()
  await page.getByText('No business data yet').waitFor()
  expect(faults.filter((fault) => !/\b(409|422|502)\b/.test(fault))).toEqual([])
})

it('a box is entered by its sides', async () => {
  const { page } = await openPage(url, { as: admin, width: 390, height: 844 })
  await page.goto('/admin/corpus?add=fetch')
  const panel = page.getByRole('region', { name: 'Fetch places' })
  await panel.getByText('Box', { exact: true }).click()
  await panel.getByRole('button', { name: 'Estimate' }).click()
  await expect.poll(() => panel.getByText('Field is required').count()).toBe(4)
  const sides = { West: '-122.8', South: '45.4', East: '-122.7', North: '45.5' }
  for (const [side, value] of Object.entries(sides)) await panel.getByLabel(`${side} (°)`).fill(value)
  await expectFine(page)
  await panel.getByRole('button', { name: 'Estimate' }).click()
  await panel.getByRole('region', { name: 'Box -122.8, 45.4, -122.7, 45.5' }).waitFor()
})
