import { CREDIT_COSTS } from '#contract/constants.ts'
import type { Website } from '#contract/websites.ts'
import type { ListsService } from '#server/modules/lists/index.ts'
import type { RunRow, RunsService } from '#server/modules/runs/index.ts'
import type { SourceStatsService } from '#server/modules/source-stats/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { publish } from '#server/platform/live-bus.ts'
import type { CheckedWebsite, WebsiteProgress } from '#server/website-reader/index.ts'
import { presentVisit, presentWebsite } from './present-website.ts'
import {
  findUnfinished,
  finishVisits,
  insertVisits,
  leaveVisits,
  pageOfReports,
  pageOfVisits,
  writeProgress,
} from './websites-store.ts'

export interface WebsitesDeps {
  db: Db
  lists: ListsService
  runs: RunsService
  sourceStats: SourceStatsService
}

/** Progress is written at most this often: it is for eyes. */
const WRITE_EVERY_MS = 1000

/** The stored form: what the reply shows. */
const reportOf = (website: CheckedWebsite): Omit<Website, 'read_at'> => ({
  domain: website.domain,
  name: website.name,
  country: website.country,
  address: website.address,
  emails: website.emails,
  phones: website.phones.map(({ mobile: _mobile, ...phone }) => phone),
  socials: website.socials,
  people: website.people,
  pages: website.pages,
  problem: website.problem,
  moved_to: website.moved_to,
})

/** What a delivery of web sites' addresses came to. */
interface Delivered {
  source: string
  /** Addresses that became leads, or values of leads. */
  delivered: string[]
  /** Of them, the ones that were charged now. */
  paid: string[]
}

type ReadingRun = Pick<RunRow, 'account_id' | 'id'>

/** Web sites of runs: which are read, how far, and what they said. */
export function createWebsitesService({ db, lists, runs, sourceStats }: WebsitesDeps) {
  /** Hit rate and the origin of every delivered address, published and inferred apart. */
  async function keepStats(run: ReadingRun, websites: CheckedWebsite[], done: Delivered): Promise<void> {
    const delivered = new Set(done.delivered)
    const paid = new Set(done.paid)
    const figures = websites.map((website) => {
      const found = website.emails.filter((email) => delivered.has(email.value))
      return { website, found, inferred: found.filter((email) => email.kind === 'inferred').length }
    })
    const attempts = figures.flatMap(({ website, found, inferred }) => {
      const attempt = { itemKey: website.domain, source: done.source, tookMs: website.took_ms }
      const published = found.length - inferred
      const credits = found.filter((email) => paid.has(email.value)).length * CREDIT_COSTS.domain_email
      // Without a named person there was nothing to infer, so it is no miss.
      const named = website.people.some((person) => person.staff && !person.email)
      return [
        { ...attempt, kind: 'website' as const, hit: published > 0, addresses: published, credits },
        ...(named
          ? [{ ...attempt, kind: 'inferred' as const, hit: inferred > 0, addresses: inferred, credits: 0 }]
          : []),
      ]
    })
    const found = new Map(figures.flatMap((figure) => figure.found.map((email) => [email.value, email])))
    await sourceStats.recordAttempts(db, run.account_id, run.id, attempts)
    await sourceStats.recordFound(
      db,
      run.account_id,
      run.id,
      [...found.values()].map((email) => ({
        address: email.value,
        source: done.source,
        kind: email.kind === 'inferred' ? 'inferred' : 'website',
        state: email.state,
      })),
    )
  }

  return {
    /** Writes down, with the run that is being made, which web sites it will read. */
    plan: insertVisits,

    /** Web sites of a run that still have to be read: all at first, the rest after a crash. */
    unfinished: (accountId: number, runId: number) => findUnfinished(db, accountId, runId),

    /** Takes progress from the readers and writes it now and then. Close it at the end. */
    recorder(accountId: number, runId: number): { progress: WebsiteProgress; close(): Promise<void> } {
      const waiting = new Map<string, number>()
      let writing: Promise<unknown> = Promise.resolve()
      const flush = async () => {
        if (waiting.size === 0) return
        const pages = new Map(waiting)
        waiting.clear()
        await writeProgress(db, accountId, runId, pages)
        await publish(db, { accountId, kind: 'run', id: runId })
      }
      // Progress that could not be written is no reason to fail: the result will tell.
      const timer = setInterval(() => {
        writing = writing.then(flush).catch(() => {})
      }, WRITE_EVERY_MS)
      return {
        progress: (domain, { pages }) => void waiting.set(domain, pages),
        async close() {
          clearInterval(timer)
          await writing
        },
      }
    },

    /** Stores what web sites said together with what was made of it, in the transaction that delivers. */
    async finish(run: ReadingRun, websites: CheckedWebsite[], done: Delivered): Promise<void> {
      await finishVisits(
        db,
        run.account_id,
        run.id,
        websites.map((website) => ({
          domain: website.domain,
          state: website.problem ? 'failed' : 'done',
          pages: website.pages,
          emails: website.emails.length,
          phones: website.phones.length,
          people: website.people.length,
          problem: website.problem,
          moved_to: website.moved_to,
          report: reportOf(website),
        })),
      )
      await keepStats(run, websites, done)
    },

    /** Says of web sites that a run leaves half read that they were not read, in the transaction that ends it. */
    leave: async (run: ReadingRun): Promise<void> => void (await leaveVisits(db, run.account_id, run.id)),

    async pageOfRun(actor: Actor, runId: number, query: { page: number; limit: number }) {
      await runs.show(actor, runId)
      const { rows, total } = await pageOfVisits(db, actor.accountId, runId, query)
      return { data: rows.map(presentVisit), currentPage: query.page, pageSize: query.limit, total }
    },

    async pageOfList(
      actor: Actor,
      listId: number,
      query: { page: number; limit: number; run_id?: number | undefined; domain?: string | undefined },
    ) {
      await lists.find(actor, listId)
      const { rows, total } = await pageOfReports(db, actor.accountId, listId, {
        ...query,
        runId: query.run_id,
      })
      return { data: rows.map(presentWebsite), currentPage: query.page, pageSize: query.limit, total }
    },
  }
}

export type WebsitesService = ReturnType<typeof createWebsitesService>
