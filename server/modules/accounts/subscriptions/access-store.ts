import { type Generated, type Insertable, type Selectable, sql } from 'kysely'
import type { AccessPolicy, HoldCause } from '#contract/accounts/subscriptions.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTreeOf } from '#server/platform/db/in-tree-of.ts'
import { deleteRows, findRow } from '#server/platform/db/rows.ts'

interface AccessHoldTable {
  account_id: number
  cause: HoldCause
  /** Who placed it; of a parent hold, the locked seller. */
  source_account_id: number
  reason: string
  by_user_id: number | null
  at: Date
  starts_at: Date
  notified_at: Generated<Date | null>
}
interface AccessPolicyTable {
  account_id: number
  read_only_after_days: number
  locked_after_days: number
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    access_hold: AccessHoldTable
    access_policy: AccessPolicyTable
  }
}
export type HoldRow = Selectable<AccessHoldTable>

export const findHolds = (db: Db, accountId: number): Promise<HoldRow[]> =>
  db
    .selectFrom('access_hold')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('at')
    .orderBy('cause')
    .execute()

/** @returns whether it is new. */
export async function insertHold(
  db: Db,
  hold: Omit<Insertable<AccessHoldTable>, 'notified_at'>,
): Promise<boolean> {
  const row = await db
    .insertInto('access_hold')
    .values(hold)
    .onConflict((oc) => oc.columns(['account_id', 'cause', 'source_account_id']).doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Lifts holds with these causes, from one source or from all. @returns how many there were. */
export async function deleteHolds(
  db: Db,
  accountId: number,
  causes: readonly HoldCause[],
  sourceAccountId?: number,
): Promise<number> {
  let query = db.deleteFrom('access_hold').where('account_id', '=', accountId).where('cause', 'in', causes)
  if (sourceAccountId !== undefined) query = query.where('source_account_id', '=', sourceAccountId)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

/** Gives everyone below a locked seller notice: read-only from `startsAt` on. */
export async function holdDescendants(
  db: Db,
  sellerAccountId: number,
  { reason, at, startsAt }: { reason: string; at: Date; startsAt: Date },
): Promise<void> {
  await sql`
    insert into access_hold (account_id, cause, source_account_id, reason, at, starts_at)
    select id, 'parent', ${sellerAccountId}, ${reason}, ${at}, ${startsAt}
    from account_node where ${inTreeOf(sellerAccountId, 'path')} and id <> ${sellerAccountId}
    on conflict (account_id, cause, source_account_id) do nothing`.execute(db)
  await sql`
    update subscription set access_check_at = ${startsAt}
    where is_current and (access_check_at is null or access_check_at > ${startsAt})
      and account_id in (select account_id from access_hold where cause = 'parent' and source_account_id = ${sellerAccountId})`.execute(
    db,
  )
}

/** Lifts holds placed by `holdDescendants` and schedules those accounts for recomputing. */
export async function releaseBelow(db: Db, sellerAccountId: number, now: Date): Promise<void> {
  await sql`
    update subscription set access_check_at = ${now}
    where is_current
      and account_id in (select account_id from access_hold where cause = 'parent' and source_account_id = ${sellerAccountId})`.execute(
    db,
  )
  await deleteRows(db, 'access_hold', { cause: 'parent', source_account_id: sellerAccountId })
}

/** Holds of customers of locked sellers of which nobody was told, oldest first. */
export const findNotices = (db: Db) =>
  db
    .selectFrom('access_hold')
    .select(['account_id', 'source_account_id', 'starts_at'])
    .where('cause', '=', 'parent')
    .where('notified_at', 'is', null)
    .orderBy('at')
    .execute()

/** Claims an unsent notice, in the transaction that sends it. @returns false when it was lifted or sent meanwhile. */
export async function claimNotice(
  db: Db,
  { account_id, source_account_id }: { account_id: number; source_account_id: number },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('access_hold')
    .set({ notified_at: now })
    .where('account_id', '=', account_id)
    .where('source_account_id', '=', source_account_id)
    .where('cause', '=', 'parent')
    .where('notified_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const findPolicy = (db: Db, sellerAccountId: number): Promise<AccessPolicy | undefined> =>
  findRow(db, 'access_policy', { account_id: sellerAccountId }, ['read_only_after_days', 'locked_after_days'])

export const upsertPolicy = (db: Db, sellerAccountId: number, policy: AccessPolicy) =>
  db
    .insertInto('access_policy')
    .values({ account_id: sellerAccountId, ...policy })
    .onConflict((oc) =>
      oc.column('account_id').doUpdateSet((eb) => ({
        read_only_after_days: eb.ref('excluded.read_only_after_days'),
        locked_after_days: eb.ref('excluded.locked_after_days'),
      })),
    )
    .execute()
