import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { creditPacks, saveCreditPacks } from '#contract/accounts/credits.ts'
import { savePayKickstart } from '#contract/accounts/paykickstart.ts'
import { createPackage } from '#contract/accounts/plans.ts'
import { subscription } from '#contract/accounts/subscriptions.ts'
import { claimSale, mySales } from '#contract/accounts/waiting-sales.ts'
import { handleEvent } from '#server/modules/accounts/payments/index.ts'
import { showBalance } from '#server/modules/accounts/wallet/index.ts'
import { fixedClock } from '#server/platform/clock.ts'
import { findRow } from '#server/platform/db/rows.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { signIpn } from '#server/testing/fake-paykickstart.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { checkOverduePayKickstart } from './overdue.ts'

const DAY = 86_400_000
const SECRET = 'secret of campaign 215'
// Behind the database's clock, by which notifications are received.
const clock = fixedClock(new Date(Math.floor(Date.now() / 60_000) * 60_000 - DAY / 2))
let t: TestApp
let seller: TestUser
beforeAll(async () => {
  t = await testApp({ clock, roles: ['web'] })
  seller = await t.account({ modules: ['leads', 'whitelabel'], credits: 1_000_000 })
  const terms = {
    price_minor: 4900,
    currency: 'USD' as const,
    period: 'month' as const,
    modules: ['leads' as const],
  }
  const make = async (name: string, credits: number) =>
    (await t.call(createPackage, { body: { name, credits, ...terms } }, seller)).body.data.id
  const packs = [{ name: 'Boost', credits: 500, price: 2000, currency: 'USD' }]
  await t.call(saveCreditPacks, { body: { packs } }, seller)
  const [pack] = (await t.call(creditPacks, {}, seller)).body.data
  const at = { campaign_id: '215' }
  const products = [
    { ...at, product_id: 'pro', package_id: await make('Pro', 100) },
    { ...at, product_id: 'max', package_id: await make('Max', 300) },
    { ...at, product_id: 'pack', pack_id: pack?.id as number },
  ]
  const body = { api_key: null, portal_id: null, campaigns: [{ id: '215', secret: SECRET }], products }
  expect((await t.call(savePayKickstart, { body }, seller)).status).toBe(200)
})
afterAll(() => t.close())

let counter = 0
/** A purchase that reports what happens to it. */
function purchaseOf(email: string, product = 'pro') {
  counter += 1
  const invoice = `PK-INV${counter}`
  return async (event: string, more: Record<string, string> = {}) => {
    counter += 1
    const form = new URLSearchParams({
      event,
      mode: 'live',
      amount: product === 'pack' ? '20.00' : '49.00',
      campaign_id: '215',
      product_id: product,
      transaction_id: `PK-TN${counter}`,
      invoice_id: invoice,
      transaction_time: String(Math.floor(clock.now().getTime() / 1000)),
      buyer_email: email,
      buyer_first_name: 'Bea',
      buyer_last_name: 'Baker',
      ...more,
    })
    const id = [seller.accountId, '215', form.get('transaction_id'), event].join(':')
    const payload = signIpn(form, SECRET).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await t.app.http.inject({ method: 'POST', url: '/webhooks/paykickstart', headers, payload })
    await handleEvent(t.app.ctx, 'paykickstart', id)
    return findRow(t.app.database.db, 'payment_event', { vendor: 'paykickstart', event_id: id })
  }
}
const customer = () => t.account({ parent: seller, credits: 7 })
const state = async ({ accountId }: TestUser) => {
  const { data } = (await t.call(subscription, { params: { id: accountId } }, seller)).body
  const { available } = await showBalance(t.app.ctx, accountId)
  return {
    name: data.package?.name,
    state: data.state,
    access: data.access,
    cancel_at: data.cancel_at,
    available,
  }
}
const mine = async (as: TestUser) => (await t.call(mySales, {}, as)).body.data
const claim = async (as: TestUser) =>
  t.call(claimSale, { params: { id: (await mine(as))[0]?.id as number } }, as)

