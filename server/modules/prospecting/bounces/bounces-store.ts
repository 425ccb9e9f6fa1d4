import { type Generated, type Selectable, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { updateRows } from '#server/platform/db/rows.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface BounceTable {
  account_id: number
  id: Generated<number>
  address: string
  kind: 'hard' | 'soft'
  reason: string | null
  bounced_at: Date
  state_before: string | null
  source: string | null
  refunded: Generated<number>
  created_by: number | null
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    bounce: BounceTable
    bounce_info: ReadOnly<BounceTable, 'account_id' | 'address' | 'kind'>
  }
}
export type BounceRow = Selectable<BounceTable>

export interface NewBounce {
  address: string
  kind: 'hard' | 'soft'
  reason: string | null
  bouncedAt: Date
  stateBefore: string | null
  source: string | null
}

/** The database's current time, which check results are dated by as well. */
export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  return (rows[0] as { now: Date }).now
}

/** Bounces of these addresses in the last `hours`, as address and kind. */
export const findRecentBounces = (db: Db, accountId: number, addresses: string[], hours: number) =>
  db
    .selectFrom('bounce')
    .select(['address', 'kind'])
    .distinct()
    .where('account_id', '=', accountId)
    .where('address', '=', sql<string>`any(${addresses}::text[])`)
    .where('bounced_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .execute()

/** Stores bounces. @returns the new ones, in input order. */
export async function insertBounces(
  db: Db,
  accountId: number,
  userId: number | null,
  bounces: NewBounce[],
): Promise<BounceRow[]> {
  if (bounces.length === 0) return []
  return db
    .insertInto('bounce')
    .values(
      bounces.map((bounce) => ({
        account_id: accountId,
        address: bounce.address,
        kind: bounce.kind,
        reason: bounce.reason,
        bounced_at: bounce.bouncedAt,
        state_before: bounce.stateBefore,
        source: bounce.source,
        created_by: userId,
      })),
    )
    .onConflict((oc) => oc.columns(['account_id', 'address', 'kind', 'bounced_at']).doNothing())
    .returningAll()
    .execute()
}

export const writeRefund = (db: Db, accountId: number, id: number, refunded: number) =>
  updateRows(db, 'bounce', { account_id: accountId, id }, { refunded })

/** Bounces of an account, newest first. */
export async function listBounces(
  db: Db,
  accountId: number,
  query: { page: number; limit: number; search?: string },
) {
  let base = db.selectFrom('bounce').where('account_id', '=', accountId)
  if (query.search) base = base.where('address', 'like', containing(query.search.toLowerCase()))
  return readPage(base, base.selectAll().orderBy('id', 'desc'), query)
}
