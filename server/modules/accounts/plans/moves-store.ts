import { type Generated, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { findRow, insertRow } from '#server/platform/db/rows.ts'
import { type Period, periodAt } from './periods.ts'

/** A seller's move of customers to a version. What it does to each is a planned change of its subscription. */
interface PlanMoveTable {
  account_id: number
  id: Generated<number>
  plan_id: number
  to_version_id: number
  created_by: number
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    plan_move: PlanMoveTable
  }
}

interface Target {
  sellerId: number
  planId: number
  versionId: number
  period: Period | null
}

interface Subscribed {
  started_at: Date
  period_end: Date | null
  period: Period | null
  now: Date
}
const SUBSCRIBED = ['s.started_at', 's.period_end', sql<Date>`now()`.as('now')] as const
/** The start of the next period, at which a customer moves. */
const nextPeriod = ({ started_at, period_end, period, now }: Subscribed): Date =>
  period_end ?? periodAt(started_at, period ?? 'month', now).end

/** A seller's customers on other versions of a plan whose subscriptions go on. */
const behind = (db: Db, { sellerId, planId, versionId }: Target) =>
  db
    .selectFrom('subscription_info as s')
    .innerJoin('plan_version_info as v', 'v.id', 's.plan_version_id')
    .innerJoin('account_node as n', 'n.id', 's.account_id')
    .where('s.is_current', '=', true)
    .where('s.state', '<>', 'cancelled')
    .where('s.cancel_at', 'is', null)
    .where('v.plan_id', '=', planId)
    .where('v.id', '<>', versionId)
    .where('n.parent_id', '=', sellerId)

/**
 * Why a customer stays: PayKickstart's prices can't be changed from here, and Stripe would charge for another length
 * of periods at once.
 */
const staysBecause = ({ period }: Target) =>
  sql<'paykickstart' | 'period' | null>`case when s.billed_by = 'paykickstart' then 'paykickstart'
    when s.billed_by is not null and v.period is distinct from ${period} then 'period' end`

export async function pageBehind(db: Db, target: Target, page: { page: number; limit: number }) {
  const base = behind(db, target)
  const sorted = base
    .selectAll('v')
    .select(['n.id as account_id', 'n.name as account', ...SUBSCRIBED])
    .select(staysBecause(target).as('stays'))
    .select((eb) =>
      eb
        .selectFrom('member as m')
        .select((m) => m.fn.countAll<number>().as('members'))
        .whereRef('m.account_id', '=', 'n.id')
        .where('m.state', '<>', 'removed')
        .as('members'),
    )
    .orderBy('n.id')
  const { rows, total } = await readPage(base, sorted, page)
  return { rows: rows.map((row) => ({ ...row, applies_at: nextPeriod(row) })), total }
}

/** Customers who are behind and can be moved, and when. */
export async function findMovable(db: Db, target: Target): Promise<{ accountId: number; appliesAt: Date }[]> {
  const rows = await behind(db, target)
    .where(staysBecause(target), 'is', null)
    .select(['n.id', 'v.period', ...SUBSCRIBED])
    .orderBy('n.id')
    .execute()
  return rows.map((row) => ({ accountId: row.id, appliesAt: nextPeriod(row) }))
}

export const insertMove = async (
  db: Db,
  move: { account_id: number; plan_id: number; to_version_id: number; created_by: number },
): Promise<number> => (await insertRow(db, 'plan_move', move, ['id'])).id

/** A plan's open move with the remaining customers. */
export const findOpenMove = (db: Db, sellerId: number, planId: number) =>
  db
    .selectFrom('plan_move as m')
    .innerJoin('subscription_change_info as c', 'c.move_id', 'm.id')
    .innerJoin('plan_version as v', 'v.id', 'm.to_version_id')
    .where('m.account_id', '=', sellerId)
    .where('m.plan_id', '=', planId)
    .where('c.applied_at', 'is', null)
    .where('c.dropped_at', 'is', null)
    .select((eb) => [
      'm.id',
      'v.version',
      eb.fn.countAll<number>().as('customers'),
      eb.fn.min('c.applies_at').as('first_at'),
    ])
    .groupBy(['m.id', 'v.version'])
    .orderBy('m.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function isMoveOf(db: Db, sellerId: number, planId: number, moveId: number): Promise<boolean> {
  const row = await findRow(db, 'plan_move', { account_id: sellerId, plan_id: planId, id: moveId }, ['id'])
  return row !== undefined
}
