import { sql } from 'kysely'
import type { ApiScope } from '#contract/core/scopes.ts'
import { readRights } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/db.ts'
import { updateRows } from '#server/platform/db/rows.ts'
import { prepared } from '#server/platform/db/run-prepared.ts'
import type { Acting, Actor } from '#server/platform/http/actor.ts'
import { canActAs } from './acting-policy.ts'
import { isApiKey, isAppToken } from './api-key-format.ts'

/** A credential's last use is stored, but not on every call. */
const STALE = sql<Date>`now() - interval '1 minute'`
const NOW = sql<Date>`now()`

/** Common to both kinds of credentials. */
interface Found {
  id: number
  user_id: number
  site_id: number | null
  actor_user_id: number | null
  parent_session_id: number | null
  expires_at: Date | null
  scopes: ApiScope[] | null
  daily_credits: number | null
  calls_per_minute: number | null
  stale: boolean
}

const session = (db: Db, hash: string) =>
  db
    .selectFrom('session')
    .select((eb) => [
      'id',
      'user_id',
      'site_id',
      'actor_user_id',
      'parent_session_id',
      'expires_at',
      sql`null::text[]`.as('scopes'),
      sql`null::int`.as('daily_credits'),
      sql`null::int`.as('calls_per_minute'),
      eb('last_active_at', '<', STALE).as('stale'),
    ])
    .where('token_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', NOW)
    .$castTo<Found>()
    .as('c')

/** A connected app’s token works for an hour, at its own host. */
const apiKey = (db: Db, hash: string, host: string) =>
  db
    .selectFrom('api_key')
    .select((eb) => [
      'id',
      'user_id',
      'site_id',
      sql`null::bigint`.as('actor_user_id'),
      sql`null::bigint`.as('parent_session_id'),
      'expires_at',
      'scopes',
      'daily_credits',
      'calls_per_minute',
      eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', STALE)]).as('stale'),
    ])
    .where('key_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', NOW)]))
    .where((eb) => eb.or([eb('token_expires_at', 'is', null), eb('token_expires_at', '>', NOW)]))
    .where((eb) => eb.or([eb('token_host', 'is', null), eb('token_host', '=', host)]))
    .$castTo<Found>()
    .as('c')

/** A token's valid credential with its user and account, in one query; it must belong to the host's site. Every request waits for it. */
const credentialQuery = (db: Db, credential: ReturnType<typeof session | typeof apiKey>, host: string) =>
  db
    .selectFrom(credential)
    .innerJoin('member as u', 'u.id', 'c.user_id')
    .innerJoin('account_node as a', 'a.id', 'u.account_id')
    .leftJoin('site_host_info as here', (join) => join.on('here.host', '=', host))
    .select([
      'c.id',
      'c.user_id',
      'c.actor_user_id',
      'c.parent_session_id',
      'c.expires_at',
      'c.scopes',
      'c.daily_credits',
      'c.calls_per_minute',
      'c.stale',
    ])
    .select([
      'u.role',
      'u.staff_role',
      'u.refuses_acting',
      'u.granted_modules',
      'u.access_to_wallet',
      'u.own_lists_only',
      'u.locale',
    ])
    .select([
      'a.id as account_id',
      'a.realm_id',
      'a.path',
      'a.modules',
      'a.time_zone',
      'a.closed_at',
      'a.access',
    ])
    .where('u.state', '=', 'active')
    .where((eb) => eb('c.site_id', 'is not distinct from', eb.ref('here.site_id')))

const findCredential = {
  session: prepared((db, hash: string, host: string) => credentialQuery(db, session(db, hash), host)),
  api_key: prepared((db, hash: string, host: string) => credentialQuery(db, apiKey(db, hash, host), host)),
}

const touch = {
  session: (db: Db, id: number) => updateRows(db, 'session', { id }, { last_active_at: NOW }),
  api_key: (db: Db, id: number) => updateRows(db, 'api_key', { id }, { last_used_at: NOW }),
}

type Credential = Awaited<ReturnType<typeof findCredential.session>>[number]

/** The active person of a session's parent, with their account and the visit of the session. */
const findActing = prepared((db, sessionId: number, parentId: number | null, userId: number) =>
  db
    .selectFrom('session as p')
    .innerJoin('member as u', 'u.id', 'p.user_id')
    .innerJoin('account_node as a', 'a.id', 'u.account_id')
    .innerJoin('acting_visit as v', (join) => join.on('v.session_id', '=', sessionId))
    .select([
      'u.role',
      'u.staff_role',
      'u.granted_modules',
      'u.access_to_wallet',
      'u.own_lists_only',
      'u.locale',
    ])
    .select(['a.id as account_id', 'a.modules', 'v.mode'])
    .where('p.id', '=', parentId)
    .where('p.revoked_at', 'is', null)
    .where('p.expires_at', '>', NOW)
    .where('u.id', '=', userId)
    .where('u.state', '=', 'active')
    .where('a.closed_at', 'is', null),
)

