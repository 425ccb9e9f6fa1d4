import { CREDIT_COSTS } from '#contract/constants.ts'
import { PAID_EMAIL_STATES } from '#contract/email-states.ts'
import { websiteSource } from '#contract/sources/website.ts'
import type { Website } from '#contract/websites.ts'
import type { ListsService } from '#server/modules/lists/index.ts'
import type { RunsService } from '#server/modules/runs/index.ts'
import type { SourceStatsService } from '#server/modules/source-stats/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { publish } from '#server/platform/live-bus.ts'
import type { Delivered, EvidenceKeeper, WorkingRun } from '#server/providers/lead-sources/index.ts'
import type { CheckedWebsite } from '#server/website-reader/index.ts'
import { presentVisit, presentWebsite } from './present-website.ts'
import {
  findNewestReport,
  findUnfinished,
  finishVisits,
  insertVisits,
  leaveVisits,
  pageOfReports,
  pageOfVisits,
  writeProgress,
} from './websites-store.ts'
import { type ValueGuard, withoutSuppressed } from './without-suppressed.ts'

export interface WebsitesDeps {
  db: Db
  lists: ListsService
  runs: RunsService
  sourceStats: SourceStatsService
  suppression: ValueGuard
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

const visitOf = (website: CheckedWebsite) => ({
  domain: website.domain,
  state: website.problem ? ('failed' as const) : ('done' as const),
  pages: website.pages,
  emails: website.emails.length,
  phones: website.phones.length,
  people: website.people.length,
  problem: website.problem,
  moved_to: website.moved_to,
  report: reportOf(website),
})

/** What is kept: addresses that were left out are nobody's yet. */
const withoutLeftOut = (website: CheckedWebsite, leftOut: ReadonlySet<string>): CheckedWebsite =>
  leftOut.size === 0
    ? website
    : {
        ...website,
        emails: website.emails.filter(({ value }) => !leftOut.has(value)),
        people: website.people.map((person) =>
          person.email && leftOut.has(person.email) ? { ...person, email: null } : person,
        ),
      }

/** Whether one of the addresses is verified or may work. */
const hasWorking = (emails: CheckedWebsite['emails']): boolean =>
  emails.some(({ state }) => PAID_EMAIL_STATES.includes(state))

/** Websites of runs: which are read, how far, and what they said. */
export function createWebsitesService({ db, lists, runs, sourceStats, suppression }: WebsitesDeps) {
  /** Hit rate and the origin of every delivered address, published and inferred apart. */
  async function keepStats(run: WorkingRun, websites: CheckedWebsite[], done: Delivered): Promise<void> {
    const delivered = new Set(done.delivered)
    const paid = new Set(done.paid)
    const figures = websites.map((website) => {
      const found = website.emails.filter((email) => delivered.has(email.value))
      const inferred = found.filter((email) => email.kind === 'inferred')
      const published = found.filter((email) => email.kind !== 'inferred')
      return { website, found, inferred, published }
    })
    const attempts = figures.flatMap(({ website, found, inferred, published }) => {
      const attempt = { itemKey: website.domain, source: done.source, tookMs: website.took_ms }
      const credits = found.filter((email) => paid.has(email.value)).length * CREDIT_COSTS.domain_email
      // Without a named person there was nothing to infer, so it is no miss.
      const named = website.people.some((person) => person.staff && !person.email)
      return [
        {
          ...attempt,
          kind: 'website' as const,
          hit: hasWorking(published),
          addresses: published.length,
          credits,
        },
        ...(named
          ? [
              {
                ...attempt,
                kind: 'inferred' as const,
                hit: hasWorking(inferred),
                addresses: inferred.length,
                credits: 0,
              },
            ]
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

  /** Takes progress from the readers and writes it now and then. Close it at the end. */
  function recorder(
    { account_id: accountId, id: runId }: WorkingRun,
    written?: (units: string[]) => Promise<unknown>,
  ) {
    const waiting = new Map<string, number>()
    let writing: Promise<unknown> = Promise.resolve()
    const flush = async () => {
      if (waiting.size === 0) return
      const pages = new Map(waiting)
      waiting.clear()
      await writeProgress(db, accountId, runId, pages)
      await written?.([...pages.keys()])
      await publish(db, { accountId, kind: 'run', id: runId })
    }
    // Progress that could not be written is no reason to fail: the result will tell.
    const timer = setInterval(() => {
      writing = writing.then(flush).catch(() => {})
    }, WRITE_EVERY_MS)
    return {
      progress: (domain: string, { pages }: { pages: number }) => void waiting.set(domain, pages),
      async close() {
        clearInterval(timer)
        await writing
      },
    }
  }

  return {
    /** Keeps what websites of runs showed, whichever source read them. */
    keeper: {
      sources: [websiteSource.id],
      plan: (place, domains) => insertVisits(db, place, domains),
      recorder,
      async finish(run, evidence, done) {
        const websites: CheckedWebsite[] = []
        for (const website of evidence as CheckedWebsite[]) {
          const kept = withoutLeftOut(website, done.leftOut)
          websites.push(await withoutSuppressed(suppression, run.account_id, kept))
        }
        await finishVisits(db, run.account_id, run.id, websites.map(visitOf))
        await keepStats(run, websites, done)
      },
      leave: (run) => leaveVisits(db, run.account_id, run.id),
    } satisfies EvidenceKeeper,

    /** Websites of a run that still have to be read: all at first, the rest after a crash. */
    unfinished: (accountId: number, runId: number) => findUnfinished(db, accountId, runId),

    /** What a website said when the account last had it read; null when it never had. */
    async newestReport(accountId: number, domain: string): Promise<Website | null> {
      const row = await findNewestReport(db, accountId, domain)
      return row ? presentWebsite(row) : null
    },

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
