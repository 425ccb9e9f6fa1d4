import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeBackCredits } from '#contract/accounts/credits.ts'
import { transaction } from '#server/platform/db/db.ts'
import { expectWholeCredits } from '#server/testing/credit-story.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { grantCredits, grantPurchase } from './credits.ts'
import { holdSourceCredits, reclaimSourceCredits } from './source-credits.ts'
import { showBalance } from './wallet.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

const db = () => t.app.database.db
const inOne = <T>(work: () => Promise<T>) => transaction(db(), work)
const HOUR = 60 * 60 * 1000
const buy = ({ accountId }: TestUser, payment: number, amount: number) =>
  grantPurchase(t.app.ctx, {
    accountId,
    amount,
    sourceId: String(payment),
    unitCost: '2',
    currency: 'USD',
    reason: 'Pack',
  })
const paidBy = ({ accountId }: TestUser, payment: number) => ({
  accountId,
  sourceKind: 'payment',
  sourceId: String(payment),
})
const reclaim = (user: TestUser, payment: number, amount: number) =>
  reclaimSourceCredits(t.app.ctx, paidBy(user, payment), { amount, reason: 'Refunded' })
const issue = (user: TestUser, amount: number, more: object = {}) =>
  inOne(() =>
    grantCredits(t.app.ctx, {
      accountId: user.accountId,
      kind: 'top_up',
      amount,
      sourceKind: 'test',
      sourceId: String(Math.random()),
      reason: 'test',
      userId: null,
      ...more,
    }),
  )
const grantsOf = async ({ accountId }: TestUser) =>
  (
    await sql<{ source_id: string; source_kind: string; kind: string; remaining: number }>`
      select source_kind, source_id, kind, remaining from credit_grant where account_id = ${accountId} order by id`.execute(
      db(),
    )
  ).rows
const seller = () => t.account({ modules: ['leads', 'whitelabel'], credits: 0 })

describe('credits of a payment', () => {
  it('are taken back from its own grant, not from one whose number begins with the same digits', async () => {
    const user = await t.account({ credits: 0 })
    await inOne(() => buy(user, 1, 10))
    await inOne(() => buy(user, 12, 10))
    expect(await inOne(() => reclaim(user, 1, 20))).toBe(10)
    expect((await grantsOf(user)).map(({ remaining }) => remaining)).toEqual([0, 10])
    expect(await inOne(() => holdSourceCredits(t.app.ctx, paidBy(user, 1), 7))).toBe(0)
  })

  it('are taken back from all grants that the seller’s pool had them from', async () => {
    const reseller = await seller()
    const customer = await t.account({ parent: reseller, credits: 0 })
    await issue(reseller, 6, { expiresAt: new Date(Date.now() + HOUR) })
    await issue(reseller, 6)
    await inOne(() => buy(customer, 3, 10))
    expect((await grantsOf(customer)).map(({ source_id }) => source_id)).toEqual(['3', '3#2'])
    expect(await inOne(() => reclaim(customer, 3, 20))).toBe(10)
    await expectWholeCredits(t.app.ctx)
  })

  it('can be taken back and held in the transaction that gave them', async () => {
    const reseller = await seller()
    const customer = await t.account({ parent: reseller, credits: 0 })
    await issue(reseller, 20)
    const taken = await inOne(async () => {
      await buy(customer, 4, 10)
      return reclaim(customer, 4, 4)
    })
    const held = await inOne(async () => {
      await buy(customer, 5, 10)
      return holdSourceCredits(t.app.ctx, paidBy(customer, 5), 8)
    })
    expect([taken, held]).toEqual([4, 10])
    expect(await showBalance(t.app.ctx, customer.accountId)).toMatchObject({ available: 6, reserved: 10 })
    expect(await showBalance(t.app.ctx, reseller.accountId)).toMatchObject({ available: 4 })
    await expectWholeCredits(t.app.ctx)
  })

  it('that wait for the seller’s pool are no longer sent once they are taken back', async () => {
    const reseller = await seller()
    const customer = await t.account({ parent: reseller, credits: 0 })
    await inOne(() => buy(customer, 6, 10))
    expect(await inOne(() => reclaim(customer, 6, 4))).toBe(4)
    await issue(reseller, 20)
    expect(await showBalance(t.app.ctx, customer.accountId)).toMatchObject({ available: 6 })
    await inOne(() => buy(customer, 9, 30))
    expect(await inOne(() => reclaim(customer, 9, 40))).toBe(30)
    await issue(reseller, 50)
    expect(await showBalance(t.app.ctx, customer.accountId)).toMatchObject({ available: 6 })
    await expectWholeCredits(t.app.ctx)
  })
})

describe('credits that a seller sells', () => {
  it.each([
    ['promotional', 'promotional'],
    ['allowance', 'top_up'],
  ] as const)('out of its %s credits are %s ones', async (kind, sold) => {
    const reseller = await seller()
    const customer = await t.account({ parent: reseller, credits: 0 })
    await issue(reseller, 10, { kind })
    await inOne(() => buy(customer, 1, 10))
    expect(await grantsOf(customer)).toMatchObject([{ kind: sold, remaining: 10 }])
  })

  it.each([
    ['given', 'the gift', [0, 10]],
    ['payment', 'what is used last', [10, 0]],
  ])('that were %s are taken back in turn: %s first', async (sourceKind, _first, left) => {
    const reseller = await seller()
    const customer = await t.account({ parent: reseller, credits: 0 })
    await issue(reseller, 20)
    // Used up first, as it expires.
    const credits = { accountId: customer.accountId, kind: 'top_up' as const, amount: 10, userId: null }
    const gift = { sourceKind, sourceId: '1', expiresAt: new Date(Date.now() + HOUR), reason: 'Welcome' }
    await inOne(() => grantCredits(t.app.ctx, { ...credits, ...gift }))
    await inOne(() => buy(customer, 2, 10))
    const body = { amount: 10, reason: 'By mistake' }
    const answer = await t.call(takeBackCredits, { params: { id: customer.accountId }, body }, reseller)
    expect(answer.status).toBe(200)
    expect((await grantsOf(customer)).map(({ remaining }) => remaining)).toEqual(left)
  })
})
