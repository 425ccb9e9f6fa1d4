import type { RunCounts } from '#contract/activity/run-kinds/define.ts'
import { getEmployeesRun } from '#contract/activity/run-kinds/enrichment.ts'
import { websiteSource } from '#contract/sources/source-kinds/website.ts'
import {
  defineExecutor,
  type ProgressOf,
  type RunContext,
  type RunOf,
} from '#server/modules/activity/runs/index.ts'
import { addLeads, type NewLead, suppressedLeads } from '#server/modules/leads/leads/index.ts'
import { checkAddress } from '#server/modules/prospecting/email-verification/index.ts'
import { resolvePeople } from '#server/modules/prospecting/searches/index.ts'
import { findEvidenceStore } from '#server/modules/sources/sources/index.ts'
import { listUnreadWebsites } from '#server/modules/sources/websites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inParallel } from '#server/platform/in-parallel.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { originOfSighting, type SourceLead } from '#server/providers/lead-sources/index.ts'
import type { WebsiteReport } from '#server/website-reader/index.ts'
import { addressCharges, type CheckedEmail } from './address-charges.ts'
import { alsoNotesSignals, noteVisited } from './check-websites-executor.ts'
import {
  type EnrichItem,
  finishItems,
  type ItemOutcome,
  lockItems,
  markRemaining,
} from './enrichment-store.ts'
import { notifySignalChanges } from './notify-signal-changes.ts'
import { createPeopleCollector } from './people-collector.ts'
import { visitWebsites } from './visit-websites.ts'

type Person = WebsiteReport['people'][number]
interface Visited {
  report: WebsiteReport
  people: { person: Person; email: CheckedEmail | null }[]
}

type EmployeesContext = RunContext<typeof getEmployeesRun>
type GetEmployees = RunOf<typeof getEmployeesRun>
/** Addresses of one company checked concurrently. */
const AT_ONCE = 4

/** Selects the people who work there and, if requested, checks their published addresses. */
async function choose(
  ctx: Context,
  context: EmployeesContext,
  report: WebsiteReport,
  signal: AbortSignal,
): Promise<Visited> {
  const { maxPeople, withEmails } = context.run.input
  const staff = report.people.filter(({ staff: works }) => works).slice(0, maxPeople)
  const byAddress = new Map(report.emails.map((email) => [email.value, email]))
  const requested = inParallel(staff, AT_ONCE, async (person) => {
    const email = withEmails && person.email ? byAddress.get(person.email) : undefined
    if (!email) return { person, email: null }
    const { state } = await checkAddress(ctx, context.run.account_id, email.value, signal)
    return { person, email: { ...email, state } }
  })
  const answers = new Map<Person, CheckedEmail | null>()
  for await (const group of requested) for (const { person, email } of group) answers.set(person, email)
  return { report, people: staff.map((person) => ({ person, email: answers.get(person) ?? null })) }
}

/** The same person of the same company is one entity, however often the website is read. */
const makeKey = (domain: string, { name }: Person): string => `website:${domain}:${foldText(name)}`

function makeLead(
  report: WebsiteReport,
  person: Person,
  email: CheckedEmail | null,
  entityId: number,
): NewLead {
  const origin = originOfSighting(person.sources[0], 0.9)
  const emailOrigin = email && originOfSighting(email.sources[0], email.confidence)
  return {
    entityId,
    values: {
      name: person.name,
      position: person.role,
      company: report.name ?? report.domain,
      domain: report.domain,
      country: report.country,
      city: report.address?.city ?? null,
      region: report.address?.region ?? null,
      phone: person.phone,
      linkedin_url: person.socials.find((url) => url.includes('linkedin.com/')) ?? null,
      email: email?.value ?? null,
      email_state: email?.state ?? null,
      email_kind: email?.kind ?? null,
    },
    provenance: {
      default: origin,
      ...(emailOrigin && {
        fields: { email: emailOrigin, email_state: emailOrigin, email_kind: emailOrigin },
      }),
    },
    source: websiteSource.id,
    isSample: false,
  }
}

/** Records on the companies' leads whether people were found. */
async function finishCompanies(db: Db, run: GetEmployees, visited: Visited[]): Promise<EnrichItem[]> {
  const byDomain = new Map(visited.map((visit) => [visit.report.domain, visit]))
  const items = await lockItems(db, run.account_id, run.id, [...byDomain.keys()])
  const makeOutcome = ({ report, people }: Visited): Omit<ItemOutcome, 'leadId'> => {
    if (people.length > 0) return { state: 'found', reason: null }
    return { state: report.problem ? 'unreadable' : 'not_found', reason: report.problem }
  }
  await finishItems(
    db,
    run.account_id,
    run.id,
    items.map(({ leadId, domain }) => ({ leadId, ...makeOutcome(byDomain.get(domain) as Visited) })),
  )
  return items
}

const NOTHING = {
  people: 0,
  emails: 0,
  found: 0,
  not_found: 0,
  failed: 0,
  charged: 0,
  already_in_list: 0,
}

/** A person to be added; an address that cannot be paid for is omitted. */
interface Draft {
  entityId: number
  report: WebsiteReport
  person: Person
  email: CheckedEmail | null
}

