import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount, createPlanOfAccount } from '#server/modules/accounts/accounts/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { captureAmount, captureCharges } from './charges.ts'
import { findAllowance, reserveCredits, settleReservation } from './reservations.ts'
import { setMemberCap } from './spending.ts'

const CREDITS = 60
const MEMBER = 900_001
const MAIN = 900_002

let t: TestApp
let planVersionId: number
let parentId: number
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  parentId = (await t.admin()).accountId
  const plan = { name: 'Caps', modules: ['leads'], freeCredits: CREDITS }
  planVersionId = (await createPlanOfAccount(t.app.ctx, plan)).id
})
afterAll(() => t.close())

/** Concurrent credit movements, with caps set in between. */
const movement = fc.oneof(
  fc.record({
    do: fc.constant('reserve' as const),
    capped: fc.boolean(),
    amount: fc.integer({ min: 0, max: 25 }),
  }),
  fc.record({
    do: fc.constant('capture' as const),
    run: fc.nat({ max: 9 }),
    units: fc.integer({ min: 1, max: 6 }),
    // What the run may cost beyond its reservation, when it takes more on the way.
    beyond: fc.nat({ max: 20 }),
  }),
  // Credits without an entity, such as tokens of a model.
  fc.record({
    do: fc.constant('take' as const),
    run: fc.nat({ max: 9 }),
    amount: fc.integer({ min: 0, max: 12 }),
  }),
  fc.record({ do: fc.constant('settle' as const), run: fc.nat({ max: 9 }) }),
)
type Movement = typeof movement extends fc.Arbitrary<infer Value> ? Value : never
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      moves: fc.array(movement, { minLength: 1, maxLength: 5 }),
      cap: fc.constant(undefined),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ moves: fc.constant([]), cap: fc.option(fc.integer({ min: 0, max: 40 })) }),
  },
)

/** One account with a capped member, changed directly through the wallet. */
class Books {
  readonly runs: { id: number; userId: number; promised: number }[] = []
  private nextEntity = 1
  readonly accountId: number

  constructor(accountId: number) {
    this.accountId = accountId
  }

  /** The tables' state, in one snapshot. */
  async state() {
    const { rows } = await sql<Record<string, number>>`select available, reserved, wallet.spent,
      (select coalesce(sum(amount - captured), 0) from reservation v where v.account_id = wallet.account_id and state = 'open') as held,
      (select coalesce(sum(amount - captured), 0) from reservation v where v.account_id = wallet.account_id and state = 'open' and user_id = ${MEMBER}) as member_held,
      (select coalesce(sum(amount), 0) from ledger g where g.account_id = wallet.account_id and credit = 'spent' and user_id = ${MEMBER}) as member_spent,
      (select monthly_credits from member_cap c where c.account_id = wallet.account_id and user_id = ${MEMBER}) as cap
      from wallet where account_id = ${this.accountId}`.execute(t.app.database.db)
    const row = rows[0] as Record<string, number | null>
    const used = Number(row.member_held) + Number(row.member_spent)
    return {
      available: Number(row.available),
      reserved: Number(row.reserved),
      spent: Number(row.spent),
      held: Number(row.held),
      used,
      cap: row.cap === null ? Number.POSITIVE_INFINITY : Number(row.cap),
    }
  }

  private run = (index: number) => this.runs[index % Math.max(1, this.runs.length)]

  /** Makes one movement; returns the code of its refusal. */
  async make(move: Movement): Promise<string | null> {
    const { db } = t.app.database
    const { accountId } = this
    if (move.do === 'reserve') {
      const payer = { accountId, userId: move.capped ? MEMBER : MAIN, runId: this.runs.length + 1 }
      this.runs.push({ id: payer.runId, userId: payer.userId, promised: move.amount })
      const wanted = { ...payer, amount: move.amount, unitCost: 1, reason: 'test', timeZone: 'UTC' }
      return transaction(db, () => reserveCredits(t.app.ctx, wanted)).then(
        () => null,
        (error) => {
          if (!(error instanceof AppError)) throw error
          return error.code
        },
      )
    }
    const run = this.run(move.run)
    if (!run) return null
    const payer = { accountId, userId: run.userId, runId: run.id }
    await transaction(db, async () => {
      if (move.do === 'settle') return void (await settleReservation(t.app.ctx, payer))
      if (move.do === 'take') {
        await captureAmount(t.app.ctx, payer, {
          amount: move.amount,
          max: run.promised,
          reason: 'ai_tokens',
          source: 'openai',
        })
        return
      }
      const wanted = Array.from({ length: move.units }, () => {
        this.nextEntity += 1
        return { entityId: this.nextEntity, leadId: this.nextEntity }
      })
      const max = run.promised + move.beyond
      const ids = wanted.map(({ entityId }) => entityId)
      const { left } = await findAllowance(t.app.ctx, payer, 'test', ids, {
        unitCost: 1,
        remaining: move.units,
        max,
      })
      const deliveries = wanted.slice(0, left)
      await captureCharges(t.app.ctx, payer, { chargeKind: 'test', source: 'test', unitCost: 1, deliveries })
    })
    return null
  }
}

it('never lets a member hold and spend more than the cap, and refuses nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const account = await createAccount(t.app.ctx, { parentId, name: 'Caps', planVersionId })
      const books = new Books(account.id)
      await transaction(t.app.database.db, () => setMemberCap(t.app.ctx, account.id, MEMBER, 20))
      for (const { moves, cap } of steps) {
        const before = await books.state()
        if (cap !== undefined)
          await transaction(t.app.database.db, () => setMemberCap(t.app.ctx, account.id, MEMBER, cap))
        const codes = await Promise.all(moves.map((move: Movement) => books.make(move)))
        const after = await books.state()
        expect(after.used).toBeLessThanOrEqual(Math.max(before.used, after.cap))
        expect(after.available + after.reserved + after.spent).toBe(CREDITS)
        expect([after.available >= 0, after.reserved]).toEqual([true, after.held])
        const alone = moves[0]
        if (moves.length !== 1 || alone?.do !== 'reserve') continue
        const left = alone.capped ? Math.max(0, before.cap - before.used) : Number.POSITIVE_INFINITY
        const why = left < before.available ? 'credit_cap_reached' : 'insufficient_credits'
        expect(codes).toEqual([alone.amount > Math.min(left, before.available) ? why : null])
      }
    }),
    { numRuns: 20, endOnFailure: true },
  )
})
