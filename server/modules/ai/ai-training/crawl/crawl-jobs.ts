import { trainingCrawlRun } from '#contract/activity/run-kinds/ai-training.ts'
import type { CrawlJob } from '#contract/ai/ai-training-websites.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import type { AiTraining } from '../ai-training-service.ts'
import { addCrawledPages } from './add-crawled-pages.ts'
import { type CrawlRun, presentCrawl } from './present-crawl.ts'
import { startCrawl } from './start-crawl.ts'

export interface CrawlJobsDeps {
  db: Db
  runs: Pick<RunsService, 'show' | 'find'>
  startRun: StartRun
  training: AiTraining
  starts: RateLimit
}

/** Manual crawls: start, progress, and choosing pages for the training. */
export function createCrawlJobs({ db, runs, startRun, training, starts }: CrawlJobsDeps) {
  async function findCrawl(accountId: number, jobId: number) {
    const row = await runs.find(accountId, jobId)
    if (!row || row.kind !== trainingCrawlRun.kind) throw notFound('The crawl')
    return row
  }

  const runOf = async (actor: Actor, jobId: number): Promise<CrawlRun> => {
    const row = await findCrawl(actor.accountId, jobId)
    return { ...(await runs.show(actor, jobId)), account_id: row.account_id, input: row.input }
  }

  async function start(actor: Actor, request: { address: string; field: string; pages: number }) {
    await starts.consume(String(actor.accountId))
    const run = await startCrawl({ db, startRun }, actor, { ...request, refresh: false })
    return presentCrawl(db, await runOf(actor, run.id))
  }

  return {
    website: (actor: Actor, { website, pages }: { website: string; pages: number }): Promise<CrawlJob> =>
      start(actor, { address: website, field: 'website', pages }),

    link: (actor: Actor, link: string): Promise<CrawlJob> =>
      start(actor, { address: link, field: 'link', pages: 1 }),

    status: async (actor: Actor, jobId: number): Promise<CrawlJob> =>
      presentCrawl(db, await runOf(actor, jobId)),

    /** Adds chosen pages to the training. @throws AppError not_found, conflict. */
    async choose(actor: Actor, jobId: number, links: readonly string[] | undefined): Promise<number> {
      const row = await findCrawl(actor.accountId, jobId)
      const { website } = row.input as { website: string }
      return transaction(db, async () => {
        const { accountId, userId } = actor
        const saved = await addCrawledPages(
          { db, training },
          { accountId, userId, runId: jobId, website, links },
        )
        if (saved === 0) throw new AppError('not_found', 'None of these pages are in the crawl')
        recordAudit(db, { accountId, subject: `run:${jobId}`, detail: { kind: 'page', website, saved } })
        return saved
      })
    },
  }
}
