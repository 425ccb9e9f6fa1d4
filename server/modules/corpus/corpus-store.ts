import { type Generated, type Selectable, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { PlaceInput } from './place-record.ts'

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

/** Finds a source by name, whatever its case, or makes it; the newest licence text stands. */
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

/** Tells the planner about many new places at once; by itself it would notice within a minute. */
export const analysePlaces = (db: Db) => sql`analyze corpus_place`.execute(db)

/** Whether there is anything to search. */
export const hasPlaces = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('corpus_place').select('id').limit(1).executeTakeFirst()) !== undefined

/** Brings a source's number of places and date up to date. */
export const refreshSource = (db: Db, id: number) =>
  db
    .updateTable('corpus_source')
    .set((eb) => ({
      places: eb
        .selectFrom('corpus_place')
        .select((count) => count.fn.countAll<number>().as('n'))
        .where('source_id', '=', id),
      data_as_of: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .execute()

export interface PlaceBatch {
  sourceId: number
  sourceName: string
  licence: string
  runId: number
  places: PlaceInput[]
}

/**
 * Inserts or updates places of one source, distinct by source key (the last row of a batch wins). A place keeps
 * its entity key when it is imported again, so what an account has paid for stays paid.
 */
export async function upsertPlaces(
  db: Db,
  batch: PlaceBatch,
): Promise<{ imported: number; updated: number; newIds: number[] }> {
  if (batch.places.length === 0) return { imported: 0, updated: 0, newIds: [] }
  const distinct = [...new Map(batch.places.map((place) => [place.sourceKey, place])).values()]
  const rows = JSON.stringify(distinct.map(toColumns))
  const result = await sql<{ new_ids: number[] }>`
    with given as (
      select * from jsonb_to_recordset(${rows}::jsonb) as r(
        source_key text, name text, category text, category_raw text, street text, city text, region text, postal_code text,
        country text, phone text, website text, domain text, email text, raw jsonb, lat double precision, lon double precision, status text)
    ), written as (
      insert into corpus_place (source_id, source_key, entity_key, licence, name, category, category_raw, street, city, region, postal_code,
        country, phone, website, domain, email, raw, lat, lon, status, import_run_id)
      select ${batch.sourceId}, source_key, ${`${batch.sourceName.toLowerCase()}:`} || source_key, ${batch.licence}, name, category, category_raw,
        street, city, region, postal_code, country, phone, website, domain, email, raw, lat, lon, status, ${batch.runId}
      from given
      on conflict (source_id, source_key) do update set
        licence = excluded.licence, name = excluded.name, category = excluded.category, category_raw = excluded.category_raw,
        street = excluded.street, city = excluded.city, region = excluded.region, postal_code = excluded.postal_code,
        country = excluded.country, phone = excluded.phone, website = excluded.website, domain = excluded.domain,
        email = excluded.email, raw = excluded.raw, lat = excluded.lat, lon = excluded.lon, status = excluded.status,
        import_run_id = excluded.import_run_id, observed_at = now()
      returning id, (xmax = 0) as inserted
    )
    select coalesce(jsonb_agg(id) filter (where inserted), '[]') as new_ids from written`.execute(db)
  const newIds = result.rows[0]?.new_ids ?? []
  return { imported: newIds.length, updated: batch.places.length - newIds.length, newIds }
}

function toColumns(place: PlaceInput) {
  const raw = {
    phone: place.phoneRaw,
    website: place.websiteRaw,
    email: place.emailRaw,
    country: place.countryRaw,
  }
  const kept = Object.entries(raw).filter(([, value]) => value)
  return {
    source_key: place.sourceKey,
    name: place.name,
    category: place.category,
    category_raw: place.categoryRaw,
    street: place.street,
    city: place.city,
    region: place.region,
    postal_code: place.postalCode,
    country: place.country,
    phone: place.phone,
    website: place.website,
    domain: place.domain,
    email: place.email,
    raw: kept.length > 0 ? Object.fromEntries(kept) : null,
    lat: place.lat,
    lon: place.lon,
    status: place.status,
  }
}

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
  db
    .selectFrom('corpus_rejected')
    .select(['line', 'reason'])
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .orderBy('line')
    .stream(1000)
