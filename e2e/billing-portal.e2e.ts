import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { creditAlert } from '#contract/accounts/billing.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

it('requests credits from the seller, sets an alert and downloads the transactions', async () => {
  const seller = await t.account({ modules: ['leads', 'whitelabel'] })
  const customer = await t.account({ parent: seller })
  const { page, faults } = await openPage(url, { as: customer })
  await page.goto('/billing-portal')
  await page.getByText('handles payments for your account').waitFor()
  await page.getByRole('textbox', { name: 'Credits', exact: true }).fill('500')
  await page.getByRole('textbox', { name: 'Note' }).fill('For May')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByRole('cell', { name: 'For May' }).waitFor()
  await page.getByRole('textbox', { name: 'Alert me when' }).fill('2000')
  await page.getByRole('button', { name: 'Save alert' }).click()
  await expect.poll(async () => (await t.call(creditAlert, {}, customer)).body.data.threshold).toBe(2000)
  await expectAccessible(page)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect(await readFile(await (await file).path(), 'utf8')).toContain(',issued,available,1000,')
  expect(faults).toEqual([])

  const other = await openPage(url, { as: seller })
  await other.page.goto('/billing-portal')
  await other.page.getByRole('button', { name: /^Give credits to/ }).click()
  await other.page.getByRole('dialog').getByRole('button', { name: 'Give credits' }).click()
  await other.page.getByRole('cell', { name: 'Granted' }).waitFor()
  await page.reload()
  await page.getByRole('cell', { name: 'Granted' }).waitFor()
  await expectAccessible(other.page)
})
