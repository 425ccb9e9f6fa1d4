import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser } from '#server/testing/factories.ts'
import { osmFile } from '#server/testing/osm-file.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
let admin: TestUser
let folder: string

beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
  admin = await t.admin()
  folder = await mkdtemp(join(tmpdir(), 'journey-'))
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await rm(folder, { recursive: true, force: true })
})

const MAP = osmFile({
  nodes: Array.from({ length: 40 }, (_, at) => ({
    id: at + 1,
    lat: 43.73 + at / 1000,
    lon: 7.42,
    tags: { name: at === 7 ? 'x'.repeat(501) : `Café ${at}`, amenity: 'cafe', 'addr:city': 'Monaco' },
  })),
})

it('imports a map extract without a mapping, and explains why a broken file is refused', async () => {
  const { page, faults } = await openPage(url, { as: admin })
  await page.goto('/admin/corpus')
  await page.getByRole('button', { name: 'Import a file' }).first().click()
  const steps = page.getByRole('region', { name: 'Import a file' })

  const broken = join(folder, 'places.parquet')
  await writeFile(broken, 'PAR1 and no more')
  await page.locator('input[type=file]').setInputFiles(broken)
  await page.getByText('100%').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await steps.getByText(/Parquet file is truncated or damaged/).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Choose another file' }).click()

  const file = join(folder, 'monaco.osm.pbf')
  await writeFile(file, MAP)
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('100%').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await steps.getByText('OpenStreetMap, no columns to map').waitFor()
  await steps.getByRole('columnheader', { name: 'ID in the source' }).waitFor()
  await steps.getByRole('cell', { name: 'node/1', exact: true }).waitFor()
  expect(await steps.getByRole('combobox').count()).toBe(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Continue' }).click()
  await steps.getByLabel(/^Source/).fill('osm')
  await steps.getByLabel(/^License/).fill('ODbL-1.0')
  await page.getByRole('button', { name: 'Start import' }).click()
  await steps.getByText('39 imported').waitFor()
  await steps.getByRole('columnheader', { name: 'Place' }).waitFor()
  await steps.getByText('node/8: name is longer than 500 characters').waitFor()
  await expectAccessible(page)
  expect(faults.filter((fault) => !fault.includes('422'))).toEqual([])
})
