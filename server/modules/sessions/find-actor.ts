import { sql } from 'kysely'
import type { ApiScope } from '#contract/scopes.ts'
import { memberModules } from '#server/modules/accounts/index.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/db.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { isApiKey } from './api-key-format.ts'

/** A credential is written to when it is used, but not with every call. */
const STALE = sql<Date>`now() - interval '1 minute'`
const NOW = sql<Date>`now()`

/** What both kinds of credentials have in common. */
interface Found {
  id: number
  user_id: number
  site_id: number | null
  actor_user_id: number | null
  expires_at: Date | null
  scopes: ApiScope[] | null
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
      'expires_at',
      sql`null::text[]`.as('scopes'),
      eb('last_seen_at', '<', STALE).as('stale'),
    ])
    .where('token_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', NOW)
    .$castTo<Found>()
    .as('c')

const apiKey = (db: Db, hash: string) =>
  db
    .selectFrom('api_key')
    .select((eb) => [
      'id',
      'user_id',
      'site_id',
      sql`null::bigint`.as('actor_user_id'),
      'expires_at',
      'scopes',
      eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', STALE)]).as('stale'),
    ])
    .where('key_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', NOW)]))
    .$castTo<Found>()
    .as('c')

/** The living credential of a token with its user and account, in one query; the host's site must be the credential's. */
async function findCredential(db: Db, kind: Actor['credential']['kind'], hash: string, host: string) {
  const credential = kind === 'api_key' ? apiKey(db, hash) : session(db, hash)
  const query = db
    .selectFrom(credential)
    .innerJoin('app_user as u', 'u.id', 'c.user_id')
    .innerJoin('account as a', 'a.id', 'u.account_id')
    .leftJoin('site', (join) =>
      join
        .on((eb) => eb(eb.fn<string>('lower', ['site.domain']), '=', host.toLowerCase()))
        .on('site.verified_at', 'is not', null),
    )
    .select(['c.id', 'c.user_id', 'c.actor_user_id', 'c.expires_at', 'c.scopes', 'c.stale'])
    .select(['u.role', 'u.granted_modules', 'u.access_to_wallet'])
    .select(['a.id as account_id', 'a.realm_id', 'a.modules', 'a.time_zone', 'a.closed_at'])
    .where('u.state', '=', 'active')
    .where((eb) => eb('c.site_id', 'is not distinct from', eb.ref('site.id')))
  return (await runPrepared(db, query))[0]
}

const touch = {
  session: (db: Db, id: number) =>
    db.updateTable('session').set({ last_seen_at: NOW }).where('id', '=', id).execute(),
  api_key: (db: Db, id: number) =>
    db.updateTable('api_key').set({ last_used_at: NOW }).where('id', '=', id).execute(),
}

/**
 * Who holds this session token or API key on this host (a port is ignored), or null: unknown, revoked, expired, of
 * another site, or its owner is not active. What the person may do is looked up anew each time.
 */
export async function findActor(db: Db, token: string, host: string): Promise<Actor | null> {
  const kind = isApiKey(token) ? 'api_key' : 'session'
  const row = await findCredential(db, kind, hashToken(token), host.replace(/:\d+$/, ''))
  if (!row) return null
  if (row.stale) await touch[kind](db, row.id)
  return {
    userId: row.user_id,
    accountId: row.account_id,
    realmId: row.realm_id,
    credential: { kind, id: row.id, expiresAt: row.expires_at },
    scopes: row.scopes,
    role: row.role,
    modules: memberModules(row.modules, row.granted_modules),
    isMainUser: row.role !== 'related',
    accessToWallet: row.access_to_wallet,
    timeZone: row.time_zone,
    actorUserId: row.actor_user_id,
    isClosed: row.closed_at !== null,
  }
}

/**
 * A person as the caller of what starts by itself in their name, with the rights they have now; null when they are not
 * active any more. It holds no credential that could be revoked or shown.
 */
export async function findActorById(db: Db, accountId: number, userId: number): Promise<Actor | null> {
  const row = await db
    .selectFrom('app_user as u')
    .innerJoin('account as a', 'a.id', 'u.account_id')
    .select(['u.id', 'u.role', 'u.granted_modules', 'u.access_to_wallet'])
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
    credential: { kind: 'session', id: 0, expiresAt: null },
    scopes: null,
    role: row.role,
    modules: memberModules(row.modules, row.granted_modules),
    isMainUser: row.role !== 'related',
    accessToWallet: row.access_to_wallet,
    timeZone: row.time_zone,
    actorUserId: null,
  }
}

const ENDED = {
  removed: 'You are not part of this account any more',
  suspended: 'You are suspended. The owner of the account can let you in again',
  active: 'Your session has ended. Sign in again',
} as const

/**
 * Why a session of this host opens nothing any more, or null: it lives, or there never was one. Only who holds the
 * token can ask, so nobody else learns of a suspension.
 */
export async function whyEnded(db: Db, token: string, host: string): Promise<string | null> {
  if (isApiKey(token)) return null
  const row = await db
    .selectFrom('session')
    .innerJoin('app_user as u', 'u.id', 'session.user_id')
    .leftJoin('site', 'site.id', 'session.site_id')
    .select(['u.state', 'site.domain'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  const here = host.replace(/:\d+$/, '').toLowerCase()
  if (!row || (row.domain && row.domain.toLowerCase() !== here)) return null
  return ENDED[row.state]
}
