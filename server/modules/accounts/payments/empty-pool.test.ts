import { afterAll, beforeAll, expect, it } from 'vitest'
import { offeredPacks, saveCreditPacks, setRechargeRule } from '#contract/accounts/credits.ts'
import { buy, buyPackage, changePlan } from '#contract/accounts/payments.ts'
import { packages } from '#contract/accounts/plans.ts'
import { salesPage, upgradeOffers } from '#contract/accounts/sales.ts'
import { sweepExpiredCredits } from '#server/modules/accounts/wallet/index.ts'
import { fixedClock } from '#server/platform/clock.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { HOST, type PaymentStory, paymentStory } from '#server/testing/payment-story.ts'
import { expireOutdatedCheckouts } from './checkout.ts'
import { rechargeAccount } from './recharge.ts'

const clock = fixedClock(new Date())
let s: PaymentStory
let year: number
let max: number
let customer: TestUser
beforeAll(async () => {
  s = await paymentStory(clock)
  await s.connect()
  year = await s.sell({ name: 'Year', period: 'year', credits: 6000, price_minor: 49_000 })
  max = await s.sell({ name: 'Max', period: 'year', credits: 7000, price_minor: 59_000 })
  const packs = [{ name: 'Small', credits: 6000, price: 50_000, currency: 'USD' }]
  await s.t.call(saveCreditPacks, { body: { packs } }, s.seller)
  customer = await s.signedIn(year)
})
afterAll(() => s.close())

const visit = (id: number) =>
  s.t.call(buyPackage, { params: { id }, body: { email: `buyer${id}@people.example` } }, null, {
    headers: { host: HOST },
  })
const pageOf = async (id: number) =>
  (await s.t.call(salesPage, { params: { id } }, null, { headers: { host: HOST } })).body.data
const NOT_NOW =
  'This can’t be bought right now: its seller has too few credits. Request it, or try again later'

it('sells while the credits reach, and says on the page when they don’t', async () => {
  await s.leaveCredits(6000)
  expect((await visit(year)).status).toBe(200)
  expect(await pageOf(year)).toMatchObject({ buy: 'stripe', sold_out: false })
  await s.leaveCredits(5999)
  expect(await visit(year)).toMatchObject({ status: 409, error: { message: NOT_NOW } })
  expect(await pageOf(year)).toMatchObject({ buy: null, checkout_url: null, sold_out: true })
  const { data } = (await s.t.call(packages, { query: { page: 1, limit: 10 } }, s.seller)).body
  expect(data.find(({ id }) => id === year)?.problem).toBe(
    'It brings 6,000 credits, and you have 5,999 left to sell. Get more credits to sell it',
  )
})

it('credits that customers wait for are not sold again', async () => {
  await s.leaveCredits(6000)
  await s.rows(`insert into credit_transfer (account_id, to_account_id, direction, amount, pieces, state, source_kind,
      source_id, priority, reason) values (${s.seller.accountId}, ${customer.accountId}, 'down', 1, '[]', 'waiting',
      'test', '1', 0, 'test')`)
  expect((await visit(year)).status).toBe(409)
  await s.rows(`delete from credit_transfer where source_kind = 'test'`)
  expect((await visit(year)).status).toBe(200)
})

it('closes open pages when the credits no longer reach', async () => {
  await s.leaveCredits(6000)
  const session = await s.goToPay(year)
  await expireOutdatedCheckouts(s.t.app.ctx)
  const state = async () =>
    (await s.rows(`select state from payment_checkout where external_id = '${session}'`))[0]?.state
  expect(await state()).toBe('open')
  await s.leaveCredits(5999)
  await expireOutdatedCheckouts(s.t.app.ctx)
  expect(await state()).toBe('expired')
})

it('a customer isn’t charged for a top-up, a recharge or a larger package either', async () => {
  await s.leaveCredits(5999)
  const packs = (await s.asCustomer(offeredPacks, {}, customer)).body.data
  expect(packs).toMatchObject([{ sold_out: true }])
  const pack = { kind: 'pack' as const, pack_id: packs[0]?.id as number }
  expect((await s.asCustomer(buy, { body: pack }, customer)).error?.message).toBe(NOT_NOW)
  const change = () => s.asCustomer(changePlan, { body: { package_id: max } }, customer)
  expect((await change()).error?.message).toBe(NOT_NOW)
  const { offers } = (await s.asCustomer(upgradeOffers, {}, customer)).body.data
  expect(offers.find(({ id }) => id === max)).toMatchObject({ sold_out: true })
  const rule = { enabled: true, threshold: 100_000, credits: 6000, monthly_ceiling: 100_000 }
  await s.asCustomer(setRechargeRule, { body: rule }, customer)
  const recharge = () => rechargeAccount(s.t.app.ctx, customer.accountId, s.seller.accountId)
  expect(await recharge()).toBe(false)
  await s.leaveCredits(6000)
  expect(await recharge()).toBe(true)
  await s.leaveCredits(7000)
  expect((await change()).status).toBe(200)
})

it('warns the seller before the last sale', async () => {
  await s.rows(`delete from notification where account_id = ${s.seller.accountId}`)
  // No longer counted as given lately.
  await s.rows(`update credit_transfer set sent_at = sent_at - interval '60 days'`)
  const warned = async () =>
    (
      await s.rows(`select detail from notification where account_id = ${s.seller.accountId}
        and kind = 'pool_low' order by id`)
    ).map(({ detail }) => detail.available)
  // Two more sales of the largest package are left after the first, and one after the second.
  await s.leaveCredits(20_000)
  await s.bought(year)
  expect(await warned()).toEqual([])
  await s.bought(year)
  expect(await warned()).toEqual([8000])
})

it('warns the seller whose own credits have expired', async () => {
  await s.rows(`delete from notification where account_id = ${s.seller.accountId}`)
  await s.leaveCredits(20_000)
  await s.rows(`update credit_grant set expires_at = now() - interval '1 minute'
    where account_id = ${s.seller.accountId} and remaining > 0`)
  await sweepExpiredCredits(s.t.app.ctx)
  expect(
    await s.rows(
      `select kind from notification where account_id = ${s.seller.accountId} and kind = 'pool_low'`,
    ),
  ).toHaveLength(1)
})
