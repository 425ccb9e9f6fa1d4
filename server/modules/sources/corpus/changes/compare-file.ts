import { type RawBuilder, sql } from 'kysely'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { withLongStatements } from '#server/platform/db/limited-client.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { dayOf, makeNote } from './place-changes.ts'

/** A file is a newer edition of an earlier one when it has so many of its places for each one that it lacks. */
const SEEN_PER_MISSING = 2

/** In a transaction whose statements may take as long as a source of millions needs. */
export const withoutLimit = (db: Db, work: () => Promise<unknown>) =>
  withLongStatements(() =>
    transaction(db, async () => {
      await sql`select set_config('statement_timeout', '0', true)`.execute(db)
      await work()
    }),
  )

/** The changes of a place `p` that the newer release lacks, as SQL. An earlier note stays. */
export const noteGone = (asOf: Date) => sql`case when p.observed_at >= ${asOf} then p.changes
  else jsonb_build_object('closed', ${makeNote(asOf)} - 'was') || coalesce(p.changes, '{}') end`

/**
 * Notes the places that a run was the first to bring, where an earlier release would have had them, as opened. A release
 * that doubles the source says more about the source than about its places: then nothing is noted.
 * @param test whether an earlier release covered the place `p`.
 */
export const markOpened = (
  db: Db,
  release: { sourceId: number; runId: number; asOf: Date; before: string; test: RawBuilder<unknown> },
) => {
  const { sourceId, runId, asOf, before, test } = release
  return sql`update corpus_place p set changes = jsonb_build_object('opened',
      jsonb_build_object('at', ${dayOf(asOf)}::text, 'before', ${before}::text)) || coalesce(p.changes, '{}')
    where p.source_id = ${sourceId} and p.added_run_id = ${runId} and ${test}
      and (select count(*) filter (where added_run_id = ${runId}) <= count(*) filter (where added_run_id <> ${runId})
        from corpus_place where source_id = ${sourceId} and import_run_id = ${runId})`.execute(db)
}

const place = sql`coalesce(country, ''), coalesce(region, ''), coalesce(city, '')`

/** The earlier imports of which a file is a newer edition. */
async function findEarlier(db: Db, sourceId: number, seen: Record<string, number>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.key::bigint as id from jsonb_each_text(${JSON.stringify(seen)}::jsonb) s
    left join (select import_run_id, count(*) as missing from corpus_place where source_id = ${sourceId}
      group by import_run_id) m on m.import_run_id = s.key::bigint
    where s.value::int >= ${SEEN_PER_MISSING} * coalesce(m.missing, 0)`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Compares an imported file with the earlier one that it replaces, before its rows are shown: places that it lacks are
 * noted as closed, and new ones as opened where the earlier file had places of the same town. A file with something
 * else than the earlier ones (another region or trade) says nothing. Idempotent.
 */
export async function compareFile(
  db: Db,
  run: { id: number; created_at: Date; input: { sourceId: number } },
): Promise<void> {
  const { id: runId, created_at: asOf } = run
  const { sourceId } = run.input
  const load = await findRow(db, 'corpus_load', { run_id: runId }, ['seen'])
  if (!load || Object.keys(load.seen).length === 0) return
  await withoutLimit(db, async () => {
    const earlier = await findEarlier(db, sourceId, load.seen)
    if (earlier.length === 0) return
    await sql`update corpus_place p set changes = ${noteGone(asOf)}
      where p.source_id = ${sourceId} and p.import_run_id = any(${earlier}::bigint[])`.execute(db)
    const source = await findRow(db, 'corpus_source', { id: sourceId }, ['data_as_of'])
    if (!source?.data_as_of) return
    const test = sql`(${place}) in (select ${place} from corpus_place where source_id = ${sourceId} and added_run_id <> ${runId})`
    await markOpened(db, { sourceId, runId, asOf, before: dayOf(source.data_as_of), test })
  })
}
