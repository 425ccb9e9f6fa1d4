import { websiteSource } from '#contract/sources/source-kinds/website.ts'
import type { Website } from '#contract/sources/websites.ts'
import type { Context } from '#server/platform/context.ts'
import { pick } from '#server/platform/pick.ts'
import type { EvidenceStore } from '#server/providers/lead-sources/index.ts'
import type { CheckedWebsite } from '#server/website-reader/index.ts'
import { progressRecorder } from './progress-recorder.ts'
import { recordStats } from './record-stats.ts'
import { finishVisits, insertVisits, resetVisits } from './websites-store.ts'
import { withoutSuppressed } from './without-suppressed.ts'

/** The stored form of a result: what replies show. */
const makeReport = (website: CheckedWebsite): Omit<Website, 'read_at'> => ({
  ...pick(website, 'domain', 'name', 'country', 'address', 'emails'),
  phones: website.phones.map(({ mobile: _mobile, ...phone }) => phone),
  ...pick(website, 'socials', 'people', 'pages', 'problem', 'moved_to'),
})

const makeVisit = (website: CheckedWebsite) => ({
  domain: website.domain,
  state: website.problem ? ('failed' as const) : ('done' as const),
  pages: website.pages,
  emails: website.emails.length,
  phones: website.phones.length,
  people: website.people.length,
  problem: website.problem,
  moved_to: website.moved_to,
  report: makeReport(website),
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

/** Stores websites' results in runs, for any source. */
export const createWebsiteEvidence = (ctx: Context): EvidenceStore => ({
  sources: [websiteSource.id],
  plan: (place, domains) => insertVisits(ctx.db, place, domains),
  recorder: (run, written) => progressRecorder(ctx.db, run, written),
  async finish(run, evidence, done) {
    const kept = (evidence as CheckedWebsite[]).map((website) => withoutLeftOut(website, done.leftOut))
    const websites = await withoutSuppressed(ctx, run.account_id, kept)
    await finishVisits(ctx.db, run.account_id, run.id, websites.map(makeVisit))
    await recordStats(ctx.db, run, websites, done)
  },
  finishVisited: async (run, visited) => {
    const visits = visited.map(({ domain, pages, problem, moved_to }) => ({
      domain,
      pages,
      problem,
      moved_to,
      report: null,
      emails: 0,
      phones: 0,
      people: 0,
      state: problem ? ('failed' as const) : ('done' as const),
    }))
    await finishVisits(ctx.db, run.account_id, run.id, visits)
  },
  leave: (run) => resetVisits(ctx.db, run.account_id, run.id),
})
