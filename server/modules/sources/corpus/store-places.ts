import { sql } from 'kysely'
import { systemClock } from '#server/platform/clock.ts'
import { type CopyCell, copyRows } from '#server/platform/db/copy-rows.ts'
import { type Db, requireTransaction } from '#server/platform/db/db.ts'
import { noteChanges } from './changes/place-changes.ts'
import { hasOtherSources, linkStaged } from './duplicates/link-staged.ts'
import { PLACE_COLUMNS } from './place-columns.ts'
import type { PlaceInput } from './place-record.ts'

export interface PlaceBatch {
  sourceId: number
  sourceName: string
  licence: string
  runId: number
  /** The date of the data; absent: now. */
  asOf?: Date
  places: PlaceInput[]
}

/** A batch's results. A row replaced by another row of the batch counts as updated. */
export interface StoredPlaces {
  imported: number
  updated: number
  /** Updated ones without changes. */
  unchanged: number
}

const NAMES = PLACE_COLUMNS.map(({ name }) => name)
const columns = (table: string, names = NAMES) => sql.join(names.map((name) => sql.ref(`${table}.${name}`)))
const listed = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
/** All columns except the key, which identifies the place. */
const CHANGING = NAMES.filter((name) => name !== 'source_key')

type Dated = PlaceBatch & { asOf: Date }

const STAGING = sql`create temporary table if not exists corpus_staging (n int generated always as identity primary key,
  ${sql.raw(PLACE_COLUMNS.map(({ name, type }) => `${name} ${type}`).join(', '))},
  is_freephone boolean, known_id bigint, is_same boolean, was_run bigint, entity_key text, link_id bigint, link_state text, link_score float8, link_reasons jsonb) on commit delete rows`

function* staged(places: readonly PlaceInput[]): Iterable<CopyCell[]> {
  for (const place of places)
    yield [...PLACE_COLUMNS.map(({ value }) => value(place)), String(place.isFreephone)]
}

/** Copies places into the open transaction's staging table. */
export async function stagePlaces(db: Db, places: readonly PlaceInput[]): Promise<void> {
  await STAGING.execute(db)
  await copyRows(db, { table: 'corpus_staging', columns: [...NAMES, 'is_freephone'] }, staged(places))
}

/**
 * Forces index lookups, whatever the statistics: during a load they are outdated, and a plan that reads the
 * whole table, or all of the source for every place, takes minutes.
 */
export async function byIndex(db: Db, work: () => Promise<unknown>): Promise<void> {
  const plan = (others: 'on' | 'off') =>
    sql`select set_config('enable_seqscan', ${others}, true), set_config('enable_hashjoin', ${others}, true),
      set_config('enable_mergejoin', ${others}, true)`.execute(db)
  await plan('off')
  await work()
  await plan('on')
}

/**
 * Which staged places the source already has, and whether they are unchanged. The limit keeps the planner from
 * reading all of the source at once, which it assumes small during a load.
 */
const markKnown = (db: Db, sourceId: number) =>
  sql`update corpus_staging s set known_id = k.id, is_same = k.is_same, was_run = k.import_run_id
    from (select m.n, p.id, p.import_run_id, (${columns('p', CHANGING)}) is not distinct from (${columns('m', CHANGING)}) and p.vanished_at is null as is_same
      from corpus_staging m cross join lateral (
        select * from corpus_place where source_id = ${sourceId} and source_key = m.source_key limit 1) p) k
    where k.n = s.n`.execute(db)

const updateKnown = (db: Db, { licence, runId, asOf }: Dated) =>
  sql`update corpus_place p set ${sql.join(CHANGING.map((name) => sql`${sql.ref(name)} = s.${sql.ref(name)}`))},
      licence = ${licence}, import_run_id = ${runId}, observed_at = ${asOf}, vanished_at = null,
      changes = ${noteChanges(asOf)}
    from corpus_staging s where p.id = s.known_id`.execute(db)

const insertNew = (db: Db, { sourceId, sourceName, licence, runId, asOf }: Dated) =>
  sql`with written as (
      insert into corpus_place (source_id, entity_key, licence, import_run_id, added_run_id, observed_at, ${listed(NAMES)})
      select ${sourceId}, coalesce(s.entity_key, ${`${sourceName.toLowerCase()}:`} || s.source_key), ${licence}, ${runId}, ${runId}, ${asOf}::timestamptz,
        ${columns('s')} from corpus_staging s where s.known_id is null order by s.n
      returning id, source_key
    )
    insert into corpus_link (place_id, other_id, reasons, state)
    select w.id, s.link_id, s.link_reasons, s.link_state from written w join corpus_staging s using (source_key)
    where s.link_id is not null`.execute(db)

/** How many staged places are known and unchanged, by the run that brought them last; null for new ones. */
async function countKnown(db: Db) {
  const { rows } = await sql<{ was_run: number | null; known: number; same: number }>`
    select was_run, count(known_id) as known, count(*) filter (where is_same) as same
    from corpus_staging group by was_run`.execute(db)
  const sum = (of: 'known' | 'same') => rows.reduce((all, row) => all + row[of], 0)
  return { known: sum('known'), same: sum('same'), runs: rows.filter(({ was_run }) => was_run !== null) }
}

/** Adds to what a load counts of each earlier import (compare-file.ts). */
async function addSeen(db: Db, runId: number, runs: Awaited<ReturnType<typeof countKnown>>['runs']) {
  for (const { was_run: was, known } of runs)
    if (was !== runId)
      await sql`update corpus_load set seen = jsonb_set(seen, array[${String(was)}::text],
        to_jsonb(coalesce((seen ->> ${String(was)}::text)::int, 0) + ${known}::int)) where run_id = ${runId}`.execute(
        db,
      )
}

/**
 * Writes places of one source, distinct by source key (the last row of a batch wins), in the open transaction.
 * COPY fills a staging table of the connection, and one statement writes all of them. A place keeps its entity
 * key when imported again, so payments remain valid.
 */
export async function storePlaces(db: Db, batch: PlaceBatch): Promise<StoredPlaces> {
  requireTransaction(db, 'Storing places')
  if (batch.places.length === 0) return { imported: 0, updated: 0, unchanged: 0 }
  const dated = { ...batch, asOf: batch.asOf ?? systemClock.now() }
  const places = [...new Map(batch.places.map((place) => [place.sourceKey, place])).values()]
  // Two concurrent imports of one source would both treat a place as new.
  await sql`select pg_advisory_xact_lock(hashtext('corpus source'), ${batch.sourceId}::int)`.execute(db)
  await stagePlaces(db, places)
  await byIndex(db, () => markKnown(db, batch.sourceId))
  const { known, same, runs } = await countKnown(db)
  if (known < places.length) {
    if (await hasOtherSources(db, batch.sourceId)) await byIndex(db, () => linkStaged(db, batch.sourceId))
    await insertNew(db, dated)
  }
  if (known > 0) {
    await addSeen(db, batch.runId, runs)
    await byIndex(db, () => updateKnown(db, dated))
  }
  // A caller may store several batches in its transaction.
  await sql`truncate corpus_staging`.execute(db)
  return {
    imported: places.length - known,
    updated: batch.places.length - places.length + known,
    unchanged: same,
  }
}
