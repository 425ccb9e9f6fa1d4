import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { findRow } from '#server/platform/db/rows.ts'
import type { SeenLists } from '#server/platform/db/seen-lists.ts'

/** Runs of lists that this user created, and without a list those they started. */
const isOf = (listsOf: number) =>
  sql<boolean>`case when r.list_id is null then r.created_by else l.created_by end = ${listsOf}`

/** Runs with the details their screens show: who started it, the list's type, credits held, the file. */
const runQuery = (db: Db, { accountId, listsOf }: SeenLists) =>
  db
    .selectFrom('run as r')
    .leftJoin('member as u', 'u.id', 'r.created_by')
    .leftJoin('member as act', 'act.id', 'r.actor_user_id')
    .leftJoin('list_info as l', (join) =>
      join.onRef('l.account_id', '=', 'r.account_id').onRef('l.id', '=', 'r.list_id'),
    )
    .leftJoin('reservation_info as v', (join) =>
      join
        .onRef('v.account_id', '=', 'r.account_id')
        .onRef('v.run_id', '=', 'r.id')
        .on('v.state', '=', 'open'),
    )
    .leftJoin('export_file_info as f', (join) =>
      join
        .onRef('f.account_id', '=', 'r.account_id')
        .onRef('f.run_id', '=', 'r.id')
        .on('f.bytes', 'is not', null)
        .on('f.expires_at', '>', sql<Date>`now()`),
    )
    .where('r.account_id', '=', accountId)
    .$if(listsOf !== null, (query) => query.where(isOf(listsOf as number)))
    .selectAll('r')
    .select([
      'u.email as created_by_email',
      // The address of staff has the platform's domain.
      sql<string | null>`case when act.role = 'admin' then 'Support' else act.email end`.as('acted_by_email'),
      'l.type as list_type',
      'l.deleted_at as list_deleted_at',
      'f.bytes as file_bytes',
      'f.expires_at as file_expires_at',
      sql<number>`coalesce(v.amount - v.captured, 0)`.as('reserved'),
    ])

export type RunView = Awaited<ReturnType<typeof findRuns>>[number]

export const findRunView = (db: Db, seen: SeenLists, id: number) =>
  runQuery(db, seen).where('r.id', '=', id).executeTakeFirst()

export const findRuns = (db: Db, accountId: number, ids: number[]) =>
  runQuery(db, { accountId, listsOf: null }).where('r.id', '=', sql<number>`any(${ids}::bigint[])`).execute()

export async function findRunPage(
  db: Db,
  { accountId, listsOf }: SeenLists,
  page: { page: number; limit: number; listId?: number; active: boolean },
) {
  let query = runQuery(db, { accountId, listsOf })
  let count = db.selectFrom('run as r').where('r.account_id', '=', accountId)
  if (listsOf !== null)
    count = count
      .leftJoin('list_info as l', (join) =>
        join.onRef('l.account_id', '=', 'r.account_id').onRef('l.id', '=', 'r.list_id'),
      )
      .where(isOf(listsOf)) as unknown as typeof count
  if (page.listId !== undefined) {
    query = query.where('r.list_id', '=', page.listId)
    count = count.where('r.list_id', '=', page.listId)
  }
  if (page.active) {
    query = query.where('r.state', 'in', ['queued', 'running'])
    count = count.where('r.state', 'in', ['queued', 'running'])
  }
  return readPage(count, query.orderBy('r.id', 'desc'), page)
}

export async function latestRuns(
  db: Db,
  accountId: number,
  listIds: number[],
): Promise<Map<number, RunView>> {
  if (listIds.length === 0) return new Map()
  const rows = await runQuery(db, { accountId, listsOf: null })
    .where('r.list_id', '=', sql<number>`any(${listIds}::bigint[])`)
    .where('r.kind', '<>', 'export')
    .distinctOn('r.list_id')
    .orderBy('r.list_id')
    .orderBy('r.id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.list_id as number, row]))
}

/** Whether a search of the account has finished, and whether one of sample data has delivered leads. */
export async function findSearched(
  db: Db,
  accountId: number,
): Promise<{ searched: boolean; sampled: boolean }> {
  const searches = db
    .selectFrom('run')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'search')
    .where('state', 'in', ['succeeded', 'cancelled'])
    .limit(1)
  const [any, sample] = await Promise.all([
    searches.executeTakeFirst(),
    searches
      .where(sql<boolean>`input ->> 'source' = 'sample'`)
      .where(sql<boolean>`(counts ->> 'delivered')::bigint > 0`)
      .executeTakeFirst(),
  ])
  return { searched: any !== undefined, sampled: sample !== undefined }
}

/** Number of runs by user of an account in the last days, without users who started none. */
export async function countByCreator(db: Db, accountId: number, days: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('run')
    .select((eb) => ['created_by', eb.fn.countAll<number>().as('runs')])
    .where('account_id', '=', accountId)
    .where('created_by', 'is not', null)
    .where('created_at', '>=', sql<Date>`now() - make_interval(days => ${days})`)
    .groupBy('created_by')
    .execute()
  return new Map(rows.map((row) => [row.created_by as number, Number(row.runs)]))
}

/** The list type of a run's list; null without one. */
export async function findListType(
  db: Db,
  run: { account_id: number; list_id: number | null },
): Promise<string | null> {
  if (run.list_id === null) return null
  const list = await findRow(db, 'list_info', { account_id: run.account_id, id: run.list_id }, ['type'])
  return list?.type ?? null
}

/** Actual and potential cost of an API key's runs since midnight, in credits. Serializes runs of the same key. */
export async function creditsOfKey(
  db: Db,
  { accountId, apiKeyId, timeZone }: { accountId: number; apiKeyId: number; timeZone: string },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`api_key:${apiKeyId}`}, 0))`.execute(db)
  const day = sql<Date>`(select date_trunc('day', now() at time zone ${timeZone}) at time zone ${timeZone})`
  const row = await db
    .selectFrom('run')
    .select(
      sql<number>`coalesce(sum(case when finished_at is null then greatest(cost, max_cost) else cost end), 0)::bigint`.as(
        'credits',
      ),
    )
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .where('created_at', '>=', day)
    .executeTakeFirstOrThrow()
  return Number(row.credits)
}
