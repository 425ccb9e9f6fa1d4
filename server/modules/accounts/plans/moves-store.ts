import { type Generated, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, insertRow, insertRows, updateRows } from '#server/platform/db/rows.ts'
import { type Period, periodAt } from './periods.ts'

interface PlanMoveTable {
  account_id: number
  id: Generated<number>
  plan_id: number
  to_version_id: number
  created_by: number
  created_at: Generated<Date>
}
interface PlanMoveItemTable {
  account_id: number
  move_id: number
  customer_id: number
  from_version_id: number
  applies_at: Date
  applied_at: Generated<Date | null>
  dropped_at: Generated<Date | null>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    plan_move: PlanMoveTable
    plan_move_item: PlanMoveItemTable
  }
}

interface Subscribed {
  started_at: Date
  period_end: Date | null
  period: Period | null
  now: Date
}
const SUBSCRIBED = ['a.started_at', 'a.period_end', sql<Date>`now()`.as('now')] as const
/** The start of the next period, at which a customer moves. */
const nextPeriod = ({ started_at, period_end, period, now }: Subscribed): Date =>
  period_end ?? periodAt(started_at, period ?? 'month', now).end

/** A seller's customers on other versions of a plan. */
const behind = (db: Db, sellerId: number, planId: number, versionId: number) =>
  db
    .selectFrom('active_plan as a')
    .innerJoin('plan_version_info as v', 'v.id', 'a.plan_version_id')
    .innerJoin('account_node as n', 'n.id', 'a.account_id')
    .where('v.plan_id', '=', planId)
    .where('v.id', '<>', versionId)
    .where('n.parent_id', '=', sellerId)

export async function pageBehind(
  db: Db,
  { sellerId, planId, versionId }: { sellerId: number; planId: number; versionId: number },
  { page, limit }: { page: number; limit: number },
) {
  const base = behind(db, sellerId, planId, versionId)
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await base
    .selectAll('v')
    .select(['n.id as account_id', 'n.name as account', ...SUBSCRIBED])
    .select((eb) =>
      eb
        .selectFrom('member as m')
        .select((m) => m.fn.countAll<number>().as('members'))
        .whereRef('m.account_id', '=', 'n.id')
        .where('m.state', '<>', 'removed')
        .as('members'),
    )
    .orderBy('n.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows: rows.map((row) => ({ ...row, applies_at: nextPeriod(row) })), total: Number(total) }
}

/** Opens a move for every customer who is behind, replacing open ones. @returns how many. */
export async function insertMove(
  db: Db,
  move: { account_id: number; plan_id: number; to_version_id: number; created_by: number },
): Promise<number> {
  const { account_id: sellerId, plan_id: planId, to_version_id: versionId } = move
  const customers = await behind(db, sellerId, planId, versionId)
    .select(['n.id', 'v.id as version_id', 'v.period', ...SUBSCRIBED])
    .execute()
  if (customers.length === 0) return 0
  const { id } = await insertRow(db, 'plan_move', move, ['id'])
  await db
    .updateTable('plan_move_item')
    .set({ dropped_at: sql<Date>`now()` })
    .where('account_id', '=', sellerId)
    .where('customer_id', '=', sql<number>`any(${customers.map((customer) => customer.id)}::bigint[])`)
    .where('applied_at', 'is', null)
    .where('dropped_at', 'is', null)
    .execute()
  await insertRows(
    db,
    'plan_move_item',
    customers.map((customer) => ({
      account_id: sellerId,
      move_id: id,
      customer_id: customer.id,
      from_version_id: customer.version_id,
      applies_at: nextPeriod(customer),
    })),
  )
  return customers.length
}

/** A plan's open move with the remaining customers. */
export const findOpenMove = (db: Db, sellerId: number, planId: number) =>
  db
    .selectFrom('plan_move as m')
    .innerJoin('plan_move_item as i', (join) =>
      join.onRef('i.account_id', '=', 'm.account_id').onRef('i.move_id', '=', 'm.id'),
    )
    .innerJoin('plan_version as v', 'v.id', 'm.to_version_id')
    .where('m.account_id', '=', sellerId)
    .where('m.plan_id', '=', planId)
    .where('i.applied_at', 'is', null)
    .where('i.dropped_at', 'is', null)
    .select((eb) => [
      'm.id',
      'v.version',
      eb.fn.countAll<number>().as('customers'),
      eb.fn.min('i.applies_at').as('first_at'),
    ])
    .groupBy(['m.id', 'v.version'])
    .orderBy('m.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function isMoveOf(db: Db, sellerId: number, planId: number, moveId: number): Promise<boolean> {
  const row = await findRow(db, 'plan_move', { account_id: sellerId, plan_id: planId, id: moveId }, ['id'])
  return row !== undefined
}

/** Drops unapplied changes of a move. @returns how many customers stay where they are. */
export async function dropMove(db: Db, sellerId: number, moveId: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('plan_move_item')
    .set({ dropped_at: sql<Date>`now()` })
    .where('account_id', '=', sellerId)
    .where('move_id', '=', moveId)
    .where('applied_at', 'is', null)
    .where('dropped_at', 'is', null)
    .where('applies_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const openItems = (db: Db) =>
  db
    .selectFrom('plan_move_item as i')
    .where('i.applied_at', 'is', null)
    .where('i.dropped_at', 'is', null)
    .where('i.applies_at', '<=', sql<Date>`now()`)

/** Due changes with their target version. */
export const findDueItems = (db: Db) =>
  openItems(db)
    .innerJoin('plan_move as m', (join) =>
      join.onRef('m.account_id', '=', 'i.account_id').onRef('m.id', '=', 'i.move_id'),
    )
    .select(['i.account_id', 'i.move_id', 'i.customer_id', 'i.from_version_id', 'm.to_version_id'])
    .orderBy('i.applies_at')
    .execute()

type ItemKey = { account_id: number; move_id: number; customer_id: number }

/** Locks a change that is still due. @returns undefined when it was applied, dropped or taken meanwhile. */
export const lockDueItem = (db: Db, { account_id, move_id, customer_id }: ItemKey) =>
  openItems(db)
    .select('i.customer_id')
    .where('i.account_id', '=', account_id)
    .where('i.move_id', '=', move_id)
    .where('i.customer_id', '=', customer_id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export const closeItem = (db: Db, item: ItemKey, how: 'applied_at' | 'dropped_at') =>
  updateRows(
    db,
    'plan_move_item',
    { account_id: item.account_id, move_id: item.move_id, customer_id: item.customer_id },
    { [how]: sql<Date>`now()` },
  )

export const currentVersionOf = async (db: Db, accountId: number): Promise<number | null> => {
  const row = await findRow(db, 'active_plan', { account_id: accountId }, ['plan_version_id'])
  return row?.plan_version_id ?? null
}
