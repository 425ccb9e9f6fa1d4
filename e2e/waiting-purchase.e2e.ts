import { afterAll, beforeAll, expect, it } from 'vitest'
import { savePayKickstart } from '#contract/accounts/paykickstart.ts'
import { createPackage } from '#contract/accounts/plans.ts'
import { waitingSales } from '#contract/accounts/waiting-sales.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { signIpn } from '#server/testing/fake-paykickstart.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage } from './support/browser.ts'

let t: TestApp
let url: string
let seller: TestUser
beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
  seller = await t.account({ modules: ['leads', 'whitelabel'], credits: 100_000 })
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

it('a purchase with a customer’s email waits until that customer adds it to the account', async () => {
  const terms = { credits: 500, period: 'month' as const, price_minor: 4900, currency: 'USD' as const }
  const body = { name: 'Plus', modules: ['leads' as const], ...terms }
  const { id } = (await t.call(createPackage, { body }, seller)).body.data
  const setup = {
    api_key: null,
    portal_id: null,
    campaigns: [{ id: '215', secret: 'secret of 215' }],
    products: [{ campaign_id: '215', product_id: '2354', package_id: id }],
  }
  await t.call(savePayKickstart, { body: setup }, seller)
  const customer = await t.account({ parent: seller, credits: 0 })
  const form = new URLSearchParams({
    event: 'sales',
    mode: 'live',
    amount: '49.00',
    campaign_id: '215',
    product_id: '2354',
    transaction_id: 'PK-TN1',
    invoice_id: 'PK-IN1',
    buyer_email: customer.email,
  })
  await fetch(`${url}/webhooks/paykickstart`, { method: 'POST', body: signIpn(form, 'secret of 215') })
  const query = { page: 1, limit: 10 }
  await expect.poll(async () => (await t.call(waitingSales, { query }, seller)).body.total).toBe(1)

  const owner = await openPage(url, { as: seller })
  await owner.page.goto('/whitelabel/stripe?tab=waiting')
  await owner.page.getByRole('row', { name: new RegExp(customer.email) }).waitFor()
  await expectAccessible(owner.page)
  await owner.close()

  const { page, faults, close } = await openPage(url, { as: customer })
  await page.goto('/whitelabel/upgrade')
  await page.getByText('Is this purchase of Plus yours?').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add to account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add to account' }).click()
  await page.getByText('Your package: Plus').waitFor()
  expect(await page.getByText('Is this purchase').count()).toBe(0)
  expect(faults).toEqual([])
  await close()
})
