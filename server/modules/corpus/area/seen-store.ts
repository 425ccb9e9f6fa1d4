import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { Box } from '../distance.ts'

/** Notes what a run has met. Twice is once: a run that goes on after a crash meets some again. */
export async function noteSeen(db: Db, runId: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    insert into corpus_seen (run_id, source_key)
    select ${runId}, key from unnest(${[...keys]}::text[]) as key on conflict do nothing`.execute(db)
}

/** Forgets what a run has met. */
export const forgetSeen = (db: Db, runId: number) =>
  db.deleteFrom('corpus_seen').where('run_id', '=', runId).execute()

const within = (boxes: readonly Box[]) =>
  sql.join(
    boxes.map(
      ({ west, south, east, north }) =>
        sql`(p.lon between ${west} and ${east} and p.lat between ${south} and ${north})`,
    ),
    sql` or `,
  )

interface Part {
  sourceId: number
  runId: number
  boxes: readonly Box[]
  /** Places up to this id are done. */
  after: number
  limit: number
}

/**
 * Compares the next places of a source in the boxes with what the run has met: those that it has not met have
 * vanished, those that it met again are back.
 * @returns how many vanished now, and the id up to which places were compared; null when all are.
 */
export async function compareSeen(
  db: Db,
  { sourceId, runId, boxes, after, limit }: Part,
): Promise<{ vanished: number; last: number | null }> {
  const { rows } = await sql<{ vanished: number; last: number | null }>`
    with part as materialized (
      select p.id, p.vanished_at, exists (
        select from corpus_seen s where s.run_id = ${runId} and s.source_key = p.source_key) as seen
      from corpus_place p
      where p.source_id = ${sourceId} and p.id > ${after} and p.lat is not null and (${within(boxes)})
      order by p.id limit ${limit}
    ), gone as (
      update corpus_place set vanished_at = now()
      where id in (select id from part where not seen and vanished_at is null) returning 1
    ), back as (
      update corpus_place set vanished_at = null
      where id in (select id from part where seen and vanished_at is not null) returning 1
    )
    select (select count(*) from gone) as vanished, (select max(id) from part) as last`.execute(db)
  return rows[0] ?? { vanished: 0, last: null }
}
