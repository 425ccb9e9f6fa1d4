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

/** Revokes a key of this user; false when there is no valid one of that id. */
export const revokeApiKey = (db: Db, userId: number, id: number) =>
  db
    .updateTable('api_key')
    .set({ revoked_at: NOW })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', NOW)]))
    .returning(['name', 'scopes'])
    .executeTakeFirst()

/** Deletes keys that ended more than 30 days ago. */
export const removeOldApiKeys = (db: Db) =>
  db
    .deleteFrom('api_key')
    .where((eb) => eb.fn.coalesce('revoked_at', 'expires_at'), '<', sql<Date>`now() - interval '30 days'`)
    .execute()
