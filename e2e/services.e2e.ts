import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createService } from '#contract/leads/services.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
let websites: SampleWebsites
const GOOD = `<html lang="en"><head><title>Good bakery</title><meta name="viewport" content="width=device-width">
  <meta name="description" content="Bread"></head><body><a href="/contact">Contact</a>
  <form><input name="email"><textarea name="message"></textarea></form>© 2026</body></html>`
beforeAll(async () => {
  websites = await startSampleWebsites({
    'good.example': { '/': GOOD, '/contact': GOOD },
    'old.example': { '/': '<title>Old</title><p>Write to us. © 2015</p>' },
  })
  t = await testApp({ hostMap: websites.hostMap, crawl: { delayMs: 0 } })
  url = await listen(t)
  const place = (name: string, website: string) => ({
    sourceKey: name,
    name,
    nameKey: name.toLowerCase(),
    category: 'shop/bakery',
    city: 'Portland',
    country: 'US',
    lat: 45.52,
    lon: -122.67,
    website,
  })
  await t.places('Sample places', [
    place('Good bakery', 'http://good.example'),
    place('Old bakery', 'http://old.example'),
  ])
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await websites?.close()
})

/** Saves screenshots to the folder in SHOTS, if it is set. */
const shots = process.env.SHOTS
async function shoot(page: { screenshot(options: { path: string }): Promise<unknown> }, name: string) {
  if (!shots) return
  await mkdir(shots, { recursive: true })
  await page.screenshot({ path: join(shots, `${name}.png`) })
}

it('finds who needs a service, and why', async () => {
  const { page, faults, close } = await openPage(url, { as: await t.account() })
  await page.goto('/lead-search/services')
  await page.getByText('No services yet').waitFor()
  await page.getByRole('button', { name: 'New service' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Template').selectOption('Web design')
  await dialog.getByText('Pages aren’t laid out for phones').waitFor()
  await expectAccessible(page)
  await shoot(page, 'service-dialog')
  await dialog.getByRole('button', { name: 'Add service' }).click()
  await page.getByRole('row', { name: /Web design/ }).waitFor()
  await expectAccessible(page)
  await shoot(page, 'services')

  await page.getByRole('link', { name: 'New Search' }).click()
  await page.getByLabel('Who needs …?').selectOption('Web design')
  await page.getByRole('textbox', { name: 'Category' }).fill('bakery')
  await page.getByRole('listbox').getByRole('option').first().click()
  await shoot(page, 'new-search')
  await page.getByRole('button', { name: /Start search · up to 2 credits/ }).click()
  await page.waitForURL('**/saved-lists/local-*')
  await page.getByText('Check the websites to see who needs Web design.').waitFor()
  await expectAccessible(page)
  await shoot(page, 'list-unchecked')
  await page.getByRole('status').getByRole('button', { name: 'Check websites' }).click()
  await page.getByRole('button', { name: 'Check 2 leads · free' }).click()
  await page.getByRole('button', { name: 'Show only those who need it' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Old bakery' })
  await row.getByText('Outdated website').waitFor()
  await page.getByRole('button', { name: 'Remove filter Needs: Web design' }).waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'Good bakery' }).count()).toBe(0)
  expect(await row.getByRole('link', { name: 'Outdated website' }).getAttribute('href')).toContain(
    'old.example',
  )
  await expectAccessible(page)
  await shoot(page, 'list-why')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'colours')
  await shoot(page, 'list-why-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  expect(faults).toEqual([])
  await close()
})

/** A list whose websites were checked, and a service. */
async function checkedList() {
  const user = await t.account()
  await t.call(createService, { body: { name: 'Web design', template: 'web_design' } }, user)
  const origin = { source: 'website', method: 'read', confidence: 1, observed_at: '2026-01-02T03:04:05.000Z' }
  const outdated = { ...origin, url: 'http://old.example/', text: '© 2015' }
  const list = await seedList(t, user, {
    leads: [
      {
        values: { name: 'Old bakery', not_mobile: 'yes', outdated: 'yes', no_booking: 'yes' },
        provenance: { default: origin, fields: { outdated } },
      },
      { values: { name: 'Good bakery', not_mobile: 'no' } },
    ],
  })
  return { user, path: `/saved-lists/local-${list.id}` }
}

it('shows the reasons of a lead with their evidence, labels who needs a service and exports why', async () => {
  const { user, path } = await checkedList()
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto(path)
  await page.getByRole('button', { name: 'Needs', exact: true }).click()
  await page.getByRole('radio', { name: 'Web design' }).check()
  await page.getByText('1 match', { exact: true }).first().waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Old bakery' })
  await row.getByText('Old bakery').click()
  await page.getByRole('heading', { name: 'Why Web design' }).waitFor()
  await page.getByText('“© 2015”').waitFor()
  await expectAccessible(page)
  await shoot(page, 'lead')
  await page.keyboard.press('Escape')

  await row.getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected leads' })
  await bar.getByRole('button', { name: 'Labels' }).click()
  await page.getByRole('dialog', { name: 'Labels' }).getByRole('textbox').fill('Needs a website')
  await page.getByRole('button', { name: 'Create label “Needs a website”' }).click()
  await page.getByRole('button', { name: 'Change labels' }).click()
  await row.getByText('Needs a website').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).first().click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Pages aren’t laid out for phones')

  await page.setViewportSize({ width: 390, height: 800 })
  await shoot(page, 'list-390')
  await page.goto('/lead-search/services')
  await page.getByText('Web design').first().waitFor()
  await expectAccessible(page)
  await shoot(page, 'services-390')
  await page.getByRole('button', { name: 'New service' }).click()
  await page.getByRole('dialog').getByLabel('Template').selectOption('Web design')
  await shoot(page, 'service-dialog-390')
  expect(faults).toEqual([])
  await close()
})
