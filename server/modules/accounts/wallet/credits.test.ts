import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountCredits, checkCredits, giveCredits, takeBackCredits } from '#contract/accounts/credits.ts'
import { margin } from '#contract/accounts/margin.ts'
import { userLimits } from '#contract/accounts/wallet.ts'
import { transaction } from '#server/platform/db/db.ts'
import {
  expectWholeCredits,
  killAmidOperations,
  operation,
  runOperation,
  type Tree,
} from '#server/testing/credit-story.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { captureCharges, refundCharges } from './charges.ts'
import { giveAllowance, grantCredits, grantIssuedCredits, sweepExpiredCredits } from './credits.ts'
import { reserveCredits, settleReservation } from './reservations.ts'
import { finishTransfers } from './transfers.ts'
import { listUsableGrants, lockAccountWallet } from './wallet.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

const db = () => t.app.database.db
const inOne = <T>(work: () => Promise<T>) => transaction(db(), work)
const why = { reason: 'test', userId: null }
const HOUR = 60 * 60 * 1000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR)
const available = async (user: TestUser) => (await t.call(userLimits, {}, user)).body.data.available
const seller = (credits = 1000) => t.account({ modules: ['leads', 'whitelabel'], credits })
const issue = (user: TestUser, amount: number, more: { expiresAt?: Date | null; unitCost?: string } = {}) =>
  inOne(() =>
    grantCredits(t.app.ctx, {
      accountId: user.accountId,
      kind: 'top_up',
      amount,
      sourceKind: 'test',
      sourceId: String(Math.random()),
      currency: 'USD',
      ...why,
      ...more,
    }),
  )
let runs = 1000
async function hold(user: TestUser, amount: number): Promise<number> {
  runs += 1
  const payer = { accountId: user.accountId, userId: user.id, runId: runs, timeZone: 'UTC' }
  await inOne(() => reserveCredits(t.app.ctx, { ...payer, amount, unitCost: 1, reason: 'test' }))
  return payer.runId
}
const spend = (user: TestUser, runId: number, entityIds: number[]) =>
  inOne(async () => {
    const payer = { accountId: user.accountId, userId: user.id, runId }
    await lockAccountWallet(t.app.ctx, user.accountId)
    const deliveries = entityIds.map((entityId) => ({ entityId, leadId: 1 }))
    await captureCharges(t.app.ctx, payer, { chargeKind: 'test', source: 'test', unitCost: 1, deliveries })
  })
const settle = (user: TestUser, runId: number) =>
  inOne(() => settleReservation(t.app.ctx, { accountId: user.accountId, userId: user.id, runId }))
const refund = (user: TestUser, entityIds: number[]) =>
  inOne(() => refundCharges(t.app.ctx, { accountId: user.accountId, chargeKind: 'test', entityIds, ...why }))
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
/** Remaining grants of an account, by expiry. */
const left = async (user: TestUser) => {
  const { rows } = await sql<{ remaining: number }>`select remaining from credit_grant
    where account_id = ${user.accountId} order by expires_at nulls last, id`.execute(db())
  return rows.map(({ remaining }) => remaining)
}
const expire = (user: TestUser, where = sql`true`) =>
  sql`update credit_grant set expires_at = now() - interval '1 second'
    where account_id = ${user.accountId} and ${where}`.execute(db())
const booksOf = async (user: TestUser) => {
  const { rows } = await sql<
    Record<string, number>
  >`select available, reserved, spent, expired, taken_back, in_transit
    from wallet where account_id = ${user.accountId}`.execute(db())
  return rows[0]
}

