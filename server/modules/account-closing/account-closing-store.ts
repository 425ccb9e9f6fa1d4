import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** An account with what closing it is about. */
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

/** What an account holds, counted now. */
export async function findClosingFacts(db: Db, accountId: number): Promise<ClosingFacts | undefined> {
  const { rows } = await sql<ClosingFacts>`
    select a.name, a.parent_id, a.closed_at, a.delete_at,
      (select count(*)::int from account b where b.parent_id = a.id and b.closed_at is null) as accounts_below,
      (select count(*)::int from list l where l.account_id = a.id and l.deleted_at is null) as lists,
      (select count(*)::int from lead l where l.account_id = a.id and l.deleted_at is null) as leads,
      (select greatest(count(*) - 1, 0)::int from app_user u where u.account_id = a.id and u.state <> 'removed')
        as members,
      (select count(*)::int from run r where r.account_id = a.id and r.state in ('queued', 'running')) as runs,
      (select count(*)::int from webhook w where w.account_id = a.id and w.deleted_at is null) as webhooks,
      (select count(*)::int from api_key k join app_user u on u.id = k.user_id where u.account_id = a.id
        and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())) as api_keys,
      coalesce((select available from wallet w where w.account_id = a.id), 0)::int as credits
    from account a where a.id = ${accountId}`.execute(db)
  return rows[0]
}

/** Holds an account, so that it is closed or reopened once. */
export const lockAccount = (db: Db, accountId: number) =>
  db
    .selectFrom('account')
    .select(['id', 'name', 'parent_id', 'closed_at', 'delete_at'])
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Whether the account above is closed: then nothing below it opens. */
export async function isParentClosed(db: Db, parentId: number): Promise<boolean> {
  const parent = await db
    .selectFrom('account')
    .select('closed_at')
    .where('id', '=', parentId)
    .executeTakeFirst()
  return parent?.closed_at != null
}

/** Open accounts directly below; held, so that none appears meanwhile. */
export async function countBelow(db: Db, accountId: number): Promise<number> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('parent_id', '=', accountId)
    .where('closed_at', 'is', null)
    .execute()
  return rows.length
}

export const setClosed = (
  db: Db,
  accountId: number,
  set: { closed_at: Date | null; closed_by: number | null; delete_at: Date | null },
) =>
  db
    .updateTable('account')
    .set({ ...set, deletion_warned_at: null })
    .where('id', '=', accountId)
    .execute()

/** Active people of an account; owners first. */
export const findPeople = (db: Db, accountId: number) =>
  db
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name', 'role', 'realm_id'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'active')
    .orderBy('id')
    .execute()

/** Closed accounts that are deleted before `by` and whose owners have not been warned. */
export const findToWarn = (db: Db, by: Date) =>
  db
    .selectFrom('account')
    .select('id')
    .where('delete_at', '<=', by)
    .where('deletion_warned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** Notes that the owners are warned; false when somebody else has just done it or the account is open again. */
export async function setWarned(db: Db, accountId: number, now: Date): Promise<Date | null> {
  const row = await db
    .updateTable('account')
    .set({ deletion_warned_at: now })
    .where('id', '=', accountId)
    .where('delete_at', 'is not', null)
    .where('deletion_warned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .returning('delete_at')
    .executeTakeFirst()
  return row?.delete_at ?? null
}

/** Accounts whose grace has ended. */
export const findToDelete = (db: Db, now: Date) =>
  db
    .selectFrom('account')
    .select('id')
    .where('delete_at', '<=', now)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** The site on which people of an account were last; null is the platform's own. */
export async function lastSiteOf(db: Db, accountId: number): Promise<number | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('app_user as u', 'u.id', 'session.user_id')
    .select('site_id')
    .where('u.account_id', '=', accountId)
    .where('actor_user_id', 'is', null)
    .orderBy('session.last_seen_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.site_id ?? null
}