/** Drops suppressed people. */
async function withoutSuppressed(ctx: Context, run: GetEmployees, visited: Visited[]): Promise<Visited[]> {
  const everyone = visited.flatMap(({ report, people }) => people.map((item) => ({ ...item, report })))
  const values = everyone.map(({ report, person, email }) => ({
    ...makeLead(report, person, email, 0).values,
    email: email?.value ?? person.email,
    ...Object.fromEntries(person.socials.map((url, index) => [`${index}_url`, url])),
  }))
  const isSuppressed = await suppressedLeads.ask(ctx, { accountId: run.account_id, values })
  const out = new Set(everyone.flatMap(({ person }, index) => (isSuppressed[index] ? [person] : [])))
  return visited.map((visit) => ({ ...visit, people: visit.people.filter(({ person }) => !out.has(person)) }))
}

/** Results of the websites, with the addresses assigned to people. */
function storeEvidence(
  ctx: Context,
  run: GetEmployees,
  visited: readonly Visited[],
  done: { delivered: string[]; paid: string[] },
): Promise<void> {
  const delivered = new Set(done.delivered)
  return findEvidenceStore(ctx, websiteSource.id).finish(
    run,
    visited.map(({ report, people }) => ({
      ...report,
      emails: people.flatMap(({ email }) => (email && delivered.has(email.value) ? [email] : [])),
    })),
    { ...done, source: websiteSource.id, unitCost: run.input.unitCost, leftOut: new Set() },
  )
}

/** Adds people of some companies to the list and charges their addresses, in one transaction. */
async function deliver(
  ctx: Context,
  run: GetEmployees,
  found: Visited[],
): Promise<ProgressOf<typeof getEmployeesRun>> {
  const visited = await withoutSuppressed(ctx, run, found)
  const items = await finishCompanies(ctx.db, run, visited)
  const everyone = visited.flatMap(({ report, people }) => people.map((item) => ({ ...item, report })))
  const charges = await addressCharges(
    ctx,
    run,
    everyone.flatMap(({ email }) => (email ? [email] : [])),
  )
  // With aliases, so that a people source with more data matches them.
  const people = everyone.map(({ report, person, email }) => ({
    key: makeKey(report.domain, person),
    values: makeLead(report, person, email, 0).values as SourceLead['values'],
  }))
  const entities = await resolvePeople(ctx, run.account_id, people)
  const drafts = everyone.map(
    ({ report, person, email }, index): Draft => ({
      entityId: entities.get(people[index]?.key as string) as number,
      report,
      person,
      email: email && charges.affords(email) ? email : null,
    }),
  )
  const where = { accountId: run.account_id, listId: run.list_id as number, runId: run.id }
  const added = await addLeads(
    ctx,
    where,
    drafts.map(({ report, person, email, entityId }) => makeLead(report, person, email, entityId)),
  )
  const arrived = drafts.flatMap(({ entityId, email }) => {
    const leadId = added.get(entityId)
    return leadId !== undefined && email ? [{ leadId, email }] : []
  })
  for (const { email, leadId } of arrived) charges.delivered(email, leadId)
  const { cost, charged } = await charges.capture()
  const addresses = arrived.map(({ email }) => email.value)
  await storeEvidence(ctx, run, visited, { delivered: addresses, paid: charges.charged(addresses) })
  await noteVisited(
    ctx,
    run,
    items,
    visited.map(({ report }) => report),
  )
  return {
    done: run.done + (run.input.peopleSources?.length ? 0 : visited.length),
    cost: run.cost + cost,
    counts: countBatch(run, {
      visited,
      added: added.size,
      wanted: drafts.length,
      emails: arrived.length,
      charged,
    }),
  }
}

function countBatch(
  run: GetEmployees,
  batch: { visited: Visited[]; added: number; wanted: number; emails: number; charged: number },
): RunCounts<typeof getEmployeesRun> {
  const counts = { ...NOTHING, ...run.counts }
  const read = batch.visited.filter(({ report }) => !report.problem)
  const found = read.filter(({ people }) => people.length > 0).length
  return {
    ...counts,
    people: counts.people + batch.added,
    already_in_list: counts.already_in_list + batch.wanted - batch.added,
    emails: counts.emails + batch.emails,
    found: counts.found + found,
    not_found: counts.not_found + read.length - found,
    failed: counts.failed + batch.visited.filter(({ report }) => report.problem).length,
    charged: counts.charged + batch.charged,
  }
}

async function collectAll(ctx: Context, context: EmployeesContext): Promise<void> {
  const collector = createPeopleCollector(ctx, context)
  await collector.resume(await listUnreadWebsites(ctx, context.run.account_id, context.run.id))
  const { account_id: accountId, input } = context.run
  const visits = visitWebsites(ctx, context, (report, signal) => choose(ctx, context, report, signal), {
    withSignals: await alsoNotesSignals(ctx, accountId, input.type),
  })
  for await (const group of visits) {
    await context.step((run) => deliver(ctx, run, group))
    await collector.collect(group.map(({ report }) => report.domain))
  }
}

/** Executor of get-employees: people of companies, from their websites and then from people sources, into a people list. */
export const getEmployeesExecutor = (ctx: Context) =>
  defineExecutor(getEmployeesRun, {
    run: (context) => collectAll(ctx, context),
    async settle(run, state) {
      await findEvidenceStore(ctx, websiteSource.id).leave(run)
      await markRemaining(ctx.db, run.account_id, run.id, state === 'failed' ? 'run_failed' : 'cancelled')
      await notifySignalChanges(ctx, run, state)
    },
  })