describe('grants', () => {
  it('are used by expiry, kind and age, and refunded in reverse', async () => {
    const user = await t.account({ credits: 0 })
    const give = (amount: number, kind: 'allowance' | 'top_up' | 'promotional', hours: number | null) =>
      inOne(() =>
        grantCredits(t.app.ctx, {
          accountId: user.accountId,
          amount,
          kind,
          expiresAt: hours === null ? null : inHours(hours),
          sourceKind: 'test',
          sourceId: `${kind} ${hours}`,
          ...why,
        }),
      )
    await give(5, 'top_up', null)
    await give(5, 'promotional', null)
    await give(5, 'allowance', null)
    await give(5, 'allowance', 2)
    await give(5, 'top_up', 1)
    await give(5, 'top_up', 1)
    const order = (await listUsableGrants(t.app.ctx, user.accountId)).map(({ kind, expires_at }) => [
      kind,
      expires_at !== null,
    ])
    expect(order).toEqual([
      ['top_up', true],
      ['allowance', true],
      ['promotional', false],
      ['allowance', false],
      ['top_up', false],
    ])
    const run = await hold(user, 12)
    await spend(user, run, ids(1, 12))
    await settle(user, run)
    expect(await left(user)).toEqual([0, 0, 5, 3, 5])
    await refund(user, ids(1, 4))
    expect(await left(user)).toEqual([0, 2, 5, 5, 5])
    await expectWholeCredits(t.app.ctx)
  })

  it('cannot be spent once expired, even before the expiry is posted, and what is held continues', async () => {
    const user = await t.account({ credits: 0 })
    await issue(user, 10, { expiresAt: inHours(1) })
    const run = await hold(user, 4)
    await expire(user)
    expect([await available(user), await listUsableGrants(t.app.ctx, user.accountId)]).toEqual([0, []])
    await expect(hold(user, 1)).rejects.toMatchObject({ code: 'insufficient_credits' })
    await spend(user, run, [1, 2])
    await settle(user, run)
    await refund(user, [1])
    expect(await booksOf(user)).toMatchObject({ available: 0, reserved: 0, spent: 1, expired: 9 })
    await expectWholeCredits(t.app.ctx)
  })

  it('serve fifty concurrent spends and are never overdrawn', async () => {
    const user = await t.account({ credits: 0 })
    await issue(user, 10, { expiresAt: inHours(1) })
    await issue(user, 15, { expiresAt: inHours(2) })
    const held = await Promise.allSettled(ids(1, 50).map(() => hold(user, 1)))
    const granted = held.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(granted).toHaveLength(25)
    await Promise.all(granted.map((run, n) => spend(user, run, [n + 1])))
    expect([await left(user), await available(user)]).toEqual([[0, 0], 0])
    await expectWholeCredits(t.app.ctx)
  })
})

describe('allowances', () => {
  const allow = (user: TestUser, amount: number, start: number, end: number) =>
    inOne(() =>
      giveAllowance(t.app.ctx, {
        accountId: user.accountId,
        subscriptionId: user.accountId,
        periodStart: inHours(start),
        periodEnd: inHours(end),
        amount,
        unitCost: '9.8',
        currency: 'USD',
      }),
    )

  it('are granted once per period and give no unpaid credit through draining, upgrading and downgrading', async () => {
    const user = await t.account({ credits: 0 })
    await issue(user, 30)
    const start = 0.5
    const first = inHours(start)
    const give = (amount: number, periodStart: Date, periodEnd: Date) =>
      inOne(() =>
        giveAllowance(t.app.ctx, {
          accountId: user.accountId,
          subscriptionId: 7,
          periodStart,
          periodEnd,
          amount,
          unitCost: 10,
          currency: 'USD',
        }),
      )
    await give(100, first, inHours(24))
    await Promise.all([give(100, first, inHours(24)), give(100, first, inHours(24))])
    expect(await available(user)).toBe(130)
    const run = await hold(user, 100)
    await spend(user, run, ids(1, 100))
    // The upgrade starts a separate period; spent credits stay spent, and the top-up is unaffected.
    await give(500, inHours(23), inHours(47))
    expect([await available(user), await left(user)]).toEqual([530, [0, 500, 30]])
    // The downgrade follows at the end of that period, in which the rest of the upgrade expires.
    await expire(user, sql`kind = 'allowance'`)
    await give(100, inHours(47), inHours(71))
    expect(await available(user)).toBe(130)
    await expectWholeCredits(t.app.ctx)
  })

  it("of a reseller's customer come from its pool, and wait when it is empty", async () => {
    const reseller = await seller(50)
    const customer = await t.account({ parent: reseller, credits: 0 })
    expect(await allow(customer, 40, 0, 24)).toBe('sent')
    expect([await available(reseller), await available(customer)]).toEqual([10, 40])
    expect(await allow(customer, 40, 24, 48)).toBe('waiting')
    expect([await available(reseller), await available(customer)]).toEqual([10, 40])
    const { rows } =
      await sql`select kind from notification where account_id = ${reseller.accountId}`.execute(db())
    expect(rows).toContainEqual({ kind: 'pool_low' })
    await issue(reseller, 35)
    expect([await available(reseller), await available(customer)]).toEqual([5, 80])
    // Unspent credits of a finished period return to the reseller.
    await expire(customer)
    await sweepExpiredCredits(t.app.ctx)
    expect([await available(reseller), await available(customer)]).toEqual([85, 0])
    await expectWholeCredits(t.app.ctx)
  })
})

