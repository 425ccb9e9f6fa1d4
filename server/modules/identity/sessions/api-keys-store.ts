import { type Generated, type Selectable, sql } from 'kysely'
import type { ApiScope } from '#contract/core/scopes.ts'
import type { Db } from '#server/platform/db/db.ts'
import { insertRow } from '#server/platform/db/rows.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface ApiKeyTable {
  id: Generated<number>
  user_id: number
  site_id: number | null
  name: string
  hint: string
  key_hash: string
  scopes: ApiScope[]
  /** Credits that runs of the key may cost a day; null without a limit. */
  daily_credits: number | null
  /** Null: as many as the package allows. */
  calls_per_minute: number | null
  created_at: Generated<Date>
  last_used_at: Generated<Date | null>
  expires_at: Date | null
  revoked_at: Generated<Date | null>
  /** Where a connected app gets its answers; null for a key. */
  app_host: string | null
  /** A connected app’s token: the only host where it works, and until when. The key itself ends at `expires_at`. */
  token_host: string | null
  token_expires_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    api_key: ApiKeyTable
    api_key_info: ReadOnly<ApiKeyTable, 'user_id' | 'expires_at' | 'revoked_at'>
  }
}
export type ApiKeyRow = Selectable<ApiKeyTable>

const NOW = sql<Date>`now()`

/** Keys of a user that are neither revoked nor expired, the newest first. */
export const findApiKeys = (db: Db, userId: number): Promise<ApiKeyRow[]> =>
  db
    .selectFrom('api_key')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', NOW)]))
    .orderBy('id', 'desc')
    .execute()

export const insertApiKey = (
  db: Db,
  key: Pick<
    ApiKeyRow,
    'user_id' | 'site_id' | 'name' | 'hint' | 'key_hash' | 'scopes' | 'daily_credits' | 'calls_per_minute'
  > & { days: number | null },
): Promise<ApiKeyRow> => {
  const { days, ...row } = key
  const expires = days === null ? null : sql<Date>`now() + make_interval(days => ${days})`
  return insertRow(db, 'api_key', { ...row, expires_at: expires as Date | null })
}

/** Minutes in which a new connection fetches its first token, and how long a token and an unused connection last. */
const APP_LIVES = { firstToken: '1 minute', token: '1 hour', unused: '90 days' } as const
export const TOKEN_SECONDS = 3600
const until = (life: string) => sql<Date>`now() + ${life}::interval`

/** The key of a connected app, which has no token yet. */
export const insertAppKey = (
  db: Db,
  key: Pick<
    ApiKeyRow,
    | 'user_id'
    | 'site_id'
    | 'name'
    | 'hint'
    | 'key_hash'
    | 'scopes'
    | 'daily_credits'
    | 'app_host'
    | 'token_host'
  >,
): Promise<ApiKeyRow> =>
  insertRow(db, 'api_key', {
    ...key,
    calls_per_minute: null,
    token_expires_at: NOW as unknown as Date,
    expires_at: until(APP_LIVES.firstToken) as unknown as Date,
  })

/** Gives a connected app another token, at its own host; undefined once the connection has ended. */
export const renewAppKey = (db: Db, id: number, host: string, keyHash: string) =>
  db
    .updateTable('api_key')
    .set({ key_hash: keyHash, token_expires_at: until(APP_LIVES.token), expires_at: until(APP_LIVES.unused) })
    .where('id', '=', id)
    .where('token_host', '=', host)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', NOW)
    .returning(['scopes'])
    .executeTakeFirst()

/** The person of a connection that has not ended. */
export const findAppKey = (db: Db, by: { id: number } | { key_hash: string }) =>
  db
    .selectFrom('api_key')
    .innerJoin('member as u', 'u.id', 'api_key.user_id')
    .select(['api_key.id', 'api_key.user_id', 'api_key.scopes', 'api_key.token_host', 'u.account_id'])
    .where((eb) => ('id' in by ? eb('api_key.id', '=', by.id) : eb('key_hash', '=', by.key_hash)))
    .where('app_host', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', NOW)
    .executeTakeFirst()

/** Revokes a key of this user; false when there is no valid one of that id. */
export const revokeApiKey = (db: Db, userId: number, id: number) =>
  db
    .updateTable('api_key')
    .set({ revoked_at: NOW })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', NOW)]))
    .returning(['name', 'scopes', 'app_host'])
    .executeTakeFirst()

/** Deletes keys that ended more than 30 days ago. */
export const removeOldApiKeys = (db: Db) =>
  db
    .deleteFrom('api_key')
    .where((eb) => eb.fn.coalesce('revoked_at', 'expires_at'), '<', sql<Date>`now() - interval '30 days'`)
    .execute()
