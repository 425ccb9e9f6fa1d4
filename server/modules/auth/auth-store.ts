import { type Generated, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

interface SessionTable {
  id: Generated<number>
  user_id: number
  token_hash: string
  site_id: number | null
  actor_user_id: number | null
  ip: string | null
  user_agent: string | null
  created_at: Generated<Date>
  last_seen_at: Generated<Date>
  expires_at: Date
  revoked_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    session: SessionTable
  }
}

/** Days a token stays valid; the clock is the database's. */
const SESSION_DAYS = 30

export async function insertSession(
  db: Db,
  session: { userId: number; tokenHash: string; siteId: number | null; ip: string; userAgent: string },
): Promise<Date> {
  const row = await db
    .insertInto('session')
    .values({
      user_id: session.userId,
      token_hash: session.tokenHash,
      site_id: session.siteId,
      actor_user_id: null,
      ip: session.ip,
      user_agent: session.userAgent,
      expires_at: sql<Date>`now() + make_interval(days => ${SESSION_DAYS})`,
      revoked_at: null,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

/** Whether one of these users has signed in from this address before. */
export async function hasSignedInFrom(db: Db, userIds: number[], ip: string): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', sql<number>`any(${userIds}::bigint[])`)
    .where('ip', '=', ip)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The living session of a token hash with its user and account, in one query; the host's site must be the session's. */
export const findSession = (db: Db, tokenHash: string, host: string) =>
  db
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .innerJoin('account as a', 'a.id', 'u.account_id')
    .leftJoin('site', (join) =>
      join
        .on((eb) => eb(eb.fn<string>('lower', ['site.domain']), '=', host.toLowerCase()))
        .on('site.verified_at', 'is not', null),
    )
    .select([
      's.id as session_id',
      's.actor_user_id',
      'u.id as user_id',
      'u.role',
      'u.granted_modules',
      'u.access_to_wallet',
      'a.id as account_id',
      'a.realm_id',
      'a.modules',
      'a.time_zone',
      sql<boolean>`s.last_seen_at < now() - interval '1 minute'`.as('stale'),
    ])
    .where('s.token_hash', '=', tokenHash)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('u.state', '=', 'active')
    .where((eb) => eb('s.site_id', 'is not distinct from', eb.ref('site.id')))
    .executeTakeFirst()

export const touchSession = (db: Db, id: number) =>
  db.updateTable('session').set({ last_seen_at: sql<Date>`now()` }).where('id', '=', id).execute()

/** Forgets sessions that ended more than 30 days ago. */
export const removeOldSessions = (db: Db) =>
  db
    .deleteFrom('session')
    .where((eb) => eb.fn.coalesce('revoked_at', 'expires_at'), '<', sql<Date>`now() - interval '30 days'`)
    .execute()

export const revokeSession = (db: Db, id: number) =>
  db.updateTable('session').set({ revoked_at: sql<Date>`now()` }).where('id', '=', id).execute()
