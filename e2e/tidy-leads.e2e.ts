import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
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

it('a lead is added manually and not added twice, and values are cleaned up and restored', async () => {
  const user = await t.account()
  const list = await seedList(t, user, {
    leads: [{ values: { name: 'BIRCH BAKERY', email: 'A@Birch.Example' } }],
  })
  const names = async () =>
    (await t.call(leads, { params: { type: 'local', id: list.id }, body: {} }, user)).body.data.map(
      ({ values }) => values.name,
    )
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto(`/saved-lists/local-${list.id}`)
  const open = async (name: string) => {
    await page.getByRole('button', { name: 'List menu' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  const add = async (website: string) => {
    await open('Add a lead manually')
    const dialog = page.getByRole('dialog', { name: 'Add a lead manually' })
    await dialog.getByRole('textbox', { name: 'Website' }).fill(website)
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Acorn')
    await dialog.getByRole('button', { name: 'Add lead' }).click()
    return dialog
  }
  const refused = await add('nowhere')
  await refused.getByRole('textbox', { name: 'Website' }).and(page.locator('[aria-invalid="true"]')).waitFor()
  await expectAccessible(page)
  await refused.getByRole('textbox', { name: 'Website' }).fill('https://acorn.example')
  await refused.getByRole('button', { name: 'Add lead' }).click()
  await refused.waitFor({ state: 'detached' })
  expect(await names()).toEqual(['BIRCH BAKERY', 'Acorn'])
  await (await add('https://acorn.example')).waitFor({ state: 'detached' })
  expect(await names()).toHaveLength(2)

  await open('Clean up')
  const dialog = page.getByRole('dialog', { name: 'Clean up' })
  await dialog.getByText('BIRCH BAKERY → Birch Bakery').waitFor()
  await dialog.getByRole('checkbox', { name: /^Emails/ }).uncheck()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Clean up' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await names()).toEqual(['Birch Bakery', 'Acorn'])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(names).toEqual(['BIRCH BAKERY', 'Acorn'])
  expect(faults.filter((fault) => !fault.includes('422'))).toEqual([])
  await close()
})

it('duplicates of a list are compared, merged with the chosen value, and separated again', async () => {
  const user = await t.account()
  const list = await seedList(t, user, {
    leads: [
      { values: { name: 'Acorn Bakery', phone: '+4930123456', city: 'Berlin' } },
      { values: { name: 'Acorn Bakery GmbH', phone: '+4930123456' } },
    ],
  })
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto(`/saved-lists/local-${list.id}`)
  await page.getByRole('button', { name: 'List menu' }).click()
  await page.getByRole('menuitem', { name: 'Find duplicates' }).click()
  const group = page.getByRole('region', { name: 'Acorn Bakery' })
  await group.getByText('same phone').waitFor()
  await group.getByRole('row', { name: /^Name/ }).getByRole('radio', { name: 'Acorn Bakery GmbH' }).check()
  await expectAccessible(page)
  await group.getByRole('button', { name: 'Merge into one' }).click()
  await page.getByText('No duplicates').waitFor()
  const names = async () =>
    (await t.call(leads, { params: { type: 'local', id: list.id }, body: {} }, user)).body.data.map(
      ({ values }) => [values.name, values.city],
    )
  expect(await names()).toEqual([['Acorn Bakery GmbH', 'Berlin']])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await group.waitFor()
  expect(await names()).toHaveLength(2)
  expect(faults).toEqual([])
  await close()
})
