import { type Generated, type Selectable, sql } from 'kysely'
import {
  APP_ERROR_DAYS,
  APP_ERROR_SAMPLES,
  APP_ERRORS_PER_HOUR,
  type AppErrorSource,
} from '#contract/core/app-errors.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { insertRows, updateRows } from '#server/platform/db/rows.ts'

interface AppErrorTable {
  id: Generated<number>
  group_id: number
  account_id: number | null
  user_id: number | null
  message: string
  err: string | null
  info: string | null
  release: string | null
  user_agent: string | null
  created_at: Generated<Date>
}
interface AppErrorGroupTable {
  id: Generated<number>
  key: string
  source: AppErrorSource
  title: string
  occurrences: Generated<number>
  first_seen_at: Generated<Date>
  last_seen_at: Generated<Date>
  first_release: string | null
  release: string | null
  solved_at: Date | null
  solved_by: number | null
  solved_release: string | null
  reopened_at: Date | null
}
interface AppErrorHourTable {
  group_id: number
  hour: Date
  occurrences: number
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    app_error: AppErrorTable
    app_error_group: AppErrorGroupTable
    app_error_hour: AppErrorHourTable
  }
}

/** The error with this key, created if missing, and locked. */
export const meetGroup = (
  db: Db,
  { key, source, title, release }: { key: string; source: AppErrorSource; title: string; release: string },
) =>
  db
    .insertInto('app_error_group')
    .values({ key, source, title, first_release: release, release, last_seen_at: sql<Date>`now()` })
    .onConflict((oc) =>
      oc.column('key').doUpdateSet({ last_seen_at: (eb) => eb.ref('excluded.last_seen_at') }),
    )
    .returning(['id', 'release', 'solved_at', 'solved_release'])
    .executeTakeFirstOrThrow()

/** Counts an occurrence in this hour. @returns false when the hour's limit is reached. */
export async function countInHour(db: Db, groupId: number): Promise<boolean> {
  const row = await db
    .insertInto('app_error_hour')
    .values({ group_id: groupId, hour: sql<Date>`date_trunc('hour', now())`, occurrences: 1 })
    .onConflict((oc) =>
      oc
        .columns(['group_id', 'hour'])
        .doUpdateSet({ occurrences: sql<number>`app_error_hour.occurrences + 1` })
        .where('app_error_hour.occurrences', '<', APP_ERRORS_PER_HOUR),
    )
    .returning('occurrences')
    .executeTakeFirst()
  return row !== undefined
}

export const countInGroup = (db: Db, id: number, change: { release: string; reopen: boolean }) =>
  updateRows(
    db,
    'app_error_group',
    { id },
    {
      occurrences: sql<number>`occurrences + 1`,
      release: change.release,
      ...(change.reopen && {
        solved_at: null,
        solved_by: null,
        solved_release: null,
        reopened_at: sql<Date>`now()`,
      }),
    },
  )

export type NewSample = Omit<Selectable<AppErrorTable>, 'id' | 'created_at'>

/** Stores a sample, and keeps only the newest of the previous ones. */
export async function storeSample(db: Db, sample: NewSample): Promise<void> {
  await insertRows(db, 'app_error', sample)
  await sql`delete from app_error where group_id = ${sample.group_id} and id <= (
    select id from app_error where group_id = ${sample.group_id} order by id desc offset ${APP_ERROR_SAMPLES} limit 1)`.execute(
    db,
  )
}

const selectShown = (db: Db) =>
  db
    .selectFrom('app_error_group as g')
    .leftJoin('member as u', 'u.id', 'g.solved_by')
    .selectAll('g')
    .select([
      'u.name as solver',
      sql<number>`coalesce((select sum(h.occurrences) from app_error_hour h
        where h.group_id = g.id and h.hour > now() - interval '24 hours'), 0)::int`.as('last_24_hours'),
    ])

export const findGroup = (db: Db, id: number) => selectShown(db).where('g.id', '=', id).executeTakeFirst()
export type GroupRow = NonNullable<Awaited<ReturnType<typeof findGroup>>>

export interface GroupsQuery {
  page: number
  limit: number
  search?: string
  state?: 'open' | 'solved'
  source?: AppErrorSource
}

export function listGroups(db: Db, { page, limit, search, state, source }: GroupsQuery) {
  let base = selectShown(db)
  let counted = db.selectFrom('app_error_group as g')
  const condition = sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(search ? [sql`g.title ilike ${containing(search)}`] : []),
      ...(state ? [sql`g.solved_at is ${sql.raw(state === 'open' ? 'null' : 'not null')}`] : []),
      ...(source ? [sql`g.source = ${source}`] : []),
    ],
    sql` and `,
  )}`
  base = base.where(condition)
  counted = counted.where(condition)
  return readPage(counted, base.orderBy('g.last_seen_at', 'desc').orderBy('g.id', 'desc'), { page, limit })
}

export const listHours = (db: Db, groupId: number) =>
  db
    .selectFrom('app_error_hour')
    .select(['hour', 'occurrences'])
    .where('group_id', '=', groupId)
    .where('hour', '>', sql<Date>`now() - interval '7 days'`)
    .orderBy('hour')
    .execute()

export const listSamples = (db: Db, groupId: number) =>
  db.selectFrom('app_error').selectAll().where('group_id', '=', groupId).orderBy('id', 'desc').execute()

/** @returns whether its state changed. */
export async function setSolved(
  db: Db,
  id: number,
  solved: { by: number; release: string } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('app_error_group')
    .set({
      solved_at: solved && sql<Date>`now()`,
      solved_by: solved?.by ?? null,
      solved_release: solved?.release ?? null,
    })
    .where('id', '=', id)
    .where('solved_at', solved ? 'is' : 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}

const OLD = sql.raw(`interval '${APP_ERROR_DAYS} days'`)

/** Deletes errors, hours and samples older than 90 days. */
export async function removeOldReports(db: Db): Promise<void> {
  await sql`delete from app_error_group where last_seen_at < now() - ${OLD}`.execute(db)
  await sql`delete from app_error_hour where hour < now() - ${OLD}`.execute(db)
  await sql`delete from app_error where created_at < now() - ${OLD}`.execute(db)
}
