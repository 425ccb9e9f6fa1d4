import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { SeenLists } from '#server/platform/db/seen-lists.ts'
import type { AutopilotRow, AutopilotRunRow } from './autopilots-store.ts'

/** An autopilot with display names. */
export type AutopilotView = AutopilotRow & {
  list_name: string | null
  type: string
  creator: string | null
  updater: string | null
}

const views = (db: Db, { accountId, listsOf }: SeenLists) =>
  db
    .selectFrom('autopilot as a')
    .innerJoin('list_info as l', (join) =>
      join.onRef('l.account_id', '=', 'a.account_id').onRef('l.id', '=', 'a.list_id'),
    )
    .leftJoin('member as c', 'c.id', 'a.created_by')
    .leftJoin('member as u', 'u.id', 'a.updated_by')
    .selectAll('a')
    .select([
      'l.type',
      'c.email as creator',
      'u.email as updater',
      sql<string | null>`case when l.deleted_at is null then l.name end`.as('list_name'),
    ])
    .where('a.account_id', '=', accountId)
    .where('a.deleted_at', 'is', null)
    .$if(listsOf !== null, (query) => query.where('l.created_by', '=', listsOf))

/** One autopilot that is not deleted. */
export const findView = (db: Db, seen: SeenLists, id: number): Promise<AutopilotView | undefined> =>
  views(db, seen).where('a.id', '=', id).executeTakeFirst()

/** A page of autopilots, active ones first. */
export async function listAutopilots(
  db: Db,
  seen: SeenLists,
  query: {
    page: number
    limit: number
    search?: string
    state?: 'active' | 'paused'
    list_id?: number
  },
): Promise<{ rows: AutopilotView[]; total: number }> {
  let matching = views(db, seen)
  if (query.state) matching = matching.where('a.state', '=', query.state)
  if (query.list_id) matching = matching.where('a.list_id', '=', query.list_id)
  const text = query.search?.toLowerCase()
  if (text)
    matching = matching.where(
      sql<boolean>`(strpos(lower(a.name), ${text}) > 0 or strpos(lower(l.name), ${text}) > 0)`,
    )
  const sorted = matching.orderBy('a.state').orderBy('a.next_slot').orderBy('a.id', 'desc')
  return readPage(matching.clearSelect(), sorted, query)
}

/** An autopilot's runs, newest first. */
export async function listRuns(
  db: Db,
  accountId: number,
  autopilotId: number,
  query: { page: number; limit: number },
): Promise<{ rows: AutopilotRunRow[]; total: number }> {
  const own = db
    .selectFrom('autopilot_run')
    .where('account_id', '=', accountId)
    .where('autopilot_id', '=', autopilotId)
  return readPage(own, own.selectAll().orderBy('slot', 'desc'), query)
}

/** The newest run of each of these autopilots. */
export async function lastRuns(
  db: Db,
  accountId: number,
  autopilotIds: number[],
): Promise<Map<number, AutopilotRunRow>> {
  if (autopilotIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('autopilot_run')
    .selectAll()
    .distinctOn('autopilot_id')
    .where('account_id', '=', accountId)
    .where('autopilot_id', '=', sql<number>`any(${autopilotIds}::bigint[])`)
    .orderBy('autopilot_id')
    .orderBy('slot', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.autopilot_id, row]))
}
