import { type Generated, type Selectable, sql } from 'kysely'
import type { TrainingLanguage } from '#contract/ai/ai-training.ts'
import type { PageChange } from '#contract/ai/ai-training-websites.ts'
import type { Db } from '#server/platform/db/db.ts'
import { updateRows } from '#server/platform/db/rows.ts'

interface WebsiteTable {
  account_id: number
  id: Generated<number>
  website: string
  start: string
  wanted: number
  refresh_days: Generated<number>
  next_refresh_at: Generated<Date | null>
  last_run_id: Generated<number | null>
  last_read_at: Generated<Date | null>
  created_by: number
}
interface CrawlPageTable {
  account_id: number
  run_id: number
  url: string
  position: number
  title: string
  body: string
  language: TrainingLanguage
  tokens: number
  instructions: string[]
  digest: string
  change: Exclude<PageChange, 'waiting'>
  links: string[]
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    ai_training_website: WebsiteTable
    ai_training_crawl_page: CrawlPageTable
  }
}
export type WebsiteRow = Selectable<WebsiteTable>
export type CrawlPageRow = Selectable<CrawlPageTable>
export type NewCrawlPage = Omit<CrawlPageRow, 'account_id' | 'run_id' | 'created_at'>

interface CrawlPlace {
  accountId: number
  runId: number
}

export async function rememberWebsite(
  db: Db,
  {
    accountId,
    userId,
    website,
    start,
    wanted,
    runId,
  }: {
    accountId: number
    userId: number
    website: string
    start: string
    wanted: number
    runId: number
  },
): Promise<void> {
  await sql`insert into ai_training_website (account_id, website, start, wanted, last_run_id, created_by)
    values (${accountId}, ${website}, ${start}, ${wanted}, ${runId}, ${userId})
    on conflict (account_id, website) do update set start = excluded.start, wanted = excluded.wanted,
      last_run_id = excluded.last_run_id`.execute(db)
}

export async function listWebsites(db: Db, accountId: number) {
  const { rows } = await sql<WebsiteRow & { pages: number }>`
    select w.*, (select count(*)::int from ai_training_item i where i.account_id = w.account_id
      and i.website = w.website and i.kind = 'page' and i.deleted_at is null) as pages
    from ai_training_website w where w.account_id = ${accountId} order by w.website`.execute(db)
  return rows
}

/** Sets how often a website is read; false when it does not exist. */
export async function setRefresh(db: Db, accountId: number, id: number, days: number): Promise<boolean> {
  const done = await db
    .updateTable('ai_training_website')
    .set({
      refresh_days: days,
      next_refresh_at: days > 0 ? sql<Date>`now() + make_interval(days => ${days})` : null,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

/** Open accounts' websites whose refresh is due. */
export type DueWebsite = Pick<WebsiteRow, 'account_id' | 'id'>

export async function dueWebsites(db: Db, now: Date): Promise<DueWebsite[]> {
  const { rows } = await sql<DueWebsite>`
    select w.account_id, w.id from ai_training_website w join account_node a on a.id = w.account_id
    where w.next_refresh_at <= ${now} and w.refresh_days > 0 and a.access = 'full'
    order by w.next_refresh_at`.execute(db)
  return rows
}

/** Schedules the next refresh of a due website. Does nothing when it is no longer due, or was claimed by another caller. */
export async function claimDueWebsite(
  db: Db,
  { account_id, id }: Pick<WebsiteRow, 'account_id' | 'id'>,
  now: Date,
): Promise<WebsiteRow | undefined> {
  const { rows } = await sql<WebsiteRow>`
    update ai_training_website w set next_refresh_at = ${now}::timestamptz + make_interval(days => w.refresh_days)
    from (select account_id, id from ai_training_website where account_id = ${account_id} and id = ${id}
      and next_refresh_at <= ${now} and refresh_days > 0 for update skip locked) as due
    where w.account_id = ${account_id} and w.id = due.id returning w.*`.execute(db)
  return rows[0]
}

export const recordRead = (db: Db, accountId: number, website: string) =>
  updateRows(
    db,
    'ai_training_website',
    { account_id: accountId, website },
    { last_read_at: sql<Date>`now()` },
  )

/** Writes pages of a crawl; existing ones stay. */
export async function insertCrawlPages(
  db: Db,
  { accountId, runId }: CrawlPlace,
  pages: readonly NewCrawlPage[],
) {
  if (pages.length === 0) return
  await db
    .insertInto('ai_training_crawl_page')
    .values(pages.map((page) => ({ ...page, account_id: accountId, run_id: runId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** State of an interrupted crawl. */
export async function crawlSoFar(db: Db, { accountId, runId }: CrawlPlace) {
  const pages = await db
    .selectFrom('ai_training_crawl_page')
    .select(['url', 'digest', 'change', 'position'])
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute()
  const { rows } = await sql<{ link: string }>`
    select link from (select distinct unnest(links) as link from ai_training_crawl_page
      where account_id = ${accountId} and run_id = ${runId}) as named
    where link not in (select url from ai_training_crawl_page where account_id = ${accountId} and run_id = ${runId})
    limit 20000`.execute(db)
  return { pages, links: rows.map(({ link }) => link) }
}

/** Pages of a crawl: the first ones read, or the last few. */
export async function crawlPages(db: Db, { accountId, runId }: CrawlPlace, last?: number) {
  const rows = await db
    .selectFrom('ai_training_crawl_page as p')
    .leftJoin('ai_training_item as i', (join) =>
      join
        .onRef('i.account_id', '=', 'p.account_id')
        .onRef('i.url', '=', 'p.url')
        .on('i.deleted_at', 'is', null),
    )
    .select([
      'p.url',
      'p.title',
      'p.tokens',
      'p.change',
      'p.digest',
      'p.position',
      'i.id as item_id',
      'i.digest as saved',
    ])
    .select(sql<number>`cardinality(p.instructions)`.as('instructions'))
    .where('p.account_id', '=', accountId)
    .where('p.run_id', '=', runId)
    .orderBy('p.position', last ? 'desc' : 'asc')
    .$if(last !== undefined, (query) => query.limit(last as number))
    .execute()
  return last ? rows.reverse() : rows
}

/** Full pages of a crawl, by address or all, in batches; without removed ones. */
export const readCrawlPages = (
  db: Db,
  { accountId, runId }: CrawlPlace,
  { links, after, limit }: { links: readonly string[] | undefined; after: number; limit: number },
) =>
  db
    .selectFrom('ai_training_crawl_page')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .where('change', '!=', 'gone')
    .where('position', '>', after)
    .$if(links !== undefined, (query) => query.where('url', 'in', [...(links ?? [])]))
    .orderBy('position')
    .limit(limit)
    .execute()

/** A website's pages in the training, with the hash of their text. */
export const savedPages = (db: Db, accountId: number, website: string) =>
  db
    .selectFrom('ai_training_item')
    .select(['url', 'digest'])
    .where('account_id', '=', accountId)
    .where('website', '=', website)
    .where('kind', '=', 'page')
    .where('deleted_at', 'is', null)
    .execute()

/** Hides pages that a crawl did not find from the AI, and shows found ones again. */
export async function markGone(db: Db, { accountId, runId }: CrawlPlace): Promise<void> {
  await sql`update ai_training_item i set is_gone = (p.change = 'gone'),
      read_at = case when p.change = 'gone' then i.read_at else (select now()) end
    from ai_training_crawl_page p
    where p.account_id = ${accountId} and p.run_id = ${runId} and i.account_id = p.account_id and i.url = p.url
      and i.deleted_at is null and p.change in ('gone', 'same')`.execute(db)
}
