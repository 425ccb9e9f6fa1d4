import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import {
  alertThreshold,
  captureCharges,
  checkWalletBooks,
  finishTransfers,
  giveAllowance,
  grantCredits,
  lockAccountWallet,
  refundCharges,
  reserveCredits,
  settleReservation,
  sweepExpiredCredits,
  takeBackCredits,
  transferCredits,
} from '#server/modules/accounts/wallet/index.ts'

import type { Context } from '#server/platform/context.ts'
import { type Db, openDatabase, transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { silentLog } from '#server/platform/log.ts'
import { defineModule } from '#server/platform/module.ts'
import { compileCache } from './compile-cache.ts'
import { testContext } from './test-context.ts'

/** Three levels: the platform, its resellers, their customers. Customers of one reseller are consecutive. */
export interface Tree {
  platform: number
  resellers: number[]
  customers: { id: number; reseller: number }[]
}

const index = fc.nat({ max: 5 })
const amount = fc.integer({ min: 1, max: 60 })
const hours = fc.option(fc.integer({ min: 1, max: 30 }))
const kind = fc.constantFrom('allowance' as const, 'top_up' as const, 'promotional' as const)

export const operation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('issue' as const), to: index, amount, kind, hours }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('allow' as const),
      to: index,
      amount,
      period: fc.nat({ max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('give' as const), to: index, amount, hours }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('take' as const), from: fc.nat({ max: 9 }), amount }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hold' as const), by: index, amount }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('spend' as const), by: index, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const), by: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), by: index, amount }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 12 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
)
export type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never

const HOUR = 60 * 60 * 1000
const nth = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item
const why = { reason: 'test', userId: 1 }

interface Stage {
  ctx: Context
  tree: Tree
}

