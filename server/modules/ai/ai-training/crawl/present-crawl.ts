import type { Run } from '#contract/activity/runs.ts'
import type { CrawlJob, TrainingWebsite } from '#contract/ai/ai-training-websites.ts'
import type { Db } from '#server/platform/db/db.ts'
import { pick } from '#server/platform/pick.ts'
import { crawlPages, type WebsiteRow } from './crawl-store.ts'

/** Pages per reply while the crawl runs: it is polled every two seconds. */
const WHILE_PENDING = 50
const STATUS: Record<Run['state'], CrawlJob['status']> = {
  queued: 'pending',
  running: 'pending',
  succeeded: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
}

export type CrawlRun = Run & { account_id: number; input: unknown }

/** A crawl with its pages so far. */
export async function presentCrawl(db: Db, run: CrawlRun): Promise<CrawlJob> {
  const { website, start, pages: wanted } = run.input as { website: string; start: string; pages: number }
  const status = STATUS[run.state]
  const place = { accountId: run.account_id, runId: run.id }
  const pages = await crawlPages(db, place, status === 'pending' ? WHILE_PENDING : undefined)
  const { added = 0, changed = 0, same = 0, gone = 0 } = run.counts
  const entries = pages.map((page) => ({
    link: page.url,
    ...pick(page, 'title', 'tokens', 'change', 'instructions'),
    is_saved: page.item_id !== null && page.saved === page.digest,
  }))
  const first = {
    link: start,
    title: start,
    tokens: 0,
    change: 'waiting' as const,
    instructions: 0,
    is_saved: false,
  }
  const isBeginning = status === 'pending' && entries.length === 0
  return {
    jobId: run.id,
    website,
    status,
    requested: wanted,
    pages: run.done,
    problem: run.error?.message ?? null,
    counts: { new: added, changed, same, gone },
    linksData: { crawled_link_entries_temp: isBeginning ? [first] : entries },
  }
}

export const presentWebsite = (row: WebsiteRow & { pages: number }): TrainingWebsite => ({
  ...pick(row, 'id', 'website', 'start', 'pages'),
  requested: row.wanted,
  refresh_days: row.refresh_days,
  next_refresh_at: row.next_refresh_at?.toISOString() ?? null,
  last_job_id: row.last_run_id,
  last_read_at: row.last_read_at?.toISOString() ?? null,
})
