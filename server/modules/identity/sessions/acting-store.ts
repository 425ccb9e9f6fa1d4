import { type Generated, type Selectable, sql } from 'kysely'
import { ACTING_MINUTES } from '#contract/identity/log-in-as.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTreeOf } from '#server/platform/db/in-tree-of.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { findRow, insertRow, updateRows } from '#server/platform/db/rows.ts'

interface ActingVisitTable {
  id: Generated<number>
  account_id: number
  user_id: number
  session_id: number | null
  actor_user_id: number
  actor_account_id: number
  actor_name: string
  reason: string
  mode: Generated<'read' | 'write'>
  started_at: Generated<Date>
  ends_at: Date
  ended_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    acting_visit: ActingVisitTable
  }
}
export type ActingVisitRow = Selectable<ActingVisitTable>

const NOW = sql<Date>`now()`
const VISITS_SHOWN = 50
const PEOPLE_SHOWN = 20

export const insertVisit = (
  db: Db,
  visit: Pick<
    ActingVisitRow,
    | 'account_id'
    | 'user_id'
    | 'session_id'
    | 'actor_user_id'
    | 'actor_account_id'
    | 'actor_name'
    | 'reason'
    | 'ends_at'
  >,
) => insertRow(db, 'acting_visit', { ...visit, ended_at: null })

export const findVisit = (db: Db, sessionId: number): Promise<ActingVisitRow | undefined> =>
  findRow(db, 'acting_visit', { session_id: sessionId })

/** Records that changes are allowed, or no longer. */
export const setVisitMode = (db: Db, sessionId: number, mode: 'read' | 'write') =>
  updateRows(db, 'acting_visit', { session_id: sessionId }, { mode })

export async function endVisits(db: Db, sessionIds: readonly number[]): Promise<void> {
  await db
    .updateTable('acting_visit')
    .set({ ended_at: NOW })
    .where('session_id', '=', sql<number>`any(${sessionIds}::bigint[])`)
    .where('ended_at', 'is', null)
    .execute()
}

/** Who acted for a user, newest first. Expired ones end at their expiry. */
export const findVisitsToUser = (db: Db, userId: number) =>
  db
    .selectFrom('acting_visit')
    .select(['id', 'actor_name', 'reason', 'mode', 'started_at', 'ends_at'])
    .select(sql<Date | null>`coalesce(ended_at, case when ends_at < now() then ends_at end)`.as('ended_at'))
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(VISITS_SHOWN)
    .execute()

/** Opens a session for acting as a user, for an hour. */
export const insertActingSession = (
  db: Db,
  session: {
    userId: number
    siteId: number | null
    tokenHash: string
    actorUserId: number
    parentId: number
    ip: string
    userAgent: string
  },
) =>
  insertRow(
    db,
    'session',
    {
      user_id: session.userId,
      token_hash: session.tokenHash,
      site_id: session.siteId,
      actor_user_id: session.actorUserId,
      parent_session_id: session.parentId,
      ip: session.ip,
      user_agent: session.userAgent,
      expires_at: sql<Date>`now() + make_interval(mins => ${ACTING_MINUTES})`,
      revoked_at: null,
    },
    ['id', 'expires_at'],
  )

/** The valid acting sessions that were started from a session, each with its account; locks them. */
export const lockChildren = (db: Db, parentId: number) =>
  db
    .selectFrom('session as s')
    .innerJoin('member as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 'u.account_id'])
    .where('s.parent_session_id', '=', parentId)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', NOW)
    .orderBy('s.id')
    .forUpdate('s')
    .execute()

/** A person to log in as, with what determines whether that is possible. */
export const findPerson = (db: Db, userId: number) => people(db).where('u.id', '=', userId).executeTakeFirst()

/** The active owners of an account. */
export const findOwners = (db: Db, accountId: number) =>
  people(db)
    .where('u.account_id', '=', accountId)
    .where('u.is_owner', '=', true)
    .where('u.state', '=', 'active')
    .execute()

/** Everyone below an account, or everywhere for null, except staff; owners first. */
export function findPeople(
  db: Db,
  { below, accountId, search }: { below: number | null; accountId?: number; search?: string },
) {
  let query = people(db)
    .where('u.role', '<>', 'admin')
    .where('u.state', '=', 'active')
    .where('a.closed_at', 'is', null)
  if (below !== null) query = query.where(inTreeOf(below, 'a.path'))
  if (accountId !== undefined) query = query.where('a.id', '=', accountId)
  if (search) {
    const pattern = containing(search)
    query = query.where((eb) =>
      eb.or((['u.email', 'u.name', 'a.name'] as const).map((name) => eb(name, 'ilike', pattern))),
    )
  }
  return query.orderBy('u.is_owner', 'desc').orderBy('u.id').limit(PEOPLE_SHOWN).execute()
}

const people = (db: Db) =>
  db
    .selectFrom('member as u')
    .innerJoin('account_node as a', 'a.id', 'u.account_id')
    .leftJoin('active_plan as plan', 'plan.account_id', 'u.account_id')
    .select([
      'u.id',
      'u.name',
      'u.email',
      'u.role',
      'u.is_owner',
      'u.state',
      'u.refuses_acting',
      'u.account_id',
    ])
    .select(['a.path', 'a.name as account_name', 'a.closed_at', 'plan.log_in_as'])
