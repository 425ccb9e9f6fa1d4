import { trainingCrawlRun } from '#contract/activity/run-kinds/ai-training.ts'
import type { CrawlJob } from '#contract/ai/ai-training-websites.ts'
import { findRun, presentRun } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { addCrawledPages } from './add-crawled-pages.ts'
import { type CrawlRun, presentCrawl } from './present-crawl.ts'
import { startCrawl } from './start-crawl.ts'

/** Crawls of an account per hour. */
const trainingCrawlLimit = defineRateLimit({ name: 'training-crawl', points: 60, seconds: 60 * 60 })

async function findCrawl(ctx: Context, accountId: number, jobId: number) {
  const row = await findRun(ctx, accountId, jobId)
  if (!row || row.kind !== trainingCrawlRun.kind) throw notFound('The crawl')
  return row
}

async function getCrawlRun(ctx: Context, actor: Actor, jobId: number): Promise<CrawlRun> {
  const row = await findCrawl(ctx, actor.accountId, jobId)
  return { ...presentRun(row), account_id: row.account_id, input: row.input }
}

/** Before starting a crawl. @throws AppError rate_limited. */
export const countCrawl = (ctx: Context, actor: Actor) =>
  trainingCrawlLimit.consume(ctx, String(actor.accountId))

async function requestCrawl(
  ctx: Context,
  actor: Actor,
  request: { address: string; field: string; pages: number },
) {
  const run = await startCrawl(ctx, actor, { ...request, refresh: false })
  return presentCrawl(ctx.db, await getCrawlRun(ctx, actor, run.id))
}

export const startWebsiteCrawl = (
  ctx: Context,
  actor: Actor,
  { website, pages }: { website: string; pages: number },
): Promise<CrawlJob> => requestCrawl(ctx, actor, { address: website, field: 'website', pages })

export const startLinkCrawl = (ctx: Context, actor: Actor, link: string): Promise<CrawlJob> =>
  requestCrawl(ctx, actor, { address: link, field: 'link', pages: 1 })

export const showCrawl = async (ctx: Context, actor: Actor, jobId: number): Promise<CrawlJob> =>
  presentCrawl(ctx.db, await getCrawlRun(ctx, actor, jobId))

/** Adds chosen pages to the training. @throws AppError not_found, conflict. */
export async function chooseCrawledPages(
  ctx: Context,
  actor: Actor,
  jobId: number,
  links: readonly string[] | undefined,
): Promise<number> {
  const row = await findCrawl(ctx, actor.accountId, jobId)
  const { website } = row.input as { website: string }
  return transaction(ctx.db, async () => {
    const { accountId, userId } = actor
    const saved = await addCrawledPages(ctx, { accountId, userId, runId: jobId, website, links })
    if (saved === 0) throw new AppError('not_found', 'None of these pages are in the crawl')
    recordAudit(ctx.db, { accountId, subject: `run:${jobId}`, detail: { kind: 'page', website, saved } })
    return saved
  })
}
