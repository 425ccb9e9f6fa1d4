import { type Generated, sql } from 'kysely'
import type { BackupEvent } from '#contract/admin/backups.ts'
import type { Db } from '#server/platform/db/db.ts'

type BackupEventKind = BackupEvent['kind']

interface BackupEventTable {
  id: Generated<number>
  kind: BackupEventKind
  file: string | null
  bytes: number | null
  started_at: Date
  finished_at: Generated<Date>
  problem: string | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    backup_event: BackupEventTable
  }
}

const KEPT_DAYS = 400

export const insertEvent = (
  db: Db,
  event: Pick<BackupEventTable, 'kind' | 'file' | 'bytes' | 'started_at' | 'problem'>,
) => db.insertInto('backup_event').values(event).execute()

export const listEvents = (db: Db, limit: number) =>
  db.selectFrom('backup_event').selectAll().orderBy('finished_at', 'desc').limit(limit).execute()

/** The last check of each file. */
export const listChecks = (db: Db) =>
  db
    .selectFrom('backup_event')
    .select(['file', 'finished_at', 'problem'])
    .distinctOn('file')
    .where('kind', 'in', ['check', 'practice'])
    .orderBy('file')
    .orderBy('finished_at', 'desc')
    .execute()

/** Of each kind, the last event and the last success with its age in seconds. */
export async function findLast(db: Db) {
  const { rows } = await sql<{
    kind: BackupEventKind
    failed: number
    age: number | null
    bytes: number | null
    problem: string | null
  }>`
    select distinct on (e.kind) e.kind, (e.problem is not null)::int as failed, e.problem, good.bytes,
      extract(epoch from now() - good.finished_at)::float8 as age
    from backup_event e
    left join lateral (select g.finished_at, g.bytes from backup_event g
      where g.kind = e.kind and g.problem is null order by g.finished_at desc limit 1) good on true
    order by e.kind, e.finished_at desc`.execute(db)
  return rows
}

export const removeOldEvents = (db: Db) =>
  db
    .deleteFrom('backup_event')
    .where('finished_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute()
