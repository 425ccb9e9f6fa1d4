import { type Generated, type Selectable, sql } from 'kysely'
import type { SocialNetwork } from '#contract/leads/place-fields.ts'
import type { Db } from '#server/platform/db/db.ts'
import { readRows } from '#server/platform/db/read-batches.ts'
import type { PlaceChanges } from './changes/place-changes.ts'

interface CorpusSourceTable {
  id: Generated<number>
  name: string
  licence: string
  places: Generated<number>
  data_as_of: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}
interface CorpusPlaceTable {
  id: Generated<number>
  source_id: number
  source_key: string
  entity_key: string
  licence: string
  name: string
  category: string | null
  category_raw: string | null
  street: string | null
  city: string | null
  region: string | null
  postal_code: string | null
  country: string | null
  phone: string | null
  website: string | null
  domain: string | null
  email: string | null
  raw: Record<string, string> | null
  lat: number | null
  lon: number | null
  status: 'open' | 'closed' | 'temporarily_closed'
  import_run_id: number | null
  observed_at: Generated<Date>
  search: Generated<string>
  name_key: string | null
  street_key: string | null
  socials: Partial<Record<SocialNetwork, string>> | null
  added_run_id: Generated<number>
  vanished_at: Date | null
  changes: PlaceChanges | null
}
interface CorpusRejectedTable {
  account_id: number
  run_id: number
  line: number
  reason: string
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    corpus_source: CorpusSourceTable
    corpus_place: CorpusPlaceTable
    corpus_rejected: CorpusRejectedTable
  }
}
export type CorpusPlaceRow = Omit<Selectable<CorpusPlaceTable>, 'search'>

/** Finds a source by case-insensitive name, or creates it; the newest licence text applies. */
export async function upsertSource(db: Db, name: string, licence: string): Promise<number> {
  const row = await db
    .insertInto('corpus_source')
    .values({ name, licence, data_as_of: null })
    .onConflict((oc) =>
      oc.expression(sql`lower(name)`).doUpdateSet({ licence, updated_at: sql<Date>`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const listSources = (db: Db) => db.selectFrom('corpus_source').selectAll().orderBy('name').execute()

/** Updates planner statistics after adding many places at once; by itself it would notice within a minute. */
export const analysePlaces = (db: Db) => sql`analyze corpus_place`.execute(db)

/** Whether there is anything to search. */
export const hasPlaces = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('corpus_place').select('id').limit(1).executeTakeFirst()) !== undefined

/** Updates a source's number of places, without vanished ones, and its date. */
export const refreshSource = (db: Db, id: number) =>
  db
    .updateTable('corpus_source')
    .set((eb) => ({
      places: eb
        .selectFrom('corpus_place')
        .select((count) => count.fn.countAll<number>().as('n'))
        .where('source_id', '=', id)
        .where('vanished_at', 'is', null),
      data_as_of: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .execute()

export async function insertRejected(
  db: Db,
  accountId: number,
  runId: number,
  rows: { line: number; reason: string }[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('corpus_rejected')
    .values(
      rows.map((row) => ({
        account_id: accountId,
        run_id: runId,
        line: row.line,
        reason: row.reason.slice(0, 500),
      })),
    )
    .onConflict((oc) => oc.doNothing())
    .execute()
}

export const findRejected = (db: Db, accountId: number, runId: number, limit: number) =>
  db
    .selectFrom('corpus_rejected')
    .select(['line', 'reason'])
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .orderBy('line')
    .limit(limit)
    .execute()

export const streamRejected = (db: Db, accountId: number, runId: number) =>
  readRows(
    db,
    db
      .selectFrom('corpus_rejected')
      .select(['line', 'reason'])
      .where('account_id', '=', accountId)
      .where('run_id', '=', runId)
      .orderBy('line'),
  )
