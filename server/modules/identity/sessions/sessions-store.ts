import { type Generated, type Selectable, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { getRow, insertRow } from '#server/platform/db/rows.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface SessionTable {
  id: Generated<number>
  user_id: number
  token_hash: string
  site_id: number | null
  actor_user_id: number | null
  parent_session_id: Generated<number | null>
  ip: string | null
  user_agent: string | null
  /** How to end the session of the sign-on's provider; null for other sign-ins. */
  sign_on_sealed: Generated<string | null>
  created_at: Generated<Date>
  last_active_at: Generated<Date>
  expires_at: Date
  revoked_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    session: SessionTable
    session_info: ReadOnly<
      SessionTable,
      | 'user_id'
      | 'site_id'
      | 'actor_user_id'
      | 'last_active_at'
      | 'id'
      | 'created_at'
      | 'revoked_at'
      | 'expires_at'
    >
  }
}
export type SessionRow = Selectable<SessionTable>

/** Lifetime of a token in days, by the database's clock. */
const SESSION_DAYS = 30
const NOW = sql<Date>`now()`
const among = (ids: readonly number[]) => sql<number>`any(${ids}::bigint[])`

/** A session's user, site (null is a shared domain), and origin. */
export interface NewSession {
  userId: number
  siteId: number | null
  ip: string
  userAgent: string
  signOnSealed?: string | null
}

export const insertSession = (db: Db, session: NewSession & { tokenHash: string }) =>
  insertRow(
    db,
    'session',
    {
      user_id: session.userId,
      token_hash: session.tokenHash,
      site_id: session.siteId,
      actor_user_id: null,
      ip: session.ip,
      user_agent: session.userAgent,
      sign_on_sealed: session.signOnSealed ?? null,
      expires_at: sql<Date>`now() + make_interval(days => ${SESSION_DAYS})`,
      revoked_at: null,
    },
    ['id', 'expires_at'],
  )

/** User agents that a user has signed in with, as far as sessions go back, without those who acted as them. */
export async function findUserAgents(db: Db, userId: number): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('session')
    .select('user_agent')
    .distinct()
    .where('user_id', '=', userId)
    .where('actor_user_id', 'is', null)
    .execute()
  return rows.map((row) => row.user_agent)
}

/** Whether one of these users has signed in from this address before, without those who acted as them. */
export async function hasSignedInFrom(db: Db, userIds: readonly number[], ip: string): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', among(userIds))
    .where('ip', '=', ip)
    .where('actor_user_id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** When each of these users was last active in their own sessions, without those who never were. */
export async function findLastActive(db: Db, userIds: readonly number[]): Promise<Map<number, Date>> {
  const rows = await db
    .selectFrom('session')
    .select((eb) => ['user_id', eb.fn.max('last_active_at').as('last_active')])
    .where('user_id', '=', among(userIds))
    .where('actor_user_id', 'is', null)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.last_active]))
}

/** A user's own sessions that are neither revoked nor expired, most recently used first. */
export const findSessions = (db: Db, userId: number): Promise<SessionRow[]> =>
  db
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('actor_user_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', NOW)
    .orderBy('last_active_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** A session's site; null is a shared domain. */
export async function findSessionSite(db: Db, sessionId: number): Promise<number | null> {
  const row = await getRow(db, 'session', { id: sessionId }, ['site_id'])
  return row.site_id
}

/** Selection of a user's sessions: all, one, all but one, or those in which someone acts as them. */
export interface WhichSessions {
  only?: number
  except?: number | null
  acting?: true
  /** Those that did not begin with the site's sign-on. */
  withoutSignOn?: true
}

/** Ends sessions of a user and returns their ids. */
export async function revokeSessions(db: Db, userId: number, which: WhichSessions = {}): Promise<number[]> {
  let query = db
    .updateTable('session')
    .set({ revoked_at: NOW })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', NOW)
  if (which.only !== undefined) query = query.where('id', '=', which.only)
  if (which.withoutSignOn)
    query = query.where('sign_on_sealed', 'is', null).where('actor_user_id', 'is', null)
  if (which.acting) query = query.where('actor_user_id', 'is not', null)
  if (which.except != null) query = query.where('id', '<>', which.except)
  const rows = await query.returning('id').execute()
  return rows.map((row) => row.id)
}

/** Ends acting sessions started from these. @returns each with its account. */
export async function revokeChildren(db: Db, parentIds: readonly number[]) {
  const ended = await db
    .updateTable('session')
    .set({ revoked_at: NOW })
    .where('parent_session_id', '=', sql<number>`any(${parentIds}::bigint[])`)
    .where('revoked_at', 'is', null)
    .returning(['id', 'user_id'])
    .execute()
  const { rows } = await sql<{ id: number; account_id: number }>`
    select n.id, u.account_id from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as n(id bigint, user_id bigint)
    join member u on u.id = n.user_id`.execute(db)
  return rows
}

/** Whether a session was opened more than so many minutes ago. */
export async function isOlderThan(db: Db, sessionId: number, minutes: number): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select(sql<boolean>`created_at < now() - make_interval(mins => ${minutes})`.as('older'))
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.older ?? true
}

/** Deletes sessions that ended more than 30 days ago. */
export const removeOldSessions = (db: Db) =>
  db
    .deleteFrom('session')
    .where((eb) => eb.fn.coalesce('revoked_at', 'expires_at'), '<', sql<Date>`now() - interval '30 days'`)
    .execute()

export const endActing = (db: Db, accountId: number) =>
  db
    .deleteFrom('session')
    .where('actor_user_id', 'in', (eb) =>
      eb.selectFrom('member').select('id').where('account_id', '=', accountId),
    )
    .execute()
