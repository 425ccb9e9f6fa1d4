import { type Generated, type Selectable, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { insertRows, updateRows } from '#server/platform/db/rows.ts'

type VisitState = 'queued' | 'running' | 'done' | 'failed'

interface WebsiteVisitTable {
  account_id: number
  run_id: number
  domain: string
  list_id: number | null
  position: number
  state: Generated<VisitState>
  pages: Generated<number>
  emails: Generated<number>
  phones: Generated<number>
  people: Generated<number>
  problem: string | null
  moved_to: string | null
  report: Record<string, unknown> | null
  started_at: Date | null
  finished_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    website_visit: WebsiteVisitTable
  }
}
export type WebsiteVisitRow = Selectable<WebsiteVisitTable>

const CHUNK = 1000

/** Stores a run's websites, in this order. */
export async function insertVisits(
  db: Db,
  run: { accountId: number; runId: number; listId: number | null },
  domains: string[],
): Promise<void> {
  for (let from = 0; from < domains.length; from += CHUNK)
    await insertRows(
      db,
      'website_visit',
      domains.slice(from, from + CHUNK).map((domain, index) => ({
        account_id: run.accountId,
        run_id: run.runId,
        list_id: run.listId,
        domain,
        position: from + index,
        problem: null,
        moved_to: null,
        report: null,
        started_at: null,
        finished_at: null,
      })),
    )
}

/** A run's unread websites, in order. */
export async function findUnfinished(db: Db, accountId: number, runId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('website_visit')
    .select('domain')
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .where('state', 'in', ['queued', 'running'])
    .orderBy('position')
    .execute()
  return rows.map((row) => row.domain)
}

/** Updates the progress of websites being read, in one statement. */
export const writeProgress = (db: Db, accountId: number, runId: number, pages: Map<string, number>) =>
  sql`update website_visit v set state = 'running', pages = n.pages, started_at = coalesce(v.started_at, (select now()))
    from unnest(${[...pages.keys()]}::text[], ${[...pages.values()]}::int[]) as n(domain, pages)
    where v.account_id = ${accountId} and v.run_id = ${runId} and v.domain = n.domain and v.state in ('queued', 'running')`.execute(
    db,
  )

/** The result of a website. */
export type FinishedVisit = Pick<
  WebsiteVisitRow,
  'domain' | 'state' | 'pages' | 'emails' | 'phones' | 'people' | 'problem' | 'moved_to'
> & { report: object | null }

/** Stores websites' results, in one statement. */
export const finishVisits = (db: Db, accountId: number, runId: number, visits: FinishedVisit[]) =>
  sql`update website_visit v set state = n.state, pages = n.pages, emails = n.emails, phones = n.phones, people = n.people,
      problem = n.problem, moved_to = n.moved_to, report = n.report,
      started_at = coalesce(v.started_at, (select now())), finished_at = now()
    from jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as n(domain text, state text, pages int, emails int, phones int,
      people int, problem text, moved_to text, report jsonb)
    where v.account_id = ${accountId} and v.run_id = ${runId} and v.domain = n.domain`.execute(db)

/** Resets websites that were being read to waiting. */
export async function resetVisits(db: Db, accountId: number, runId: number): Promise<void> {
  await updateRows(
    db,
    'website_visit',
    { account_id: accountId, run_id: runId, state: 'running' },
    { state: 'queued', pages: 0, started_at: null },
  )
}

interface Paging {
  page: number
  limit: number
}

/** A run's websites: those being read, then failed, finished and waiting ones. */
export async function listVisits(db: Db, accountId: number, runId: number, { page, limit }: Paging) {
  const base = db.selectFrom('website_visit').where('account_id', '=', accountId).where('run_id', '=', runId)
  return readPage(
    base,
    base
      .selectAll()
      .orderBy(sql`array_position(array['running', 'failed', 'done', 'queued'], state)`)
      .orderBy('position'),
    { page, limit },
  )
}

/** Websites of a list: the newest report of each, those with emails first. */
export async function listReports(
  db: Db,
  accountId: number,
  listId: number,
  { page, limit, runId, domain }: Paging & { runId?: number; domain?: string },
) {
  let newest = db
    .selectFrom('website_visit')
    .selectAll()
    .distinctOn('domain')
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('report', 'is not', null)
    .orderBy('domain')
    .orderBy('run_id', 'desc')
  if (runId !== undefined) newest = newest.where('run_id', '=', runId)
  if (domain) newest = newest.where('domain', 'like', containing(domain.toLowerCase()))
  return readPage(
    db.selectFrom(newest.as('n')),
    db
      .selectFrom(newest.as('n'))
      .selectAll()
      .orderBy(sql`n.emails > 0`, 'desc')
      .orderBy('n.run_id', 'desc')
      .orderBy('n.position'),
    { page, limit },
  )
}

/** A website's last result for the account. */
export const findNewestReport = (db: Db, accountId: number, domain: string) =>
  db
    .selectFrom('website_visit')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .where('report', 'is not', null)
    .orderBy('run_id', 'desc')
    .limit(1)
    .executeTakeFirst()
