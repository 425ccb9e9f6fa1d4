import { afterAll, beforeAll, expect, it } from 'vitest'
import { lists } from '#contract/leads/lists.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

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

it('a lead is edited, noted and given a status, and each old value is restored', async () => {
  const user = await t.account()
  const list = await seedList(t, user, {
    leads: [{ values: { name: 'Acorn', city: 'Porto', email: 'a@acorn.example', email_state: 'valid' } }],
  })
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto(`/saved-lists/local-${list.id}?lead=${list.leadIds[0]}`)
  const lead = page.getByRole('complementary', { name: 'Lead' })
  await lead.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit lead' })
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('12')
  await dialog.getByRole('textbox', { name: 'City' }).fill('Faro')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter the number with its country code').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+351 21 123 4567')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await lead.getByText('City: “Porto” → “Faro”').waitFor()
  await lead.getByRole('button', { name: 'Restore City to “Porto”' }).click()
  await lead.getByText('City: “Faro” → “Porto”').waitFor()

  await lead.getByRole('combobox', { name: 'Status' }).selectOption('interested')
  await lead.getByText('Status: “new” → “interested”').waitFor()
  await lead.getByRole('textbox', { name: 'New note' }).fill('Call again in May')
  await lead.getByRole('button', { name: 'Add note' }).click()
  const note = lead.getByRole('article').filter({ hasText: 'Call again in May' })
  await note.waitFor()
  await expectAccessible(page)
  await note.getByRole('button', { name: 'Delete' }).click()
  await note.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await note.waitFor()
  expect(faults.filter((fault) => !fault.includes('422'))).toEqual([])
  await close()
})

it('leads move to another list, and the history moves them back', async () => {
  const user = await t.account()
  const named = ['Acorn', 'Birch', 'Cedar'].map((name) => ({ values: { name } }))
  const list = await seedList(t, user, { name: 'From here', leads: named })
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto(`/saved-lists/local-${list.id}`)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  for (const name of ['Acorn', 'Birch']) await row(name).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Move or copy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move or copy' })
  await dialog.getByRole('button', { name: 'Move leads' }).click()
  await dialog.getByText('Field is required').waitFor()
  await dialog.getByRole('textbox', { name: 'Name of the new list' }).fill('Best')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Move leads' }).click()
  await row('Acorn').waitFor({ state: 'detached' })
  const totals = async () =>
    Object.fromEntries((await t.call(lists, {}, user)).body.data.map(({ name, total }) => [name, total]))
  expect(await totals()).toEqual({ 'From here': 1, Best: 2 })

  await page.getByRole('button', { name: 'List menu' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  await history.getByText('2 leads · from “From here” to “Best”').waitFor()
  await expectAccessible(page)
  await history.getByRole('button', { name: 'Undo “Leads moved”' }).click()
  await history.getByText('undone').first().waitFor()
  expect(await totals()).toEqual({ 'From here': 3, Best: 0 })
  expect(faults).toEqual([])
  await close()
})

it('a custom field is added, filled in, deleted and restored with its values', async () => {
  const user = await t.account()
  const list = await seedList(t, user, { leads: [{ values: { name: 'Acorn' } }] })
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto('/lead-search/custom-fields')
  await page.getByRole('button', { name: 'New field' }).click()
  const dialog = page.getByRole('dialog', { name: 'New field' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Contract')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('row').filter({ hasText: 'cf_contract' }).waitFor()
  await expectAccessible(page)

  await visit(page, `/saved-lists/local-${list.id}/${list.leadIds[0]}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Contract' }).fill('K-17')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Contract: nothing → “K-17”').waitFor()
  await page.getByRole('definition').filter({ hasText: 'K-17' }).first().waitFor()

  await visit(page, '/lead-search/custom-fields')
  await page.getByRole('button', { name: 'Actions for Contract' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('Used in 1 lead.').waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('No custom fields yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row').filter({ hasText: 'cf_contract' }).waitFor()
  expect(faults).toEqual([])
  await close()
})
