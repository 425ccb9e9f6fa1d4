import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { giveCredits } from '#contract/accounts/credits.ts'
import { transaction } from '#server/platform/db/db.ts'
import { expectWholeCredits } from '#server/testing/credit-story.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { giveAllowance, giveFreeCredits, grantCredits, grantPurchase } from './credits.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

const DAY = 24 * 60 * 60_000
const inDays = (days: number) => new Date(Date.now() + days * DAY)
const why = { reason: 'test', userId: null }
const price = { unitCost: '8', currency: 'USD' }

/** A reseller whose own credits end tomorrow, and its customer. */
async function pair(amount = 100): Promise<{ reseller: TestUser; customer: TestUser }> {
  const reseller = await t.account({ modules: ['leads', 'whitelabel'], credits: 0 })
  const customer = await t.account({ parent: reseller, credits: 0 })
  if (amount > 0) await stock(reseller, amount)
  return { reseller, customer }
}
let sources = 0
const stock = (reseller: TestUser, amount: number) =>
  transaction(t.app.ctx.db, () => {
    sources += 1
    const source = { sourceKind: 'test', sourceId: String(sources) }
    const of = { accountId: reseller.accountId, kind: 'allowance' as const, amount, ...source, ...why }
    return grantCredits(t.app.ctx, { ...of, expiresAt: inDays(1) })
  })
const allow = (customer: TestUser, { unitCost = '8', start = inDays(0), end = inDays(365) } = {}) =>
  transaction(t.app.ctx.db, () =>
    giveAllowance(t.app.ctx, {
      accountId: customer.accountId,
      subscriptionId: 1,
      periodStart: start,
      periodEnd: end,
      amount: 60,
      unitCost,
      currency: 'USD',
    }),
  )
/** How many days from now each grant of an account ends. */
async function daysLeft({ accountId }: TestUser): Promise<(number | null)[]> {
  const { rows } = await sql<{ expires_at: Date | null }>`select expires_at from credit_grant
    where account_id = ${accountId} order by id`.execute(t.app.ctx.db)
  return rows.map(({ expires_at: end }) => end && Math.round((end.getTime() - Date.now()) / DAY))
}

it('credits of a package last for its period, whatever the seller’s own', async () => {
  const { customer } = await pair()
  expect(await allow(customer)).toBe('sent')
  expect(await daysLeft(customer)).toEqual([365])
  await expectWholeCredits(t.app.ctx)
})

it('credits of a package that cost nothing last for its period too', async () => {
  const { customer } = await pair()
  await allow(customer, { unitCost: '0' })
  expect(await daysLeft(customer)).toEqual([365])
})

it('bought top-ups don’t expire', async () => {
  const { customer } = await pair()
  const pack = { accountId: customer.accountId, amount: 60, sourceId: '1', ...price, reason: 'Pack' }
  await transaction(t.app.ctx.db, () => grantPurchase(t.app.ctx, pack))
  expect(await daysLeft(customer)).toEqual([null])
})

it('gifts last no longer than they would have with the seller', async () => {
  const { reseller, customer } = await pair()
  const gift = { accountId: customer.accountId, amount: 10, payerId: reseller.accountId, reason: 'Hello' }
  await transaction(t.app.ctx.db, () => giveFreeCredits(t.app.ctx, gift))
  const body = { amount: 10, reason: 'Welcome', expires_at: inDays(30).toISOString() }
  await t.call(giveCredits, { params: { id: customer.accountId }, body }, reseller)
  expect(await daysLeft(customer)).toEqual([1, 1])
})

/** The sale was `days` ago. */
const soldAgo = (reseller: TestUser, days: number) =>
  sql`update credit_transfer set created_at = created_at - make_interval(days => ${days}),
      expires_at = expires_at - make_interval(days => ${days})
    where account_id = ${reseller.accountId} and state = 'waiting'`.execute(t.app.ctx.db)

it('what waited for the seller lasts its full time from its delivery, if it was paid for', async () => {
  const { reseller, customer } = await pair(0)
  expect(await allow(customer, { end: inDays(30) })).toBe('waiting')
  await soldAgo(reseller, 40)
  await stock(reseller, 100)
  await expect.poll(() => daysLeft(customer)).toEqual([30])
  await expectWholeCredits(t.app.ctx)
})

it('what waited and cost nothing is dropped with its period', async () => {
  const { reseller, customer } = await pair(0)
  expect(await allow(customer, { end: inDays(30), unitCost: '0' })).toBe('waiting')
  await soldAgo(reseller, 40)
  await stock(reseller, 100)
  const states = async () => {
    const { rows } = await sql<{ state: string }>`select state from credit_transfer
      where account_id = ${reseller.accountId}`.execute(t.app.ctx.db)
    return rows.map(({ state }) => state)
  }
  await expect.poll(states).toEqual(['dropped'])
  expect(await daysLeft(customer)).toEqual([])
})
