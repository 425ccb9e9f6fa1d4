import { type Generated, type Selectable, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, insertRow, lockRow, updateRows } from '#server/platform/db/rows.ts'

interface OauthClientTable {
  id: Generated<number>
  site_id: number | null
  client_id: string
  name: string
  redirect_uris: string[]
  created_at: Generated<Date>
  /** Of the last consent. */
  used_at: Date | null
}
interface OauthGrantTable {
  api_key_id: number
  client_id: number
  redirect_uri: string
  code_challenge: string
  code_hash: string
  redeemed_at: Date | null
  /** Digest of what all refresh tokens of the connection begin with. */
  family_hash: string | null
  refresh_hash: string | null
  previous_hash: string | null
  refreshed_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    oauth_client: OauthClientTable
    oauth_grant: OauthGrantTable
  }
}
export type ClientRow = Selectable<OauthClientTable>
export type GrantRow = Selectable<OauthGrantTable>
/** An app's own description of itself. */
export type ClientFacts = Pick<ClientRow, 'client_id' | 'name' | 'redirect_uris'>

const NOW = sql<Date>`now()`

/** The site of a host; null for the platform's own. */
const siteOf = (host: string) =>
  sql<number | null>`(select here.site_id from site_host_info here where here.host = ${host})`

/** An app of the site of a host: what it is called elsewhere is another app. */
export const findClient = (db: Db, host: string, clientId: string): Promise<ClientRow | undefined> =>
  db
    .selectFrom('oauth_client')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('site_id', 'is not distinct from', siteOf(host))
    .executeTakeFirst()

/** Keeps an app; one that is known is described anew. */
export const saveClient = (db: Db, host: string, facts: ClientFacts): Promise<ClientRow> =>
  db
    .insertInto('oauth_client')
    .values({ ...facts, site_id: siteOf(host), used_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'site_id'])
        .doUpdateSet({ name: facts.name, redirect_uris: facts.redirect_uris }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

export const markUsed = (db: Db, id: number) => updateRows(db, 'oauth_client', { id }, { used_at: NOW })

export const insertGrant = (
  db: Db,
  grant: Pick<GrantRow, 'api_key_id' | 'client_id' | 'redirect_uri' | 'code_challenge' | 'code_hash'>,
) => insertRow(db, 'oauth_grant', grant)

export const lockGrantOfCode = (db: Db, hash: string) => lockRow(db, 'oauth_grant', { code_hash: hash })

export const lockGrantOfFamily = (db: Db, hash: string) => lockRow(db, 'oauth_grant', { family_hash: hash })

export const findGrantOfFamily = (db: Db, hash: string) =>
  findRow(db, 'oauth_grant', { family_hash: hash }, ['api_key_id', 'client_id'])

export const findGrant = (db: Db, keyId: number) =>
  findRow(db, 'oauth_grant', { api_key_id: keyId }, ['api_key_id', 'client_id'])

/** The code has been exchanged for these tokens. */
export const redeemGrant = (db: Db, keyId: number, tokens: { family_hash: string; refresh_hash: string }) =>
  updateRows(db, 'oauth_grant', { api_key_id: keyId }, { ...tokens, redeemed_at: NOW, refreshed_at: NOW })

export const rotateGrant = (db: Db, keyId: number, from: string, to: string) =>
  updateRows(
    db,
    'oauth_grant',
    { api_key_id: keyId },
    { previous_hash: from, refresh_hash: to, refreshed_at: NOW },
  )

/** Whether the last renewal was within these seconds. */
export const wasJustRenewed = async (db: Db, keyId: number, seconds: number): Promise<boolean> =>
  (await db
    .selectFrom('oauth_grant')
    .select('api_key_id')
    .where('api_key_id', '=', keyId)
    .where('refreshed_at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .executeTakeFirst()) !== undefined

/**
 * Deletes apps that nobody connected within a week, or whose last consent was half a year ago. Those with a
 * connection stay; connections go with their keys.
 */
export const removeUnusedClients = (db: Db) =>
  db
    .deleteFrom('oauth_client')
    .where((eb) =>
      eb.or([
        eb.and([eb('used_at', 'is', null), eb('created_at', '<', sql<Date>`now() - interval '7 days'`)]),
        eb('used_at', '<', sql<Date>`now() - interval '180 days'`),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('oauth_grant as g')
            .select('g.client_id')
            .whereRef('g.client_id', '=', 'oauth_client.id'),
        ),
      ),
    )
    .execute()
