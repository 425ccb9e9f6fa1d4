import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { userLimits } from '#contract/accounts/wallet.ts'
import { createList } from '#contract/leads/lists.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeSource, keyList } from '#server/testing/fake-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

let t: TestApp
let url: string
beforeAll(async () => {
  t = await testApp({ sources: [createFakeSource({ find: keyList })] })
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

const available = async (user: TestUser) => (await t.call(userLimits, {}, user)).body.data.available

it('go from the installation to a reseller and on to a customer, who spends them at a margin', async () => {
  const reseller = await t.account({ modules: ['leads', 'whitelabel'], credits: 0 })
  const customer = await t.account({ parent: reseller, credits: 0 })

  const admin = await openPage(url, { as: await t.admin() })
  await admin.page.goto('/admin/resellers')
  await admin.page.getByRole('button', { name: /^Actions for/ }).click()
  await admin.page.getByRole('menuitem', { name: 'Credits' }).click()
  await admin.page.getByRole('textbox', { name: 'Credits' }).fill('900')
  await admin.page.getByRole('textbox', { name: 'Reason' }).fill('Opening order')
  await admin.page.getByRole('button', { name: 'Give credits' }).click()
  await expect.poll(() => available(reseller)).toBe(900)

  const seller = await openPage(url, { as: reseller })
  await seller.page.goto('/billing-portal')
  await seller.page.getByRole('button', { name: 'Add pack' }).click()
  await seller.page.getByLabel('Name of pack 1').fill('Starter pack')
  const packs = seller.page.getByRole('region', { name: 'Your top-up packs' })
  await packs.getByRole('textbox', { name: 'Credits' }).fill('500')
  await packs.getByRole('textbox', { name: 'Price' }).fill('49')
  await packs.getByRole('button', { name: 'Save packs' }).click()
  await seller.page.getByText('Packs saved').waitFor()

  const buyer = await openPage(url, { as: customer })
  await buyer.page.goto('/wallet')
  await buyer.page.getByText('500 credits for $49.00').waitFor()
  await buyer.page.getByRole('button', { name: 'Request Starter pack' }).click()
  await buyer.page.getByRole('button', { name: 'Send request' }).click()
  await buyer.page.getByText('Request sent').waitFor()

  await seller.page.reload()
  await seller.page.getByRole('button', { name: /^Give credits to/ }).click()
  await seller.page.getByRole('dialog').getByRole('button', { name: 'Give credits' }).click()
  await seller.page.getByRole('cell', { name: 'Granted' }).waitFor()
  await expectAccessible(seller.page)
  expect([await available(reseller), await available(customer)]).toEqual([400, 500])

  const body = { name: 'Spent', type: 'local' as const, search: { keywords: '0..20' } }
  await t.finished((await t.call(createList, { body }, customer)).body.data.run.id, customer)
  await buyer.page.reload()
  await buyer.page.getByRole('cell', { name: '480 of 500' }).waitFor()
  await expectAccessible(buyer.page)

  await visit(seller.page, '/whitelabel/margin')
  await seller.page.getByRole('cell', { name: '$49.00' }).first().waitFor()
  await expectAccessible(seller.page)
  const file = seller.page.waitForEvent('download')
  await seller.page.getByRole('button', { name: 'Export CSV' }).click()
  expect(await readFile(await (await file).path(), 'utf8')).toContain(',given,USD,500,0,4900,0,0,0,4900')
  await visit(seller.page, '/wallet')
  await seller.page.getByRole('heading', { name: 'Credits for your customers' }).waitFor()
  await expectAccessible(seller.page)
  expect([...admin.faults, ...seller.faults, ...buyer.faults]).toEqual([])
})
