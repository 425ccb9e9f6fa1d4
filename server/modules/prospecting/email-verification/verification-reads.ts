import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { readRows } from '#server/platform/db/read-batches.ts'
import { readPage } from '#server/platform/db/read-page.ts'

const COLUMNS = [
  'v.state',
  'v.reason',
  'v.flags',
  'v.suggestion',
  'v.mx',
  'v.catch_all',
  'v.tries',
  'v.checked_at',
  'v.next_try_at',
  'v.bounced_at',
  'v.origin',
] as const

/** A run's lines with their current results. */
const selectLines = (db: Db, accountId: number, runId: number) =>
  db
    .selectFrom('verification_item as i')
    .leftJoin('email_verification as v', (join) =>
      join.onRef('v.account_id', '=', 'i.account_id').onRef('v.address', '=', 'i.address'),
    )
    .where('i.account_id', '=', accountId)
    .where('i.run_id', '=', runId)

/** An invalid address has no row of its own, and is shown as invalid to everyone. */
const hasState = (state: string) =>
  sql<SqlBool>`coalesce(v.state, case when i.address is null then 'invalid' end) = ${state}`

/** Finished lines, in input order, each address once. */
export async function listLines(
  db: Db,
  accountId: number,
  runId: number,
  query: { page: number; limit: number; state?: string; search?: string },
) {
  let base = selectLines(db, accountId, runId).where('i.done', '=', true).where('i.repeated', '=', false)
  if (query.state) base = base.where(hasState(query.state))
  if (query.search) base = base.where(sql<SqlBool>`strpos(lower(i.given), lower(${query.search}::text)) > 0`)
  return readPage(
    base,
    base.select([...COLUMNS, 'v.transcript', 'i.address', 'i.given']).orderBy('i.position'),
    query,
  )
}

/** Every line of a run in input order, including repeated ones; one without a state is unfinished. */
export const streamLines = (db: Db, accountId: number, runId: number) =>
  readRows(
    db,
    selectLines(db, accountId, runId)
      .select([...COLUMNS, 'i.address', 'i.given', 'i.done', 'i.repeated'])
      .orderBy('i.position'),
  )

export type RunLine = Awaited<ReturnType<typeof listLines>>['rows'][number]
export type StreamedLine = Omit<RunLine, 'transcript'> & { done: boolean; repeated: boolean }
