import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

interface Move {
  moveId: number
  versionId: number
  currency: string | null
  userId: number
  customers: readonly { accountId: number; appliesAt: Date }[]
}

// Moves of customers to a new version of their package: planned changes like any other.

/** Plans the change for each customer's subscription. @returns for how many: those with a change of their own keep it. */
export async function insertMoveChanges(db: Db, move: Move): Promise<number> {
  const ids = move.customers.map(({ accountId }) => accountId)
  await sql`update subscription_change set dropped_at = (select now())
    where account_id = any(${ids}::bigint[]) and move_id is not null and applied_at is null and dropped_at is null`.execute(
    db,
  )
  const { rows } = await sql`
    insert into subscription_change (account_id, subscription_id, from_version_id, target_version_id, rule, applies_at,
      currency, requested_by, move_id)
    select s.account_id, s.id, s.plan_version_id, ${move.versionId}::bigint, 'period_end', m.applies_at,
      ${move.currency}::text, ${move.userId}::bigint, ${move.moveId}::bigint
    from unnest(${ids}::bigint[], ${move.customers.map(({ appliesAt }) => appliesAt)}::timestamptz[])
      as m(account_id, applies_at)
    join subscription s on s.account_id = m.account_id and s.is_current
    on conflict (account_id, subscription_id) where applied_at is null and dropped_at is null do nothing
    returning account_id`.execute(db)
  return rows.length
}

/** Drops what of a move has not begun. @returns for how many customers. */
export async function dropOpenMove(db: Db, moveId: number): Promise<number> {
  const { rows } = await sql`update subscription_change set dropped_at = (select now())
    where move_id = ${moveId} and applied_at is null and dropped_at is null and applies_at > (select now())
    returning account_id`.execute(db)
  return rows.length
}
