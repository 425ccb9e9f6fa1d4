import { type Generated, type Selectable, sql } from 'kysely'
import type { RunKind } from '#contract/activity/run-kinds/index.ts'
import type { AreaDifference, RefreshEvery, RefreshSchedule } from '#contract/sources/corpus-area-shapes.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, lockRow, updateRows } from '#server/platform/db/rows.ts'
import type { Box } from '../distance.ts'

interface CorpusAreaTable {
  source_id: number
  label: string
  boxes: Box[]
  /** Those of them that were fetched completely. */
  covered: Generated<Box[]>
  release: string | null
  difference: AreaDifference | null
  every: RefreshEvery
  hour: number
  time_zone: string
  next_at: Date | null
  account_id: number | null
  user_id: number | null
  problem: string | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    corpus_area: CorpusAreaTable
  }
}
export type AreaRow = Selectable<CorpusAreaTable>

export const findArea = (db: Db, sourceId: number): Promise<AreaRow | undefined> =>
  findRow(db, 'corpus_area', { source_id: sourceId })

export const listAreas = (db: Db): Promise<AreaRow[]> => db.selectFrom('corpus_area').selectAll().execute()

/** Stores a source's fetch settings; its schedule stays. */
export async function storeArea(
  db: Db,
  area: { sourceId: number; label: string; boxes: readonly Box[] },
): Promise<void> {
  const values = { label: area.label, boxes: sql<Box[]>`${JSON.stringify(area.boxes)}::jsonb` }
  await db
    .insertInto('corpus_area')
    .values({
      source_id: area.sourceId,
      ...values,
      release: null,
      difference: null,
      problem: null,
      every: 'never',
      hour: 3,
      time_zone: 'UTC',
      next_at: null,
      account_id: null,
      user_id: null,
    })
    .onConflict((oc) => oc.column('source_id').doUpdateSet(values))
    .execute()
}

/** Results of a finished fetch, and the boxes that are complete now. */
export async function storeDifference(
  db: Db,
  sourceId: number,
  difference: AreaDifference,
  covered: readonly Box[],
): Promise<void> {
  await updateRows(
    db,
    'corpus_area',
    { source_id: sourceId },
    {
      release: difference.release,
      covered: sql<Box[]>`${JSON.stringify(covered)}::jsonb`,
      difference: sql<AreaDifference>`${JSON.stringify(difference)}::jsonb`,
      problem: null,
    },
  )
}

/** A source's data is as old as its release. */
export const describeSource = (db: Db, sourceId: number, day: string) =>
  sql`update corpus_source set data_as_of = ${day}::date where id = ${sourceId}`.execute(db)

/** The next moment after `now` at which the time zone's clock shows the hour, on a Monday or on the first. */
const nextMoment = (now: Date) => sql<Date | null>`case every when 'never' then null else (
  select min(moment) from (
    select ((date_trunc(case every when 'weekly' then 'week' else 'month' end, ${now}::timestamptz at time zone time_zone)
      + turn * case every when 'weekly' then interval '1 week' else interval '1 month' end
      + make_interval(hours => hour)) at time zone time_zone) as moment
    from generate_series(0, 2) as turn) moments
  where moment > ${now}::timestamptz) end`

/** Sets a source's refresh schedule, and its person. @returns whether it was fetched by area. */
export async function setSchedule(
  db: Db,
  sourceId: number,
  { every, hour, time_zone }: RefreshSchedule,
  by: { accountId: number; userId: number; now: Date },
): Promise<boolean> {
  const owner = { account_id: by.accountId, user_id: by.userId }
  // The check requires "never" and no date together, so both are written at once.
  const { rows } = await sql`
    with given as (select ${every}::text as every, ${hour}::int as hour, ${time_zone}::text as time_zone)
    update corpus_area a set every = given.every, hour = given.hour, time_zone = given.time_zone, problem = null,
      account_id = ${owner.account_id}, user_id = ${owner.user_id},
      next_at = (select ${nextMoment(by.now)} from given)
    from given where a.source_id = ${sourceId} returning a.source_id`.execute(db)
  return rows.length > 0
}

export interface DueArea {
  source_id: number
  account_id: number
  user_id: number
}

/** Due sources, each claimed by one caller only: their next date is set at the same time. */
export async function takeDue(db: Db, now: Date): Promise<DueArea[]> {
  const { rows } = await sql<DueArea>`
    update corpus_area set next_at = ${nextMoment(now)}
    where source_id in (
      select source_id from corpus_area where next_at <= ${now}::timestamptz for update skip locked)
      and account_id is not null and user_id is not null
    returning source_id, account_id, user_id`.execute(db)
  return rows
}

export const setProblem = (db: Db, sourceId: number, problem: string | null) =>
  updateRows(db, 'corpus_area', { source_id: sourceId }, { problem })

export const findSource = (db: Db, sourceId: number) =>
  findRow(db, 'corpus_source', { id: sourceId }, ['id', 'name', 'licence', 'places'])

/** A source, locked until the transaction ends: runs of one source are serialized. */
export const lockSource = (db: Db, sourceId: number) => lockRow(db, 'corpus_source', { id: sourceId }, ['id'])

/** A running run of these kinds for a source. The corpus is the installation's, so it may belong to any account. */
export async function hasOpenRun(db: Db, sourceId: number, kinds: readonly RunKind[]): Promise<boolean> {
  const row = await db
    .selectFrom('run_info')
    .select('id')
    .where('state', 'in', ['queued', 'running'])
    .where('kind', 'in', [...kinds])
    .where(sql<boolean>`(input ->> 'sourceId')::bigint = ${sourceId}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const hasPlaces = async (db: Db, sourceId: number): Promise<boolean> =>
  (await db
    .selectFrom('corpus_place')
    .select('id')
    .where('source_id', '=', sourceId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Areas stay when their account is deleted, without naming it. */
export const detachAreas = (db: Db, accountId: number) =>
  updateRows(db, 'corpus_area', { account_id: accountId }, { account_id: null, user_id: null })
