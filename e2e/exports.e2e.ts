import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createExportTemplate } from '#contract/leads/export-templates.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

const openDialog = async (page: Page) => {
  await page.getByText('3 leads').first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search lists/ }).fill('export opt')
  await page
    .getByRole('option', { name: /Export options/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  return page.getByRole('dialog', { name: 'Export leads' })
}

async function saved(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return readFile(await file.path())
}

it('downloads a workbook with verified addresses, then only new leads, then with a template', async () => {
  const user = await t.account()
  const { id } = await seedList(t, user, {
    leads: [
      { values: { name: '=Anna', email: 'anna@shop.example', email_state: 'valid' } },
      { values: { name: 'Ben', email: 'ben@shop.example', email_state: 'catch_all' } },
      { values: { name: 'Cleo' } },
    ],
  })
  const choices = { columns: ['name'], headers: { name: 'Firma' } }
  await t.call(createExportTemplate, { body: { type: 'local', name: 'CRM', choices } }, user)
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto(`/saved-lists/local-${id}`)
  const first = await openDialog(page)
  await first.getByText('1 verified, 1 accept-all (may bounce)').waitFor()
  expect(await first.getByRole('radio', { name: 'All addresses, with their state' }).isChecked()).toBe(true)
  await first.getByText('2 emails, 1 verified.').waitFor()
  await expectAccessible(page)
  await first.getByRole('radio', { name: 'Verified addresses only' }).check()
  await first.getByRole('radio', { name: 'Excel workbook' }).check()
  const book = await saved(page, () => first.getByRole('button', { name: 'Export Excel' }).click())
  const sheet = strFromU8(unzipSync(book)['xl/worksheets/sheet1.xml'] as Uint8Array)
  expect(sheet).toContain('>=Anna<')
  expect(sheet).toContain('anna@shop.example')
  expect(sheet).not.toContain('ben@shop.example')
  const second = await openDialog(page)
  await second.getByRole('switch', { name: 'Only new since my last download' }).click()
  await second.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'CRM' }).click()
  const rest = await saved(page, () => second.getByRole('button', { name: 'Export', exact: true }).click())
  expect(rest.toString()).toBe('Firma\r\n')
  expect(faults).toEqual([])
  await close()
})

it('exports unchecked addresses with their state unless changed, and warns before an empty file', async () => {
  const user = await t.account()
  const { id } = await seedList(t, user, {
    leads: ['a', 'b', 'c'].map((name) => ({ values: { name, email: `${name}@shop.example` } })),
  })
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto(`/saved-lists/local-${id}`)
  const dialog = await openDialog(page)
  await dialog.getByText('3 emails, 0 verified.').waitFor()
  await dialog.getByRole('radio', { name: 'Verified addresses only' }).check()
  await dialog.getByText('The file won’t contain any emails: none of 3 addresses is verified yet.').waitFor()
  await dialog.getByRole('radio', { name: 'All addresses, with their state' }).check()
  await dialog.getByText('The file won’t contain any emails').waitFor({ state: 'detached' })
  const chosen = await saved(page, () => dialog.getByRole('button', { name: 'Export CSV' }).click())
  const atOnce = await saved(page, () =>
    page.getByRole('button', { name: 'Export', exact: true }).first().click(),
  )
  expect(chosen.toString().split('\r\n')[0]).toMatch(/^\uFEFFName,Email,Email state,/)
  expect(chosen.toString()).toContain('a@shop.example')
  expect(atOnce.toString()).toBe(chosen.toString())
  expect(faults).toEqual([])
  await close()
})

it('lists past exports, repeats one, and creates, edits and deletes templates', async () => {
  const user = await t.account()
  const { id } = await seedList(t, user, {
    name: 'Pubs',
    leads: ['Anna', 'Ben', 'Cleo'].map((name) => ({ values: { name, city: 'Cork' } })),
  })
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto(`/saved-lists/local-${id}`)
  const exporting = await openDialog(page)
  await exporting.getByRole('button', { name: 'Save as template' }).click()
  const making = page.getByRole('dialog', { name: 'Save as template' })
  await making.getByRole('textbox', { name: 'Name', exact: true }).fill('CRM')
  const lines = making.getByRole('list', { name: 'Columns' }).getByRole('listitem')
  const [first, second] = [lines.nth(0), lines.nth(1)]
  const order = () => lines.evaluateAll((all) => all.slice(0, 2).map((line) => line.dataset.column))
  const before = await order()
  await first.getByRole('button', { name: / down$/ }).press('Enter')
  await expect.poll(order).toEqual(before.toReversed())
  await second.locator('[data-grip]').hover()
  await page.mouse.down()
  const target = await first.boundingBox()
  await page.mouse.move((target?.x ?? 0) + 10, (target?.y ?? 0) + 4, { steps: 4 })
  await page.mouse.up()
  await expect.poll(order).toEqual(before)
  await making.getByRole('textbox', { name: 'Name of Name in the file' }).fill('Firma')
  await expectAccessible(page)
  await making.getByRole('button', { name: 'Save template' }).click()
  await making.waitFor({ state: 'detached' })
  await exporting.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'CRM' }).click()
  const file = await saved(page, () => exporting.getByRole('button', { name: 'Export', exact: true }).click())
  expect(file.toString()).toMatch(/^\uFEFFFirma,/)
  await page.getByText(/\.csv downloaded/).waitFor()

  await page.getByRole('button', { name: 'List menu' }).click()
  await page.getByRole('menuitem', { name: 'Exports and templates' }).click()
  await page.getByText(/All leads · template “CRM” · CSV · \d+ columns · 1 renamed/).waitFor()
  await page.getByRole('row').filter({ hasText: 'Done' }).waitFor()
  await expectAccessible(page)
  const again = await saved(page, () =>
    page
      .getByRole('button', { name: /^Export again/ })
      .first()
      .click(),
  )
  expect(again.toString()).toBe(file.toString())

  await page.getByRole('button', { name: 'Actions for CRM' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit “CRM”' })
  await editing.getByRole('checkbox', { name: 'Share with everyone on the team' }).check()
  await editing.getByRole('button', { name: 'Save template' }).click()
  await editing.waitFor({ state: 'detached' })
  await page.getByText('Everyone on the team').waitFor()
  await page.getByRole('button', { name: 'Actions for CRM' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('No templates yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Actions for CRM' }).waitFor()
  expect(faults).toEqual([])
  await close()
})