describe('a notification with the email of a customer', () => {
  it('changes nothing of the account, whatever follows', async () => {
    const victim = await customer()
    const before = await state(victim)
    const report = purchaseOf(victim.email.toUpperCase())
    const sale = await report('sales')
    expect(sale).toMatchObject({ outcome: 'done', detail: 'Waits until the buyer signs in and claims it' })
    // Nothing of the person is kept but the email, with the sale.
    expect(JSON.stringify(sale?.payload)).not.toMatch(/Bea|test\.example/i)
    clock.advance(60_000)
    await report('subscription-payment', { is_rebill: '1' })
    await report('refund', { amount: '4.90' })
    await report('subscription-cancelled')
    expect(await state(victim)).toEqual(before)
    expect(await mine(victim)).toMatchObject([{ name: 'Pro', ends_at: expect.any(String) }])
    await purchaseOf(victim.email, 'pack')('sales')
    expect(await state(victim)).toEqual(before)
  })

  it('applies once someone signed in claims it, with what followed', async () => {
    const buyer = await customer()
    const report = purchaseOf(buyer.email)
    await report('sales')
    await report('refund', { amount: '24.50' })
    await report('subscription-cancelled')
    expect((await claim(buyer)).status).toBe(200)
    expect(await state(buyer)).toMatchObject({
      name: 'Pro',
      state: 'active',
      available: 57,
      cancel_at: expect.any(String),
    })
    clock.advance(60_000)
    await report('subscription-payment', { is_rebill: '1' })
    expect(await state(buyer)).toMatchObject({ available: 157 })
  })

  it('of a pack credits the account that claims it, also one that pays for a package', async () => {
    const buyer = await customer()
    await purchaseOf(buyer.email)('sales')
    await claim(buyer)
    await purchaseOf(buyer.email, 'pack')('sales')
    expect(await state(buyer)).toMatchObject({ available: 107 })
    expect((await claim(buyer)).status).toBe(200)
    expect(await state(buyer)).toMatchObject({ available: 607, name: 'Pro' })
    expect(await mine(buyer)).toEqual([])
  })

  it('can’t be claimed once it was refunded completely', async () => {
    const buyer = await customer()
    const report = purchaseOf(buyer.email)
    await report('sales')
    await report('refund', { amount: '48.99' })
    expect(await mine(buyer)).toHaveLength(1)
    await report('refund', { amount: '49.00' })
    expect(await mine(buyer)).toEqual([])
  })
})

describe('of two purchases of one account', () => {
  /** Both are the account's: the second one was claimed before the first one was known here. */
  async function twice() {
    const buyer = await customer()
    const [older, newer] = [purchaseOf(buyer.email), purchaseOf(buyer.email, 'max')]
    for (const report of [older, newer]) {
      clock.advance(60_000)
      await report('sales')
    }
    const [first, second] = await mine(buyer)
    const { db } = t.app.database
    const set = { customer_account_id: buyer.accountId, claimed_at: clock.now() }
    await db
      .updateTable('waiting_sale')
      .set(set)
      .where('id', '=', (second ?? first)?.id as number)
      .execute()
    await older('subscription-payment')
    await db
      .updateTable('waiting_sale')
      .set(set)
      .where('id', '=', first?.id as number)
      .execute()
    clock.advance(60_000)
    await newer('subscription-payment')
    return { buyer, older, newer }
  }
  const full = (name: string) => ({ name, state: 'active', access: 'full', cancel_at: null })

  it('cancelling the older one changes nothing, and its rebill only brings credits', async () => {
    const { buyer, older } = await twice()
    expect(await state(buyer)).toMatchObject({ ...full('Max'), available: 407 })
    clock.advance(60_000)
    await older('subscription-payment', { is_rebill: '1' })
    expect(await state(buyer)).toMatchObject({ ...full('Max'), available: 507 })
    await older('subscription-cancelled')
    expect(await state(buyer)).toMatchObject(full('Max'))
  })

  it('the end of the newer one puts the account back on the older one', async () => {
    const { buyer, older, newer } = await twice()
    await newer('subscription-cancelled')
    clock.advance(32 * DAY)
    await older('subscription-payment', { is_rebill: '1' })
    await checkOverduePayKickstart(t.app.ctx)
    expect(await state(buyer)).toMatchObject(full('Pro'))
  })
})