/** The person acting in a session, while they still may; null otherwise. */
async function actingIn(db: Db, row: Credential, userId: number): Promise<Acting | null> {
  const [person] = await findActing(db, row.id, row.parent_session_id, userId)
  if (!person) return null
  const { account_id: accountId, modules, mode } = person
  const target = { id: row.user_id, role: row.role, account_id: row.account_id, path: row.path }
  if (row.refuses_acting || !canActAs({ ...readRights(person, modules), accountId }, target)) return null
  return { userId, accountId, mode }
}

/** Where a token is shown: tokens of connected apps are for agents alone. */
export type Door = 'api' | 'agents'

/**
 * The owner of this session token or API key on this host (ignoring a port), or null: unknown, revoked, expired,
 * of another site, for another door, or its owner is not active. Rights are loaded on each call.
 */
export async function findActor(
  ctx: Context,
  token: string,
  host: string,
  door: Door = 'api',
): Promise<Actor | null> {
  if (door === 'api' && isAppToken(token)) return null
  const kind = isApiKey(token) ? 'api_key' : 'session'
  const plain = host.replace(/:\d+$/, '').toLowerCase()
  const [row] = await findCredential[kind](ctx.db, hashToken(token), plain)
  if (!row) return null
  const acting = row.actor_user_id === null ? null : await actingIn(ctx.db, row, row.actor_user_id)
  if (row.actor_user_id !== null && (!acting || row.closed_at !== null)) return null
  if (row.stale) await touch[kind](ctx.db, row.id)
  return {
    userId: row.user_id,
    accountId: row.account_id,
    realmId: row.realm_id,
    credential: {
      kind,
      id: row.id,
      expiresAt: row.expires_at,
      ...(kind === 'api_key' && { dailyCredits: row.daily_credits, callsPerMinute: row.calls_per_minute }),
    },
    scopes: row.scopes,
    ...readRights(row, row.modules),
    timeZone: row.time_zone,
    locale: row.locale,
    acting,
    isClosed: row.closed_at !== null,
    access: row.access === 'closed' ? 'locked' : row.access,
  }
}

const activeKey = (db: Db, userId: number, id: number) =>
  db
    .selectFrom('api_key')
    .select(['id', 'expires_at', 'daily_credits'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', NOW)]))
    .executeTakeFirst()

/**
 * A person as the caller of automatic work in their name, with their current rights; null when no longer active.
 * It has no credential to show. Work started by an API key counts against its daily limit, and ends with it.
 */
export async function findActorById(
  ctx: Context,
  accountId: number,
  userId: number,
  apiKeyId: number | null = null,
): Promise<Actor | null> {
  const key = apiKeyId === null ? undefined : await activeKey(ctx.db, userId, apiKeyId)
  if (apiKeyId !== null && !key) return null
  const row = await ctx.db
    .selectFrom('member as u')
    .innerJoin('account_node as a', 'a.id', 'u.account_id')
    .select([
      'u.id',
      'u.role',
      'u.staff_role',
      'u.granted_modules',
      'u.access_to_wallet',
      'u.own_lists_only',
      'u.locale',
    ])
    .select(['a.id as account_id', 'a.realm_id', 'a.modules', 'a.time_zone'])
    .where('u.account_id', '=', accountId)
    .where('u.id', '=', userId)
    .where('u.state', '=', 'active')
    .executeTakeFirst()
  if (!row) return null
  return {
    userId: row.id,
    accountId: row.account_id,
    realmId: row.realm_id,
    credential: key
      ? { kind: 'api_key', id: key.id, expiresAt: key.expires_at, dailyCredits: key.daily_credits }
      : { kind: 'session', id: 0, expiresAt: null },
    scopes: null,
    ...readRights(row, row.modules),
    timeZone: row.time_zone,
    locale: row.locale,
    acting: null,
  }
}

const ENDED = {
  removed: 'You’re no longer part of this account',
  suspended: 'You’re suspended. An owner of the account can reactivate you',
  active: 'Your session has ended. Sign in again',
} as const

/**
 * Why a session of this host is no longer valid, or null: it is valid, or unknown. Only the token's holder can
 * ask, so nobody else learns of a suspension.
 */
export async function findEndReason(ctx: Context, token: string, host: string): Promise<string | null> {
  if (isAppToken(token)) return 'Tokens of connected apps work at /mcp only'
  if (isApiKey(token)) return null
  const plain = host.replace(/:\d+$/, '').toLowerCase()
  const row = await ctx.db
    .selectFrom('session')
    .innerJoin('member as u', 'u.id', 'session.user_id')
    .leftJoin('site_host_info as here', (join) => join.on('here.host', '=', plain))
    .select(['u.state', 'session.site_id', 'here.site_id as here_id'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!row || row.site_id !== row.here_id) return null
  return ENDED[row.state]
}
