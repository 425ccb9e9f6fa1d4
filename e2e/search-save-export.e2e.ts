import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#server/testing/factories.ts'
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

/** Thirty invented breweries around Portland, one closed, one far away, and one broken row. */
const CSV = [
  'id,name,brewery_type,address_1,city,state_province,postal_code,country,phone,website_url,longitude,latitude',
  ...Array.from(
    { length: 30 },
    (_, n) =>
      `b${n},Sample Brewery ${n},micro,${n} Sample St,Portland,Oregon,97209,United States,503555${String(1000 + n)},http://brewery${n}.example.com,${-122.67 + n / 1000},${45.52 + n / 1000}`,
  ),
  'c1,Closed Sample Brewery,closed,1 Sample St,Portland,Oregon,97209,United States,,,-122.67,45.52',
  'f1,Far Sample Brewery,micro,1 Sample St,Seattle,Washington,98101,United States,,,-122.33,47.6',
  'x1,Broken Sample Brewery,micro,1 Sample St',
].join('\n')

describe('from a file of businesses to an exported list', () => {
  it('signs in, imports, searches, watches leads arrive, filters, opens one and downloads the CSV', async () => {
    const file = join(folder, 'breweries.csv')
    await writeFile(file, CSV)
    const { page, faults } = await openPage(url)

    await page.goto('/')
    await page.waitForURL('**/login')
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Email or password is wrong').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/lead-search/new-search')
    expect(faults.splice(0).filter((fault) => !fault.includes('401'))).toEqual([])

    await page.getByRole('button', { name: 'Platform' }).click()
    await page.getByRole('link', { name: 'Business data' }).click()
    await page.getByRole('button', { name: 'Import a file' }).first().click()
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('100%').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Sample Brewery 1', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    const steps = page.getByRole('region', { name: 'Import a file' })
    await steps.getByLabel(/^Source/).fill('Sample file')
    await steps.getByLabel(/^License/).fill('CC0')
    await steps.getByLabel(/^Default category/).fill('brewery')
    await page.getByRole('listbox').getByRole('option').first().click()
    await page.getByRole('button', { name: 'Start import' }).click()
    await steps.getByText('32 imported').waitFor()
    await steps.getByText('1 rejected').waitFor()
    // Line 34 of the file: the row that ends after its street.
    await steps.getByRole('cell', { name: '34' }).waitFor()

    await page.getByRole('link', { name: 'New Search' }).click()
    await page.getByRole('textbox', { name: 'Category' }).fill('brewery')
    await page.getByRole('listbox').getByRole('option').first().click()
    await page.getByRole('textbox', { name: 'Near' }).fill('Portland, Oreg')
    await page
      .getByRole('option', { name: /Portland, Oregon/ })
      .first()
      .click()
    await page.getByRole('button', { name: /Start search · up to 30 credits/ }).click()
    await page.waitForURL('**/saved-lists/local-*')
    await page.getByText('30 leads').first().waitFor()
    await page.getByText('Done').first().waitFor()

    await page.getByRole('textbox', { name: 'Search this list' }).fill('brewery 7')
    await page.getByText('1 match', { exact: true }).first().waitFor()
    expect(new URL(page.url()).search).toContain('brewery')
    await page.reload()
    await page.getByText('1 match', { exact: true }).first().waitFor()

    await page.getByText('Sample Brewery 7', { exact: true }).first().click()
    const panel = page.getByRole('dialog').or(page.getByRole('complementary'))
    await panel
      .getByText(/Sample file/)
      .first()
      .click()
    await page.getByText('CC0').first().waitFor()
    await page.keyboard.press('Escape')

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).first().click()
    const saved = await (await download).path()
    const lines = (await readFile(saved, 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('Sample Brewery 7')
    expect(lines[1]).toContain('+15035551007')

    await page.getByRole('button', { name: /^Runs/ }).click()
    const runs = page.getByRole('dialog', { name: 'Runs' })
    await runs.getByText(/File kept until/).waitFor()
    await runs.getByRole('img', { name: /^Results of .*delivered/ }).waitFor()
    await runs.getByRole('row', { name: /^Business data \d+ leads$/ }).waitFor()
    await expectAccessible(page)
    const again = page.waitForEvent('download')
    await runs.getByRole('button', { name: 'Download again' }).click()
    expect((await readFile(await (await again).path(), 'utf8')).trim().split('\r\n')).toEqual(lines)
    await runs.getByRole('link', { name: 'Find emails' }).click()
    await page.getByRole('dialog', { name: 'Find emails' }).waitFor()
    await runs.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })
})
