import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { noteGone } from '../changes/compare-file.ts'
import type { Box } from '../distance.ts'

/** Whether place `p` is in one of the boxes. */
export const withinBoxes = (boxes: readonly Box[]) =>
  sql`(${sql.join(
    boxes.map(
      ({ west, south, east, north }) =>
        sql`(p.lon between ${west} and ${east} and p.lat between ${south} and ${north})`,
    ),
    sql` or `,
  )})`

interface Part {
  sourceId: number
  runId: number
  boxes: readonly Box[]
  /** Places up to this id are done. */
  after: number
  limit: number
  /** The day of the release. */
  asOf: Date
}

/**
 * Marks a source's next places in the boxes that a run has not seen as vanished, and notes that they
 * closed. A place seen again is restored when stored.
 * @returns how many vanished now, and the last checked id; null when all were checked.
 */
export async function markVanished(
  db: Db,
  { sourceId, runId, boxes, after, limit, asOf }: Part,
): Promise<{ vanished: number; last: number | null }> {
  const { rows } = await sql<{ vanished: number; last: number | null }>`
    with part as materialized (
      select p.id, p.import_run_id is distinct from ${runId} and p.vanished_at is null as gone
      from corpus_place p
      where p.source_id = ${sourceId} and p.id > ${after} and p.lat is not null and ${withinBoxes(boxes)}
      order by p.id limit ${limit}
    ), marked as (
      update corpus_place p set vanished_at = now(), changes = ${noteGone(asOf)}
      where id in (select id from part where gone) returning 1
    )
    select (select count(*) from marked) as vanished, (select max(id) from part) as last`.execute(db)
  return rows[0] ?? { vanished: 0, last: null }
}
