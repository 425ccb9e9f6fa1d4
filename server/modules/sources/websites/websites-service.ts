import { websiteSource } from '#contract/sources/source-kinds/website.ts'
import type { Website } from '#contract/sources/websites.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import type { SourceStatsService } from '#server/modules/sources/source-stats/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pick } from '#server/platform/pick.ts'
import type { EvidenceStore, WorkingRun } from '#server/providers/lead-sources/index.ts'
import type { CheckedWebsite } from '#server/website-reader/index.ts'
import { presentVisit, presentWebsite } from './present-website.ts'
import { progressRecorder } from './progress-recorder.ts'
import { recordStats } from './record-stats.ts'
import * as store from './websites-store.ts'
import { type ValueGuard, withoutSuppressed } from './without-suppressed.ts'

export interface WebsitesDeps {
  db: Db
  lists: ListsService
  runs: RunsService
  sourceStats: SourceStatsService
  suppression: ValueGuard
}

/** The stored form of a result: what replies show. */
const reportOf = (website: CheckedWebsite): Omit<Website, 'read_at'> => ({
  ...pick(website, 'domain', 'name', 'country', 'address', 'emails'),
  phones: website.phones.map(({ mobile: _mobile, ...phone }) => phone),
  ...pick(website, 'socials', 'people', 'pages', 'problem', 'moved_to'),
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

/** Drops the addresses that were left out, which belong to nobody yet. */
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

/** Websites of runs: state, progress and results. */
export function createWebsitesService({ db, lists, runs, sourceStats, suppression }: WebsitesDeps) {
  return {
    /** Stores websites' results in runs, for any source. */
    evidenceStore: {
      sources: [websiteSource.id],
      plan: (place, domains) => store.insertVisits(db, place, domains),
      recorder: (run: WorkingRun, written?: (units: string[]) => Promise<unknown>) =>
        progressRecorder(db, run, written),
      async finish(run, evidence, done) {
        const websites: CheckedWebsite[] = []
        for (const website of evidence as CheckedWebsite[]) {
          const remaining = withoutLeftOut(website, done.leftOut)
          websites.push(await withoutSuppressed(suppression, run.account_id, remaining))
        }
        await store.finishVisits(db, run.account_id, run.id, websites.map(visitOf))
        await recordStats(db, sourceStats, run, websites, done)
      },
      leave: (run) => store.resetVisits(db, run.account_id, run.id),
    } satisfies EvidenceStore,

    /** A run's unread websites: all at first, the rest after a crash. */
    unfinished: (accountId: number, runId: number) => store.findUnfinished(db, accountId, runId),

    /** A website's last result for the account; null without one. */
    async newestReport(accountId: number, domain: string): Promise<Website | null> {
      const row = await store.findNewestReport(db, accountId, domain)
      return row ? presentWebsite(row) : null
    },

    async pageOfRun(actor: Actor, runId: number, query: { page: number; limit: number }) {
      await runs.show(actor, runId)
      const { rows, total } = await store.pageOfVisits(db, actor.accountId, runId, query)
      return { data: rows.map(presentVisit), currentPage: query.page, pageSize: query.limit, total }
    },

    async pageOfList(
      actor: Actor,
      listId: number,
      query: { page: number; limit: number; run_id?: number | undefined; domain?: string | undefined },
    ) {
      await lists.find(actor, listId)
      const { rows, total } = await store.pageOfReports(db, actor.accountId, listId, {
        ...query,
        runId: query.run_id,
      })
      return { data: rows.map(presentWebsite), currentPage: query.page, pageSize: query.limit, total }
    },
  }
}

export type WebsitesService = ReturnType<typeof createWebsitesService>
