import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { SAMPLE_MARK } from '#contract/prospecting/lead-import-samples.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { makeXlsx } from '#server/testing/xlsx-file.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
let user: TestUser
let folder: string

beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
  folder = await mkdtemp(join(tmpdir(), 'journey-'))
})
beforeEach(async () => {
  user = await t.account({ credits: 100 })
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await rm(folder, { recursive: true, force: true })
})

async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  const path = join(folder, name)
  await writeFile(path, content)
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByText('100%').waitFor()
}
const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

const FILE = `First name,Last name,Company,Email,Phone,Website,Fav colour
Ann,Lee,Acorn,ann@acorn.example,+15035550123,https://acorn.example,red
Bo,Öz,Birch,not an address,,https://birch.example,blue
Cem,Ak,Cedar,,call me,https://cedar.example,red
,,,,,,green
`

it('a file becomes a list: columns, corrections, settings, result, and undo', async () => {
  const { page, faults } = await openPage(url, { as: user })
  await page.goto('/lead-search/saved-lists')
  await page.getByRole('link', { name: 'Import leads' }).first().click()
  await page.getByRole('heading', { name: 'Import leads' }).waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download sample file' }).click()
  const sample = await (await saved).path()
  expect(await readFile(sample, 'utf8')).toContain(SAMPLE_MARK)
  await expectAccessible(page)
  await choose(page, 'conference.csv', FILE)
  await next(page)

  await page.getByText('CSV, UTF-8 · 7 columns · 6 matched · 1 new custom field').waitFor()
  const email = page.getByRole('combobox', { name: 'Email becomes' })
  expect(await email.inputValue()).toBe('Email')
  expect(await page.getByRole('combobox', { name: 'Fav colour becomes' }).inputValue()).toBe('New: text')
  await expectAccessible(page)
  await next(page)

  await page.getByText('3 of 4 rows can be imported · 1 left out · 2 cells can’t be read').waitFor()
  await page.getByText('Rows that are left out, and why').click()
  await page.getByText(/Row 5: A row needs a name/).waitFor()
  await page.getByLabel('Value of row 3, Email').fill('bo@birch.example')
  await page.getByLabel('Leave row 4 out, because of Phone').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('2 of 4 rows can be imported · 2 left out').waitFor()
  await next(page)

  await page.getByLabel('List name').fill('Conference')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import leads' }).click()
  await page.getByText('2 imported').waitFor()
  await page.getByRole('button', { name: 'Download 2 rejected rows' }).waitFor()
  await expectAccessible(page)
  // The import is in the address, so that it survives a reload.
  await page.reload()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByText(/^Import undone/).waitFor()
  await page.getByRole('link', { name: 'Open list' }).click()
  await page.getByRole('heading', { name: 'Conference' }).waitFor()
  expect(faults).toEqual([])
})

it('a workbook is added to an existing list, and finding emails is offered with its price', async () => {
  const { id } = await seedList(t, user, {
    name: 'Shops',
    leads: [{ values: { name: 'Acorn', city: 'Porto', website: 'https://acorn.example' } }],
  })
  const { page, faults } = await openPage(url, { as: user })
  await page.goto(`/saved-lists/local-${id}/new-search`)
  await page.getByRole('link', { name: 'Import a file' }).click()
  await page.getByText('Shops').first().waitFor()
  const rows = [
    ['Shop', 'City', 'Website', 'Phone'],
    ['Acorn', 'Porto', 'https://acorn.example', '+351210000000'],
    ['Birch', 'Lisbon', 'https://birch.example', null],
  ]
  await choose(page, 'shops.xlsx', makeXlsx(rows))
  await next(page)
  await page.getByText('Excel, sheet “Leads” · 4 columns').waitFor()
  await page.getByRole('combobox', { name: 'Shop becomes' }).click()
  await page.getByRole('option', { name: 'Name', exact: true }).click()
  await next(page)
  await page.getByText('2 of 2 rows can be imported').waitFor()
  await next(page)
  await page.getByLabel('Leads already in the list').selectOption('always')
  await page.getByText('Choose per field').click()
  await page.getByLabel('City', { exact: true }).selectOption('fill')
  await page.getByLabel('Find emails after the import').check()
  await page.getByRole('button', { name: 'Import leads' }).click()
  await page.getByText('1 imported').waitFor()
  await page.getByText('1 merged').waitFor()
  const dialog = page.getByRole('dialog', { name: 'Find emails' })
  await dialog.getByText(/2 leads selected/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Open list' }).click()
  await page.getByText('Birch').first().waitFor()
  expect(faults).toEqual([])
})

it('an unreadable file is refused with the reason, and another can be chosen', async () => {
  const { page } = await openPage(url, { as: user })
  await page.goto('/lead-search/import?type=local')
  await choose(page, 'broken.xlsx', 'PK\x03\x04 and no more')
  await next(page)
  await page.getByText(/couldn’t read this as an Excel workbook/).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, 'header.csv', 'Name,City\n')
  await next(page)
  await next(page)
  await page.getByText('The file has a header but no rows. Choose another file.').waitFor()
  expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
})
