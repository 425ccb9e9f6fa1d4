import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'

/** An account with the facts needed to close it. */
export interface ClosingFacts {
  name: string
  parent_id: number | null
  closed_at: Date | null
  delete_at: Date | null
  accounts_below: number
  lists: number
  leads: number
  members: number
  runs: number
  webhooks: number
  api_keys: number
  credits: number
}

/** An account's contents, counted now. */
export async function findClosingFacts(db: Db, accountId: number): Promise<ClosingFacts | undefined> {
  const { rows } = await sql<Omit<ClosingFacts, 'api_keys'>>`
    select a.name, a.parent_id, a.closed_at, a.delete_at,
      (select count(*)::int from account_node b where b.parent_id = a.id and b.closed_at is null) as accounts_below,
      (select count(*)::int from list_info l where l.account_id = ${accountId} and l.deleted_at is null) as lists,
      (select coalesce(sum(l.lead_count), 0)::int from list_info l where l.account_id = ${accountId} and l.deleted_at is null)
        as leads,
      (select greatest(count(*) - 1, 0)::int from member u where u.account_id = a.id and u.state <> 'removed')
        as members,
      (select count(*)::int from run_info r where r.account_id = ${accountId} and r.state in ('queued', 'running'))
        as runs,
      (select count(*)::int from webhook_info w where w.account_id = ${accountId} and w.deleted_at is null) as webhooks,
      coalesce((select available from wallet_info w where w.account_id = ${accountId}), 0)::int as credits
    from account_node a where a.id = ${accountId}`.execute(db)
  if (!rows[0]) return undefined
  // Queried separately: they are on a cluster's coordinator, and the others on another server.
  const { rows: keys } = await sql<{ count: number }>`
    select count(*)::int as count from api_key_info k join member u on u.id = k.user_id
    where u.account_id = ${accountId} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`.execute(
    db,
  )
  return { ...rows[0], api_keys: keys[0]?.count ?? 0 }
}

/** Whether the account above is closed: then nothing below it reopens. */
export async function isParentClosed(db: Db, parentId: number): Promise<boolean> {
  const parent = await findRow(db, 'account_node', { id: parentId }, ['closed_at'])
  return parent?.closed_at != null
}

/** Open accounts directly below; locked, so that none is added meanwhile. */
export async function countBelow(db: Db, accountId: number): Promise<number> {
  const rows = await db
    .selectFrom('account_node')
    .select('id')
    .where('parent_id', '=', accountId)
    .where('closed_at', 'is', null)
    .execute()
  return rows.length
}

/** Active people of an account; owners first. */
export const findPeople = (db: Db, accountId: number) =>
  db
    .selectFrom('member')
    .select(['id', 'email', 'first_name', 'is_owner', 'realm_id'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'active')
    .orderBy('id')
    .execute()

/** Closed accounts due for deletion before `by` whose owners have not been warned. */
export const findToWarn = (db: Db, by: Date) =>
  db
    .selectFrom('account_node')
    .select('id')
    .where('delete_at', '<=', by)
    .where('deletion_warned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** Accounts whose grace period has ended. */
export const findToDelete = (db: Db, now: Date) =>
  db
    .selectFrom('account_node')
    .select('id')
    .where('delete_at', '<=', now)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** The site last used by an account's people; null is the platform's own. */
export async function findLastSite(db: Db, accountId: number): Promise<number | null> {
  const row = await db
    .selectFrom('session_info as session')
    .innerJoin('member as u', 'u.id', 'session.user_id')
    .select('site_id')
    .where('u.account_id', '=', accountId)
    .where('actor_user_id', 'is', null)
    .orderBy('session.last_active_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.site_id ?? null
}

export const deleteRows = (db: Db, table: string, accountId: number) =>
  sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(db)
