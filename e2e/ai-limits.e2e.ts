import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('an administrator sets an account’s AI price and training limit by keyboard', async () => {
  const user = await t.account({ modules: ['leads', 'ai_suggest'] })
  const { page, faults, close } = await openPage(url, { as: await t.admin() })
  await page.goto('/admin/ai-limits')
  await page.getByRole('row', { name: /Installation.*1 credit.*standard/ }).waitFor()
  await expectAccessible(page)
  await page.getByLabel('Search accounts').fill(user.email)
  const row = page.getByRole('row', { name: new RegExp(user.email) })
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await row.getByRole('button', { name: /^Actions for/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Change' }).press('Enter')
  const dialog = page.getByRole('dialog')
  const price = dialog.getByLabel('Credits per 1,000 tokens of AI text')
  await price.fill('20000')
  await dialog.getByLabel('AI training tokens').fill('5000')
  await dialog.getByText('Empty: 2,000,000 tokens (standard)').waitFor()
  await expectAccessible(page)
  await price.fill('12')
  await price.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await row.getByText('12 credits').waitFor()
  await row.getByText('5,000 tokens').waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'colours')
  expect(faults).toEqual([])
  await close()

  const own = await openPage(url, { as: user, width: 390, height: 844 })
  await own.page.goto('/ai/training')
  await own.page.getByText('0 of 5,000').waitFor()
  await own.close()
})
