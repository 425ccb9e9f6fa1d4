import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

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

const PEOPLE = [
  'Vorname;Nachname;Funktion;Firma;E-Mail;Ort;Land',
  'Anna;Berg;Geschäftsführerin;Berg GmbH;anna@berg.example;Nürnberg;Deutschland',
  'Bob;Stone;Chief Executive Officer;Stone, Inc.;bob@stone.example;Portland;USA',
  'Cleo;Roux;Directrice marketing;Roux S.A.;;Lyon;France',
].join('\n')

it('a list of people is imported with its own columns and found by a synonym of the position', async () => {
  const { page, faults } = await openPage(url, { as: admin })
  await page.goto('/lead-search/new-search?type=people&position=%22CEO%22')
  await page.getByText('There’s no people data yet').waitFor()
  await page.getByRole('link', { name: 'Import data' }).click()

  await page.getByRole('button', { name: 'Import a file' }).first().click()
  const steps = page.getByRole('region', { name: 'Import a file' })
  await steps.getByText('People', { exact: true }).click()
  await steps.getByText('Drop a file of people here').waitFor()
  await expectAccessible(page)
  const file = join(folder, 'people.csv')
  await writeFile(file, PEOPLE)
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('100%').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await steps.getByText('CSV, 7 columns').waitFor()
  expect(await steps.getByLabel('Position', { exact: true }).inputValue()).toBe('Funktion')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await steps.getByLabel(/^Source/).fill('Members')
  await steps.getByLabel(/^License/).fill('CC BY 4.0')
  expect(await steps.getByLabel('Default category').count()).toBe(0)
  await page.getByRole('button', { name: 'Start import' }).click()
  await steps.getByText('No row was rejected.').waitFor()
  await page
    .getByRole('row', { name: /Members/ })
    .getByRole('cell', { name: '3', exact: true })
    .waitFor()

  await visit(page, '/lead-search/new-search?type=people&position=%22CEO%22&place=%22Germany%22')
  await page.getByText(/Position also: chief executive officer, managing director/).waitFor()
  await page.getByText('In Germany', { exact: true }).waitFor()
  await page.getByText('Anna Berg').waitFor()
  await page.getByRole('button', { name: 'Start search · up to 3 credits' }).waitFor()
  await expectAccessible(page)
  expect(await page.getByLabel('List name').inputValue()).toBe('CEO in Germany')
  await page.getByRole('button', { name: /^Start search/ }).click()
  await page.getByText('anna@berg.example').first().waitFor()
  expect(faults).toEqual([])
})
