import type { CrawlJob, TrainingWebsite } from '#contract/ai-training-websites.ts'
import { MESSAGES } from '#contract/messages.ts'
import { trainingCrawlRun } from '#contract/run-kinds/ai-training.ts'
import type { Run } from '#contract/runs.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import type { StartRun } from '#server/modules/run-start/index.ts'
import type { RunsService } from '#server/modules/runs/index.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import type { Log } from '#server/platform/log.ts'
import { namedHost } from '#server/website-reader/index.ts'
import type { AiTraining } from '../ai-training-service.ts'
import {
  crawlPages,
  dueWebsites,
  rememberWebsite,
  setRefresh,
  takeDueWebsite,
  type WebsiteRow,
  websitesOf,
} from './crawl-store.ts'
import { takeCrawled } from './take-crawled.ts'
import { websiteName } from './website-name.ts'

/** Pages that an answer holds while the crawl goes on: it is asked for every two seconds. */
const WHILE_PENDING = 50
const STATUS: Record<Run['state'], CrawlJob['status']> = {
  ...{ queued: 'pending', running: 'pending' },
  ...{ succeeded: 'completed', failed: 'failed', cancelled: 'cancelled' },
}

/** A run with what it was started with. */
type CrawlRun = Run & { account_id: number; input: unknown }

interface Deps {
  db: Db
  runs: Pick<RunsService, 'show' | 'find'>
  startRun: StartRun
  training: AiTraining
  /** Crawls that an account starts. */
  starts: RateLimit
  /** A person with the rights they have now; null when they are not active any more. */
  actorOf(accountId: number, userId: number): Promise<Actor | null>
  log: Log
  clock?: Clock
}

const presentWebsite = (row: WebsiteRow & { pages: number }): TrainingWebsite => ({
  id: row.id,
  website: row.website,
  start: row.start,
  pages: row.pages,
  wanted: row.wanted,
  refresh_days: row.refresh_days,
  next_refresh_at: row.next_refresh_at?.toISOString() ?? null,
  last_job_id: row.last_run_id,
  last_read_at: row.last_read_at?.toISOString() ?? null,
})

/** The module that a refresh needs, as a crawl by hand does. */
const MODULE = 'ai_suggest'

/** Crawls for the training: starting, waiting, choosing, reading again. */
export function createTrainingCrawls(deps: Deps) {
  const { db, runs, startRun, training, starts, actorOf, log, clock = systemClock } = deps

  async function jobOf(run: CrawlRun): Promise<CrawlJob> {
    const { website, start, pages: wanted } = run.input as { website: string; start: string; pages: number }
    const status = STATUS[run.state]
    const place = { accountId: run.account_id, runId: run.id }
    const pages = await crawlPages(db, place, status === 'pending' ? WHILE_PENDING : undefined)
    const { added = 0, changed = 0, same = 0, gone = 0 } = run.counts
    const entries = pages.map((page) => ({
      ...{
        link: page.url,
        title: page.title,
        tokens: page.tokens,
        change: page.change,
        instructions: page.instructions,
      },
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
      ...{ job_id: run.id, website, status, wanted, pages: run.done },
      problem: run.error?.message ?? null,
      counts: { new: added, changed, same, gone },
      linksData: { crawled_link_entries_temp: isBeginning ? [first] : entries },
    }
  }

  async function begin(
    actor: Actor,
    order: { address: string; field: string; pages: number; refresh: boolean },
  ) {
    const { address, field, pages, refresh } = order
    const url = new URL(address)
    if (url.username || url.password || url.port || !namedHost(url.hostname))
      throw invalidField(field, MESSAGES.url)
    url.hash = ''
    const website = websiteName(url.href)
    return transaction(db, async () => {
      const { run } = await startRun(actor, trainingCrawlRun, {
        title: pages === 1 ? url.href.slice(0, 180) : website,
        plan: { input: { website, start: url.href, pages, refresh }, total: pages },
      })
      const { accountId, userId } = actor
      if (pages > 1)
        await rememberWebsite(db, {
          accountId,
          userId,
          website,
          start: url.href,
          wanted: pages,
          runId: run.id,
        })
      return run
    })
  }

  async function found(accountId: number, jobId: number) {
    const row = await runs.find(accountId, jobId)
    if (!row || row.kind !== trainingCrawlRun.kind) throw notFound('The crawl')
    return row
  }

  const runOf = async (
    actor: Actor,
    jobId: number,
  ): Promise<Run & { account_id: number; input: unknown }> => {
    const row = await found(actor.accountId, jobId)
    return { ...(await runs.show(actor, jobId)), account_id: row.account_id, input: row.input }
  }

  return {
    async website(actor: Actor, { website, pages }: { website: string; pages: number }): Promise<CrawlJob> {
      await starts.consume(String(actor.accountId))
      const run = await begin(actor, { address: website, field: 'website', pages, refresh: false })
      return jobOf(await runOf(actor, run.id))
    },

    async link(actor: Actor, link: string): Promise<CrawlJob> {
      await starts.consume(String(actor.accountId))
      const run = await begin(actor, { address: link, field: 'link', pages: 1, refresh: false })
      return jobOf(await runOf(actor, run.id))
    },

    status: async (actor: Actor, jobId: number): Promise<CrawlJob> => jobOf(await runOf(actor, jobId)),

    /** Takes chosen pages into the training. @throws AppError not_found, conflict. */
    async choose(actor: Actor, jobId: number, links: readonly string[] | undefined): Promise<number> {
      const row = await found(actor.accountId, jobId)
      const { website } = row.input as { website: string }
      return transaction(db, async () => {
        const { accountId, userId } = actor
        const saved = await takeCrawled({ db, training }, { accountId, userId, runId: jobId, website, links })
        if (saved === 0) throw new AppError('not_found', 'The crawl has none of these pages')
        recordAudit(db, { accountId, subject: `run:${jobId}`, detail: { kind: 'page', website, saved } })
        return saved
      })
    },

    websites: async (accountId: number) => (await websitesOf(db, accountId)).map(presentWebsite),

    schedule: (actor: Actor, id: number, days: number): Promise<TrainingWebsite> =>
      transaction(db, async () => {
        const { accountId } = actor
        if (!(await setRefresh(db, accountId, id, days))) throw notFound('The website')
        recordAudit(db, { accountId, subject: `ai_training_website:${id}`, detail: { days } })
        const row = (await websitesOf(db, accountId)).find((one) => one.id === id)
        return presentWebsite(row as WebsiteRow & { pages: number })
      }),

    /**
     * Reads again what is due, each website once however many processes ask, and one that cannot be begun keeps no
     * other waiting. After a fault it stays due; what is refused, or nobody may do any more, waits for its next moment.
     */
    async startDue(now = clock.now()): Promise<void> {
      for (const { account_id, id } of await dueWebsites(db, now))
        try {
          await transaction(db, async () => {
            const due = await takeDueWebsite(db, { account_id, id }, now)
            const actor = due && (await actorOf(account_id, due.created_by))
            if (!actor?.modules.includes(MODULE)) return
            const { start, wanted } = due as WebsiteRow
            await begin(actor, { address: start, field: 'website', pages: wanted, refresh: true })
          })
        } catch (error) {
          log.error({ err: error, website: id }, 'a website of the training could not be read again')
          // What is refused now is refused in a minute, too: it must not stand before others.
          if (error instanceof AppError) await takeDueWebsite(db, { account_id, id }, now)
        }
    },
  }
}

export type TrainingCrawls = ReturnType<typeof createTrainingCrawls>
