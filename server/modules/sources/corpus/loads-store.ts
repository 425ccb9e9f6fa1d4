import { type Generated, sql } from 'kysely'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { withLongStatements } from '#server/platform/db/limited-client.ts'
import { deleteRows, findRow, updateRows } from '#server/platform/db/rows.ts'

interface CorpusLoadTable {
  run_id: number
  source_id: number
  after_place_id: number
  put_off: Generated<string[]>
  state: Generated<'loading' | 'stopped' | 'given up'>
  started_at: Generated<Date>
  seen: Generated<Record<string, number>>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    corpus_load: CorpusLoadTable
  }
}

/** Places deleted per batch. */
const CLEARED_AT_ONCE = 5000

async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from corpus_place) as empty`.execute(db)
  return rows[0]?.empty === true
}

/** Drops indexes used only by reads. @returns how to recreate them. */
async function putOffIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; made_by: string }>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as made_by from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'corpus_place'::regclass and not i.indisunique order by name`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  return rows.map(({ made_by }) => made_by)
}

/**
 * Records that a run imports places, hidden until it ends. The first large one postpones indexes: creating them
 * at the end costs a fraction.
 * @returns false while another load's indexes are still pending: writing now would wait for them.
 */
export async function startLoad(
  db: Db,
  { runId, sourceId, isLarge }: { runId: number; sourceId: number; isLarge: boolean },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('corpus loads'))`.execute(db)
  const loads = await db.selectFrom('corpus_load').selectAll().execute()
  if (loads.some((load) => load.run_id === runId)) return true
  if (loads.some((load) => load.put_off.length > 0)) return false
  const putOff = isLarge && loads.length === 0 && (await isEmpty(db)) ? await putOffIndexes(db) : []
  await sql`insert into corpus_load (run_id, source_id, after_place_id, put_off)
    values (${runId}, ${sourceId}, coalesce((select max(id) from corpus_place), 0), ${JSON.stringify(putOff)}::jsonb)`.execute(
    db,
  )
  return true
}

/** Creates postponed indexes that do not exist yet, and vacuums the others. */
export async function makeIndexes(db: Db, runId: number): Promise<void> {
  const load = await findRow(db, 'corpus_load', { run_id: runId }, ['put_off'])
  for (const madeBy of load?.put_off ?? []) {
    // Millions of rows take minutes.
    await withLongStatements(() =>
      transaction(db, async () => {
        await sql`select set_config('statement_timeout', '0', true), set_config('maintenance_work_mem', '256MB', true)`.execute(
          db,
        )
        await sql.raw(madeBy.replace(/^create index /i, 'create index if not exists ')).execute(db)
      }),
    )
  }
  await updateRows(db, 'corpus_load', { run_id: runId }, { put_off: sql`'[]'` })
  // Until then each word search reads the pending list.
  await sql`select gin_clean_pending_list('corpus_place_search'::regclass)`.execute(db)
}

/**
 * Ends a load with its run: its rows are shown, or never will be. If that takes long, housekeeping does it
 * (`tidyLoads`).
 * @returns whether there is something left to do.
 */
export async function endLoad(
  db: Db,
  runId: number,
  state: 'succeeded' | 'cancelled' | 'failed',
): Promise<boolean> {
  if (state !== 'failed') {
    await publish(db, runId)
    const left = await db
      .updateTable('corpus_load')
      .set({ state: 'stopped' })
      .where('run_id', '=', runId)
      .executeTakeFirst()
    return left.numUpdatedRows > 0
  }
  await updateRows(db, 'corpus_load', { run_id: runId }, { state: 'given up' })
  return true
}

const publish = (db: Db, runId: number) =>
  db.deleteFrom('corpus_load').where('run_id', '=', runId).where(sql<boolean>`put_off = '[]'`).execute()

/** Deletes some of a load's places. */
async function clear(
  db: Db,
  { run_id: runId, after_place_id: after }: { run_id: number; after_place_id: number },
) {
  for (;;) {
    const { rows } = await sql<{ deleted_places: number }>`
      with gone as (delete from corpus_place where id in (
          select id from corpus_place where id > ${after} and added_run_id = ${runId} order by id limit ${CLEARED_AT_ONCE})
        returning id),
      links as (delete from corpus_link where place_id in (select id from gone) or other_id in (select id from gone))
      select count(*) as deleted_places from gone`.execute(db)
    if (!rows[0]?.deleted_places) return
  }
}

/** Loads that ended and are not settled. */
export const findEndedLoads = (db: Db) =>
  db.selectFrom('corpus_load').selectAll().where('state', '<>', 'loading').execute()

/** Completes a stopped load or clears a failed one. Idempotent. */
export async function tidyLoad(
  db: Db,
  load: { run_id: number; after_place_id: number; state: string },
): Promise<void> {
  await makeIndexes(db, load.run_id)
  if (load.state === 'given up') {
    await clear(db, load)
    await deleteRows(db, 'corpus_person', { added_run_id: load.run_id })
  }
  await publish(db, load.run_id)
}
