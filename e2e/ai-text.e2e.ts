import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser } from '#server/testing/factories.ts'
import { FAKE_KEY } from '#server/testing/fake-vendors/fake-vendor.ts'
import { FAKE_MODEL, type FakeOpenAi, startFakeOpenAi } from '#server/testing/fake-vendors/openai.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

let fake: FakeOpenAi
let t: TestApp
let url: string
let user: TestUser
beforeAll(async () => {
  fake = await startFakeOpenAi()
  t = await testApp({ hostMap: `models.example=${new URL(fake.url).host}` })
  url = await listen(t)
  user = await t.account()
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await fake?.close()
})

const bakeries = () =>
  seedList(t, user, {
    name: 'Bakeries',
    leads: [0, 1, 2].map((n) => ({
      values: { name: `Bakery ${n}`, category: 'shop/bakery', city: 'Leeds', country: 'GB' },
    })),
  })

it('connects a model: invalid key, test, masked key, deletion', async () => {
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto('/integration/open-ai')
  await page.getByText('No AI model is connected', { exact: false }).waitFor()
  await page.getByRole('textbox', { name: 'Address' }).fill('https://127.0.0.1/v1')
  await page.getByRole('textbox', { name: 'API key' }).fill(FAKE_KEY)
  await page.getByRole('button', { name: 'Test and save' }).click()
  await page.getByText('Enter an address on the public internet').waitFor()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Address' }).fill('http://models.example/v1')
  await page.getByRole('textbox', { name: 'Model' }).fill(FAKE_MODEL)
  await page.getByRole('button', { name: 'Test and save' }).click()
  await page.getByText(`Key ending in ${FAKE_KEY.slice(-4)}`).waitFor()
  await page.getByRole('button', { name: 'Test key' }).click()
  await page.getByText('The key works', { exact: true }).first().waitFor()
  await expectAccessible(page)
  expect(faults.filter((fault) => !/422/.test(fault))).toEqual([])
  await close()
})

it('creates prompts, compares their versions and restores one', async () => {
  await bakeries()
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto('/lead-search/ai-assistant')
  await page.getByRole('row', { name: /First line/ }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New prompt' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').first().fill('Bread talk')
  await dialog.getByLabel('Instruction').fill('Say something about {{ lead.dough }}.')
  await dialog.getByRole('button', { name: 'Save prompt' }).click()
  await dialog.getByText('There is no variable {{ lead.dough }}', { exact: false }).waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Instruction').fill('Say something about the bread of')
  await dialog.getByRole('button', { name: 'Category', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save prompt' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const more = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Bread talk' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await more('Change')
  await dialog.getByLabel('Instruction').fill('Say one thing about the cakes of {{ lead.category }}')
  await dialog.getByRole('button', { name: 'Save prompt' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await more('Versions')
  await dialog.getByText('Version 2').waitFor()
  expect(await dialog.locator('ins').first().textContent()).toBeTruthy()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Restore version 1' }).click()
  await dialog.getByText('Version 3').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await more('Compare versions')
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await dialog.getByText('Preview only, no leads changed', { exact: false }).waitFor()
  expect(await dialog.getByText('Name: Bakery 0.').count()).toBe(2)
  await expectAccessible(page)
  expect(faults.filter((fault) => !/422/.test(fault))).toEqual([])
  await close()
})

it('shows the price, writes texts, and adds accepted ones to the rows, by keyboard', async () => {
  const list = await bakeries()
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto(`/saved-lists/local-${list.id}`)
  await page.getByText('3 leads').first().waitFor()
  await page.getByRole('button', { name: 'List menu' }).click()
  await page.getByRole('menuitem', { name: /^AI text/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Summary' }).check()
  await dialog.getByText(`${FAKE_MODEL}, with your own key`).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Preview 5 rows' }).click()
  await dialog.getByText('Preview only, no leads changed', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: /^Write 6 texts/ }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Review texts' }).click()
  await page
    .getByRole('row', { name: /Bakery 0/ })
    .first()
    .waitFor()
  await expectAccessible(page)
  await page.getByRole('row', { name: /Bakery 0.*First line/ }).click()
  await dialog.getByText('“City: Leeds”').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Edit' }).press('Enter')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Name: Bakery 0. City: Leeds. Lovely town.')
  await dialog.getByRole('button', { name: 'Save and accept' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await page
    .getByRole('region', { name: 'Selected texts' })
    .getByRole('button', { name: 'Accept' })
    .press('Enter')
  await page.getByText('No texts to review').waitFor()
  await visit(page, `/saved-lists/local-${list.id}/${list.leadIds[0]}`)
  await page.getByText('Lovely town.', { exact: false }).first().waitFor()
  await page.getByRole('region', { name: 'AI text' }).getByText('“Name: Bakery 0”').first().waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
  await close()
})

it('the AI texts of a lead work on a phone without a model, and say so', async () => {
  const poor = await t.account()
  const list = await seedList(t, poor, {
    leads: [{ values: { name: 'Forge', category: 'Smithy', city: 'York' } }],
  })
  const { page, close } = await openPage(url, { as: poor, width: 390, height: 844, dark: true })
  await page.goto('/lead-search/ai-assistant')
  await page.getByText('Without a model', { exact: false }).waitFor()
  await expectAccessible(page)
  await visit(page, `/saved-lists/local-${list.id}`)
  await page.getByText('1 lead').first().waitFor()
  await page.getByRole('button', { name: 'List menu' }).click()
  await page.getByRole('menuitem', { name: /^AI text/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Built-in templates (no AI)').waitFor()
  await dialog.getByRole('checkbox', { name: /^Summary/ }).check()
  await dialog.getByRole('checkbox', { name: /^First line/ }).uncheck()
  await dialog.getByRole('switch', { name: 'Review before use' }).press('Space')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Write up to 1 text · free/ }).click()
  await dialog.waitFor({ state: 'hidden' })
  await visit(page, `/saved-lists/local-${list.id}/${list.leadIds[0]}`)
  await page.getByText('Forge is listed as Smithy in York.').first().waitFor()
  await close()
})
