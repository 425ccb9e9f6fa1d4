import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createExportTemplate } from '#contract/leads/export-templates.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

let t: TestApp
let url: string
let user: TestUser
let list: number
beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
  user = await t.account()
  const leads = [1, 2, 3].map((n) => ({
    values: { name: `Firm ${n}`, email: `info@firm${n}.example`, website: `https://firm${n}.example` },
  }))
  list = (await seedList(t, user, { leads })).id
  const choices = { columns: ['name', 'email'] }
  await t.call(createExportTemplate, { body: { type: 'local', name: 'CRM', choices } }, user)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

const SIZES = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
]

/** Dialogs for the leads of a list, by the text that finds them in the command palette. */
const OF_LEADS = [
  'Export options',
  'Find emails',
  'Get employees',
  'Verify emails',
  'Labels',
  'Add a lead manually',
  'Clean up',
  'Article 14 notices',
  'Move or copy',
  'Waterfall',
]

/** Dialogs of other pages: address, and the button that opens each. */
const OF_PAGES: [path: string, button: RegExp][] = [
  ['/profile-settings/api-keys', /^Create key/],
  ['/manage-team', /^Invite/],
  ['/suppression', /^Add$/],
  ['/suppression', /^Erase/],
  ['/lead-search/custom-labels', /^New label/],
  ['/lead-search/custom-fields', /^New field/],
]

/** The last button of a dialog is its primary one; it has to be in the viewport, whatever its size. */
async function expectButtonInSight(page: Page, dialog: Locator, name: string): Promise<void> {
  const primary = dialog.getByRole('button').last()
  await primary.waitFor()
  for (const { width, height } of SIZES) {
    await page.setViewportSize({ width, height })
    await expect
      .poll(
        async () => {
          const box = await primary.boundingBox()
          return box && [box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height]
        },
        { message: `${name} at ${width}x${height}` },
      )
      .toEqual([true, true, true, true])
  }
}

it('shows the primary button of every lead dialog, on a laptop and on a phone', async () => {
  const { page, faults, close } = await openPage(url, { as: user, ...SIZES[1] })
  await page.goto(`/saved-lists/local-${list}`)
  await page.getByText('Firm 1').first().waitFor()
  for (const name of OF_LEADS) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search lists/ }).fill(name)
    await page
      .getByRole('option', { name: new RegExp(`^${name}`) })
      .first()
      .click()
    const dialog = page
      .locator('.mantine-Modal-content')
      .filter({ hasNot: page.getByRole('combobox', { name: /^Search lists/ }) })
    await expectButtonInSight(page, dialog, name)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  expect(faults).toEqual([])
  await close()
})

it('shows the primary button of all other dialogs, on a laptop and on a phone', async () => {
  const { page, close } = await openPage(url, { as: user, ...SIZES[1] })
  await page.goto('/lead-search/saved-lists')
  for (const [path, button] of OF_PAGES) {
    await visit(page, path)
    await page.getByRole('button', { name: button }).first().click()
    await expectButtonInSight(page, page.getByRole('dialog'), path)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await close()
})

it('names every step of the import wizard on a phone, without scrolling inside the page', async () => {
  const { page, faults, close } = await openPage(url, { as: user, width: 390, height: 844 })
  await page.goto('/lead-search/import')
  for (const name of ['File', 'Columns', 'Check', 'Settings', 'Import'])
    await page
      .locator('.mantine-Stepper-root')
      .getByRole('button', { name: new RegExp(`${name}$`) })
      .waitFor()
  const rows = Array.from({ length: 40 }, (_, n) => `Firm ${n},x${n}@firm.example`)
  const columns = Array.from({ length: 12 }, (_, n) => `Column ${n}`)
  const text = [['Name', 'Email', ...columns].join(), ...rows.map((row) => row + ',x'.repeat(12))].join('\n')
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'firms.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByText('100%').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  const table = page.getByRole('region', { name: 'Columns of the file' })
  await table.waitFor()
  expect(await table.evaluate((box) => box.scrollHeight <= box.clientHeight + 1)).toBe(true)
  expect(faults).toEqual([])
  await close()
})