describe('credits that a seller gives', () => {
  const give = (to: TestUser, amount: number, by: TestUser, key?: string) => {
    const input = { params: { id: to.accountId }, body: { amount, reason: 'Welcome' } }
    return t.call(giveCredits, input, by, key === undefined ? {} : { key })
  }
  const take = (from: TestUser, amount: number, by: TestUser, key?: string) => {
    const input = { params: { id: from.accountId }, body: { amount, reason: 'Given twice' } }
    return t.call(takeBackCredits, input, by, key === undefined ? {} : { key })
  }

  it('move once, out of its balance and back, up to that balance', async () => {
    const reseller = await seller(100)
    const customer = await t.account({ parent: reseller, credits: 0 })
    const answers = await Promise.all(ids(1, 4).map(() => give(customer, 60, reseller, 'give-1')))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.available}`))).toEqual(
      new Set(['200 60']),
    )
    expect([await available(reseller), await available(customer)]).toEqual([40, 60])
    const tooMuch = await give(customer, 41, reseller)
    expect([tooMuch.status, tooMuch.error?.details]).toEqual([402, { needed: 41, available: 40 }])
    expect((await take(customer, 61, reseller)).error?.message).toContain('Only 60 credits are available')
    expect((await take(customer, 25, reseller, 'take-1')).body.data).toEqual({ available: 35 })
    expect((await take(customer, 25, reseller, 'take-1')).body.data).toEqual({ available: 35 })
    expect([await available(reseller), await available(customer)]).toEqual([65, 35])
    for (const other of [await seller(), customer])
      expect([404, 403]).toContain((await give(customer, 1, other)).status)
    expect((await give(reseller, 1, reseller)).status).toBe(404)
    const shown = await t.call(accountCredits, { params: { id: customer.accountId } }, reseller)
    expect(shown.body.data).toMatchObject({ available: 35, grants: [{ remaining: 35, reason: 'Welcome' }] })
    const check = (await t.call(checkCredits, {}, await t.admin())).body.data
    expect(check).toMatchObject({ drift: 0, accounts: [] })
  })

  it('arrive once, also when a process dies before recording it and two finish it', async () => {
    const reseller = await seller(100)
    const customer = await t.account({ parent: reseller, credits: 0 })
    await give(customer, 60, reseller)
    await take(customer, 10, reseller)
    await sql`update credit_transfer set state = 'sent', done_at = null
      where account_id in (${reseller.accountId}, ${customer.accountId})`.execute(db())
    await Promise.all([finishTransfers(t.app.ctx), finishTransfers(t.app.ctx)])
    expect([await available(reseller), await available(customer)]).toEqual([50, 50])
    await expectWholeCredits(t.app.ctx)
  })

  it('keep kind, cost and expiry of the pool, and return only while it is valid', async () => {
    const reseller = await seller(0)
    const customer = await t.account({ parent: reseller, credits: 0 })
    await issue(reseller, 20, { expiresAt: inHours(5), unitCost: '2.5' })
    await give(customer, 20, reseller)
    const { rows } = await sql<{ unit_cost: string; same: boolean }>`select c.unit_cost::text as unit_cost,
      c.expires_at = p.expires_at and c.kind = p.kind and c.unit_cost = p.unit_cost as same
      from credit_grant c join credit_grant p on p.account_id = c.parent_account_id and p.id = c.parent_grant_id
      where c.account_id = ${customer.accountId}`.execute(db())
    expect(rows).toEqual([{ unit_cost: '2.5000000000', same: true }])
    await take(customer, 5, reseller)
    // In one transaction, so that both have the same time.
    await inOne(async () => {
      await expire(reseller)
      await expire(customer)
    })
    await sweepExpiredCredits(t.app.ctx)
    expect([await booksOf(customer), await booksOf(reseller)]).toMatchObject([
      { available: 0, expired: 15, in_transit: -15 },
      { available: 0, expired: 5, in_transit: 15 },
    ])
    await expectWholeCredits(t.app.ctx)
  })
})

describe('the margin of sellers', () => {
  it('is booked when credits are sold, at the prices of then, whatever is spent, and reversed by what returns', async () => {
    const upper = await seller(0)
    const lower = await t.account({ modules: ['leads', 'whitelabel'], parent: upper, credits: 0 })
    const customer = await t.account({ parent: lower, credits: 0, plan: { name: 'Gold' } })
    const sell = (to: TestUser, amount: number, unitCost: string) =>
      inOne(() =>
        grantCredits(t.app.ctx, {
          accountId: to.accountId,
          amount,
          unitCost,
          kind: 'top_up',
          sourceKind: 'test',
          sourceId: `${to.accountId} ${unitCost}`,
          currency: 'USD',
          ...why,
        }),
      )
    await sell(upper, 100, '1.25')
    await sell(lower, 50, '2')
    await sell(customer, 10, '3.5')
    // Later price rises concern other credits.
    await sell(lower, 10, '9')
    const takeTwo = { params: { id: customer.accountId }, body: { amount: 2, reason: 'Too many' } }
    expect((await t.call(takeBackCredits, takeTwo, lower)).status).toBe(200)
    const run = await hold(customer, 4)
    await spend(customer, run, ids(1, 4))
    await finishTransfers(t.app.ctx)
    const of = async (user: TestUser, by: 'customer' | 'package' | 'type') => {
      const { body } = await t.call(margin, { query: { by } }, user)
      return [...body.data, ...body.months]
    }
    const figures = { currency: 'USD', provider_cost: null, received: 0, refunds: 0, fees: 0 }
    const lowers = { ...figures, credits: 8, elsewhere: 28, wholesale: 16, margin: 12 }
    expect(await of(lower, 'customer')).toMatchObject([
      { customer_id: customer.accountId, ...lowers },
      lowers,
    ])
    expect(await of(lower, 'package')).toMatchObject([{ name: 'Gold', ...lowers }, lowers])
    expect(await of(lower, 'type')).toMatchObject([{ name: 'given', ...lowers }, lowers])
    const uppers = { ...figures, credits: 60, elsewhere: 190, wholesale: 75, margin: 115 }
    expect(await of(upper, 'customer')).toMatchObject([{ customer_id: lower.accountId, ...uppers }, uppers])
    expect(await of(await seller(), 'customer')).toEqual([])
  })
})

describe('a tree of three levels', () => {
  async function plant(): Promise<Tree> {
    const platform = (await t.admin()).accountId
    const resellers = [await seller(0), await seller(0)]
    const customers = []
    for (const parent of [...resellers, ...resellers]) {
      const { accountId: id } = await t.account({ parent, credits: 0 })
      customers.push({ id, reseller: parent.accountId })
    }
    return { platform, resellers: resellers.map(({ accountId }) => accountId), customers }
  }

  it('accounts for every credit through any concurrent operations', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(operation, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 15 }),
        async (steps) => {
          const stage = { ctx: t.app.ctx, tree: await plant() }
          for (const step of steps) {
            const [alone, together] = [
              step.filter(({ do: name }) => name === 'pass'),
              step.filter(({ do: name }) => name !== 'pass'),
            ]
            await Promise.all(together.map((facts) => runOperation(stage, facts)))
            for (const facts of alone) await runOperation(stage, facts)
            await expectWholeCredits(t.app.ctx)
          }
        },
      ),
      { numRuns: 12, endOnFailure: true },
    )
  })

  it('loses nothing when a process is killed during transfers', async () => {
    const stage = { ctx: t.app.ctx, tree: await plant() }
    for (const reseller of stage.tree.resellers)
      await inOne(() => grantIssuedCredits(t.app.ctx, { accountId: reseller, amount: 5000, ...why }))
    await killAmidOperations(t.databaseUrl, stage, { operations: 60 })
  })
})
