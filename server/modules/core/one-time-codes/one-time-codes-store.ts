import { type Generated, type Selectable, sql } from 'kysely'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { insertRow } from '#server/platform/db/rows.ts'

/**
 * A pending verification. `reset_token` is what a code of `reset_password` was exchanged for. A job answers
 * `reset_request` and `resend_request`. A vendor's token is issued for `social_sign_in`;
 * `sign_on` waits for the person to come back from a provider.
 */
export type Purpose =
  | 'confirm_email'
  | 'reset_password'
  | 'reset_token'
  | 'mail_change'
  | 'second_factor'
  | 'reset_request'
  | 'resend_request'
  | 'social_sign_in'
  | 'sign_on'

interface OneTimeCodeTable {
  id: Generated<number>
  purpose: Purpose
  realm_id: number
  site_id: number | null
  email: string
  user_id: number | null
  data: Record<string, unknown>
  holder_hash: string | null
  code_hash: string | null
  link_hash: string | null
  attempts: Generated<number>
  sent: Generated<number>
  created_at: Generated<Date>
  expires_at: Date
  used_at: Generated<Date | null>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    one_time_code: OneTimeCodeTable
  }
}
export type OneTimeCodeRow = Selectable<OneTimeCodeTable>

/** Wrong tries that invalidate a code. */
const MAX_TRIES = 5

const inMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`

export interface NewOneTimeCode {
  purpose: Purpose
  realmId: number
  siteId: number | null
  email: string
  userId?: number | null
  data?: Record<string, unknown>
  minutes: number
}

export const insertOneTimeCode = (
  db: Db,
  row: NewOneTimeCode,
  hashes: { holder: string | null; code: string | null; link: string | null },
): Promise<OneTimeCodeRow> =>
  insertRow(db, 'one_time_code', {
    purpose: row.purpose,
    realm_id: row.realmId,
    site_id: row.siteId,
    email: row.email.toLowerCase(),
    user_id: row.userId ?? null,
    data: asJson(row.data ?? {}),
    holder_hash: hashes.holder,
    code_hash: hashes.code,
    link_hash: hashes.link,
    expires_at: inMinutes(row.minutes),
  })

/** Gives a pending row a new code (and link): the old ones are invalid, tries restart at zero. */
export const renewOneTimeCode = (
  db: Db,
  id: number,
  renewed: { code: string | null; link: string | null; minutes: number },
): Promise<OneTimeCodeRow | undefined> =>
  db
    .updateTable('one_time_code')
    .set({
      code_hash: renewed.code,
      link_hash: renewed.link,
      attempts: 0,
      sent: sql<number>`sent + 1`,
      expires_at: inMinutes(renewed.minutes),
    })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

export const findPending = (db: Db, id: number): Promise<OneTimeCodeRow | undefined> =>
  db
    .selectFrom('one_time_code')
    .selectAll()
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** Pending rows of one holder; several when one address is in several brands. */
export const findByHolder = (db: Db, purpose: Purpose, holderHash: string): Promise<OneTimeCodeRow[]> =>
  db
    .selectFrom('one_time_code')
    .selectAll()
    .where('holder_hash', '=', holderHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id')
    .limit(5)
    .execute()

/** An address's newest pending rows. */
export const findOfEmail = (
  db: Db,
  purpose: Purpose,
  { realmId, email, limit }: { realmId: number; email: string; limit: number },
): Promise<OneTimeCodeRow[]> =>
  db
    .selectFrom('one_time_code')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('realm_id', '=', realmId)
    .where('email', '=', email.toLowerCase())
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** A user's pending verifications. */
export const findOfUser = (db: Db, purpose: Purpose, userId: number): Promise<OneTimeCodeRow | undefined> =>
  db
    .selectFrom('one_time_code')
    .selectAll()
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findByLink = (db: Db, purpose: Purpose, linkHash: string): Promise<OneTimeCodeRow | undefined> =>
  db
    .selectFrom('one_time_code')
    .selectAll()
    .where('link_hash', '=', linkHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()

/**
 * Counts one try of each row that has tries left; returns those rows. One statement, so parallel guesses cannot
 * share a try.
 */
export const countTry = (db: Db, ids: number[]): Promise<OneTimeCodeRow[]> =>
  db
    .updateTable('one_time_code')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('attempts', '<', MAX_TRIES)
    .returningAll()
    .execute()

/** Marks a row as used; false when another call was faster. */
export async function markUsed(db: Db, id: number): Promise<boolean> {
  const row = await db
    .updateTable('one_time_code')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends all of a user's pending verifications of these purposes. */
export const dropOfUser = (db: Db, userId: number, purposes: Purpose[]) =>
  db
    .updateTable('one_time_code')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()

/** Deletes rows that ended more than a day ago: they contain addresses of people who may never have joined. */
export const removeOldOneTimeCodes = (db: Db) =>
  db.deleteFrom('one_time_code').where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute()