/** An unused number, for runs and entities. */
async function fresh(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('ledger_id_seq') as id`.execute(db)
  return rows[0]?.id as number
}

/** A run of the account that still holds credits. */
async function openRun(db: Db, accountId: number): Promise<{ runId: number; left: number } | undefined> {
  const { rows } = await sql<{
    runId: number
    left: number
  }>`select run_id as "runId", amount - captured as left
    from reservation where account_id = ${accountId} and state = 'open' order by id limit 1`.execute(db)
  return rows[0]
}

async function spend({ ctx }: Stage, accountId: number, wanted: number): Promise<void> {
  await lockAccountWallet(ctx, accountId)
  const run = await openRun(ctx.db, accountId)
  if (!run) return
  const deliveries = []
  for (let n = 0; n < Math.min(run.left, wanted); n += 1)
    deliveries.push({ entityId: await fresh(ctx.db), leadId: 1 })
  await captureCharges(
    ctx,
    { accountId, runId: run.runId, userId: 1 },
    { chargeKind: 'test', source: 'test', unitCost: 1, deliveries },
  )
}

async function refund({ ctx }: Stage, accountId: number, wanted: number): Promise<void> {
  const { rows } = await sql<{
    entity_id: number
  }>`select entity_id from charge where account_id = ${accountId}
    and refunded_at is null order by entity_id desc limit ${wanted}`.execute(ctx.db)
  await refundCharges(ctx, {
    accountId,
    chargeKind: 'test',
    entityIds: rows.map(({ entity_id }) => entity_id),
    ...why,
  })
}

/** Moves all times into the past. Credits in transit arrive first, because their times travel with them. */
async function pass({ ctx }: Stage, by: number): Promise<void> {
  await finishTransfers(ctx)
  const span = sql`make_interval(hours => ${by})`
  await sql`update credit_grant set expires_at = expires_at - ${span} where expires_at is not null`.execute(
    ctx.db,
  )
  await sql`update credit_transfer set expires_at = expires_at - ${span} where state = 'waiting'`.execute(
    ctx.db,
  )
}

const until = (inHours: number | null) => (inHours === null ? null : new Date(Date.now() + inHours * HOUR))

const ACTS: {
  [Name in Operation['do']]: (stage: Stage, facts: Operation & { do: Name }) => Promise<unknown>
} = {
  issue: ({ ctx, tree }, { to, hours: inHours, ...facts }) => {
    const source = { sourceKind: 'test', sourceId: String(Math.random()), unitCost: '1.5', currency: 'USD' }
    return grantCredits(ctx, {
      accountId: nth(tree.resellers, to),
      expiresAt: until(inHours),
      ...source,
      ...why,
      amount: facts.amount,
      kind: facts.kind,
    })
  },
  allow: ({ ctx, tree }, { to, amount: credits, period }) =>
    giveAllowance(ctx, {
      accountId: nth(tree.customers, to).id,
      subscriptionId: to % tree.customers.length,
      periodStart: new Date(period * 24 * HOUR),
      periodEnd: until(24),
      amount: credits,
      unitCost: '3',
      currency: 'USD',
    }),
  give: ({ ctx, tree }, { to, amount: credits, hours: inHours }) => {
    const { id, reseller } = nth(tree.customers, to)
    return transferCredits(ctx, {
      from: reseller,
      to: id,
      amount: credits,
      expiresAt: until(inHours),
      ...why,
    })
  },
  take: ({ ctx, tree }, { from, amount: credits }) => {
    const all = [...tree.customers.map(({ id }) => id), ...tree.resellers]
    return takeBackCredits(ctx, { accountId: nth(all, from), amount: credits, ...why })
  },
  hold: async ({ ctx, tree }, { by, amount: credits }) => {
    const payer = {
      accountId: nth(tree.customers, by).id,
      userId: 1,
      runId: await fresh(ctx.db),
      timeZone: 'UTC',
    }
    await reserveCredits(ctx, { ...payer, amount: credits, unitCost: 1, reason: 'test' })
  },
  spend: (stage, { by, amount: credits }) => spend(stage, nth(stage.tree.customers, by).id, credits),
  settle: async ({ ctx, tree }, { by }) => {
    const accountId = nth(tree.customers, by).id
    const run = await openRun(ctx.db, accountId)
    if (run) await settleReservation(ctx, { accountId, runId: run.runId, userId: 1 })
  },
  refund: (stage, { by, amount: credits }) => refund(stage, nth(stage.tree.customers, by).id, credits),
  pass: (stage, { hours: by }) => pass(stage, by),
  sweep: ({ ctx }) => sweepExpiredCredits(ctx),
}

const SEPARATE_TRANSACTIONS: readonly Operation['do'][] = ['pass', 'sweep']

/** Runs one operation; one that is refused for lack of credits changes nothing. */
export async function runOperation(stage: Stage, facts: Operation): Promise<void> {
  const act = () => (ACTS[facts.do] as (stage: Stage, facts: Operation) => Promise<unknown>)(stage, facts)
  try {
    await (SEPARATE_TRANSACTIONS.includes(facts.do) ? act() : transaction(stage.ctx.db, act))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Asserts that no credits are missing and no gift outlives the grant it came from. */
export async function expectWholeCredits(ctx: Context): Promise<void> {
  const { drift, accounts } = await checkWalletBooks(ctx)
  expect({ drift, accounts }).toEqual({ drift: 0, accounts: [] })
  const { rows } = await sql`select c.id from credit_grant c join credit_grant p
    on p.account_id = c.parent_account_id and p.id = c.parent_grant_id
    join credit_transfer t on t.account_id = c.parent_account_id and t.to_account_id = c.account_id
      and t.source_kind = c.source_kind and t.source_id = split_part(c.source_id, '#', 1)
    where coalesce(t.kind, 'promotional') = 'promotional'
      and coalesce(c.expires_at, 'infinity') > coalesce(p.expires_at, 'infinity')`.execute(ctx.db)
  expect(rows).toEqual([])
}

/** Nobody is warned of a low balance. */
const QUIET = defineModule({ on: [alertThreshold.answer(() => 0)] })

const WORKER = fileURLToPath(import.meta.url)

/** Runs operations in a separate process that is killed during them; credits in transit then arrive. */
export async function killAmidOperations(
  url: string,
  { ctx, tree }: Stage,
  { operations }: { operations: number },
): Promise<void> {
  const count = async () =>
    Number((await sql<{ n: number }>`select count(*) as n from ledger`.execute(ctx.db)).rows[0]?.n)
  const before = await count()
  const child = spawn(process.execPath, [WORKER, url, JSON.stringify(tree)], {
    env: { ...process.env, ...compileCache() },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await expect.poll(count, { interval: 5 }).toBeGreaterThan(before + operations)
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  await expectWholeCredits(ctx)
  await finishTransfers(ctx)
  await expectWholeCredits(ctx)
  const { rows } = await sql`select id from credit_transfer where state = 'sent'`.execute(ctx.db)
  expect(rows).toEqual([])
}

/**
 * Runs operations until it is killed, several at a time. Time stands still, because another process could send
 * meanwhile.
 */
async function main(url: string, tree: Tree): Promise<void> {
  process.once('disconnect', () => process.exit())
  const { db } = openDatabase(url, { log: silentLog(), max: 6 })
  const stage = { ctx: testContext({ db, modules: [QUIET] }), tree }
  for (;;) {
    const batch = fc.sample(operation, 4).filter(({ do: name }) => name !== 'pass')
    await Promise.all(batch.map((facts) => runOperation(stage, facts)))
  }
}

if (import.meta.main) await main(String(process.argv[2]), JSON.parse(String(process.argv[3])))
