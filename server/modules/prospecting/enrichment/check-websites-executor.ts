import { checkWebsitesRun } from '#contract/activity/run-kinds/enrichment.ts'
import { findField, LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { SignalId } from '#contract/leads/signals.ts'
import { websiteSource } from '#contract/sources/source-kinds/website.ts'
import { captureAmount, lockAccountWallet } from '#server/modules/accounts/wallet/index.ts'
import {
  defineExecutor,
  type ProgressOf,
  type RunContext,
  type RunOf,
} from '#server/modules/activity/runs/index.ts'
import {
  type LeadRow,
  type LeadSignals,
  type Origin,
  readLeadChunks,
  writeSignals,
} from '#server/modules/leads/leads/index.ts'
import { findSignalsOfRecords } from '#server/modules/sources/corpus/index.ts'
import { findEvidenceStore } from '#server/modules/sources/sources/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { SignalReading, WebsiteReport } from '#server/website-reader/index.ts'
import { type EnrichItem, finishItems, lockItems, markRemaining, openItems } from './enrichment-store.ts'
import { noteNewPeople } from './new-people.ts'
import { notifySignalChanges } from './notify-signal-changes.ts'
import { findCheckPrice } from './quote-enrichment.ts'
import { readSignals } from './read-signals.ts'
import { visitWebsites } from './visit-websites.ts'

type CheckWebsites = RunOf<typeof checkWebsitesRun>

const CHUNK = 1000

const makeOrigin = ({ url, text }: SignalReading, now: Date): Origin => ({
  source: websiteSource.id,
  url,
  method: 'signal',
  confidence: 1,
  observed_at: now.toISOString(),
  text,
})

/** What is told of a website of which no page could be read. */
const TOLD_UNREAD: ReadonlySet<SignalId> = new Set(['dead_site', 'bad_certificate'])

/** The record of the business data that a lead came from. */
function readRecord({ id, provenance }: LeadRow) {
  const { source, method, record } = provenance.default
  return method === 'open data import' && record ? [{ leadId: id, source, record }] : []
}

/** A run that reads websites of a list, and where its signals are undone. */
type SignalPlace = Parameters<typeof writeSignals>[1] & { type: ListTypeId }

/**
 * Writes the signals of leads, each with the domain of its website, in the transaction that delivers; `null` stands
 * for no website. @returns how many leads changed.
 */
async function noteSignals(
  ctx: Context,
  place: SignalPlace,
  domains: ReadonlyMap<number, string>,
  reports: ReadonlyMap<string, WebsiteReport | null>,
): Promise<number> {
  const now = ctx.clock.now()
  const { accountId, listId, type } = place
  const found: LeadSignals[] = []
  const scope = { accountId, listId, type, timeZone: 'UTC' }
  for await (const chunk of readLeadChunks(ctx, scope, [...domains.keys()], CHUNK)) {
    const business = await findSignalsOfRecords(ctx.db, chunk.flatMap(readRecord))
    const visits = chunk.map((lead) => ({ lead, report: reports.get(domains.get(lead.id) ?? '') ?? null }))
    const people = await noteNewPeople(
      ctx,
      accountId,
      visits.flatMap(({ lead, report }) => (report ? [{ lead, report }] : [])),
    )
    for (const { lead, report } of visits) {
      const seen = readSignals(lead, report, now).filter(({ id }) => findField(type, id))
      const sure = Object.entries({ ...business.get(lead.id), ...people.get(lead.id) }).filter(([name]) =>
        findField(type, name),
      )
      found.push({ lead, seen, sure: Object.fromEntries(sure) })
    }
  }
  return writeSignals(ctx, place, found, (seen) => makeOrigin(seen, now))
}

/**
 * Whether a run that visits websites for something else notes their signals too: they cost no further page. Not where
 * checks have a price, which nobody agreed to there.
 */
export const alsoNotesSignals = async (ctx: Context, accountId: number, type: ListTypeId): Promise<boolean> =>
  LIST_TYPES[type].actions.includes('check-websites') && (await findCheckPrice(ctx, accountId)) === 0

/** Notes the signals of websites that such a run has read, in the transaction that delivers. They are undone apart. */
export async function noteVisited(
  ctx: Context,
  run: {
    account_id: number
    id: number
    created_by: number | null
    input: { listId: number; type: ListTypeId }
  },
  items: readonly EnrichItem[],
  visited: readonly WebsiteReport[],
): Promise<void> {
  const reports = new Map(
    visited.flatMap((report) => (report.signals.length > 0 ? [[report.domain, report] as const] : [])),
  )
  const read = items.filter(({ domain }) => reports.has(domain))
  const domains = new Map(read.map(({ leadId, domain }) => [leadId, domain]))
  if (domains.size === 0) return
  const place = { accountId: run.account_id, ...run.input, runId: run.id, userId: run.created_by }
  await noteSignals(ctx, { ...place, event: 'run.check_websites' }, domains, reports)
}

const isRead = (report: WebsiteReport | null | undefined): boolean =>
  !report || report.pages > 0 || report.signals.some(({ id }) => TOLD_UNREAD.has(id))

/** Charges the websites that were read. @returns those that the run can't pay for any more. */
async function chargeWebsites(
  ctx: Context,
  run: CheckWebsites,
  reports: ReadonlyMap<string, WebsiteReport | null>,
): Promise<{ cost: number; unpaid: ReadonlySet<string> }> {
  const { unitCost = 0, maxCost = 0 } = run.input
  const unpaid = new Set<string>()
  let cost = 0
  if (unitCost === 0) return { cost, unpaid }
  const payer = { accountId: run.account_id, runId: run.id, userId: run.created_by }
  const charge = {
    amount: unitCost,
    max: maxCost,
    reason: 'website_check',
    source: websiteSource.id,
  } as const
  await lockAccountWallet(ctx, run.account_id)
  for (const [domain, report] of reports) {
    // A website that doesn't answer was not read, although that is a signal.
    if (!report || report.problem !== null) continue
    const isCovered = run.cost + cost + unitCost <= maxCost && (await captureAmount(ctx, payer, charge))
    if (isCovered) cost += unitCost
    else unpaid.add(domain)
  }
  return { cost, unpaid }
}

/** Writes the signals of the leads of some websites, in one transaction; `null` stands for none. */
async function deliver(
  ctx: Context,
  run: CheckWebsites,
  reports: ReadonlyMap<string, WebsiteReport | null>,
): Promise<{ progress: ProgressOf<typeof checkWebsitesRun>; isShort: boolean }> {
  const { account_id: accountId, input, id: runId } = run
  const { listId, type } = input
  const items = await lockItems(ctx.db, accountId, runId, [...reports.keys()])
  const { cost, unpaid } = await chargeWebsites(ctx, run, reports)
  const domains = new Map(
    items.flatMap(({ leadId, domain }) => (unpaid.has(domain) ? [] : [[leadId, domain] as const])),
  )
  const place = { accountId, listId, type, runId, userId: run.created_by }
  const changed = await noteSignals(ctx, place, domains, reports)
  const outcomes = items.map(({ leadId, domain }) => {
    const report = reports.get(domain)
    if (unpaid.has(domain)) return { leadId, state: 'not_tried' as const, reason: 'credits' }
    return isRead(report)
      ? { leadId, state: 'found' as const, reason: null }
      : { leadId, state: 'unreadable' as const, reason: report?.problem ?? null }
  })
  await finishItems(ctx.db, accountId, runId, outcomes)
  const visits = [...reports.values()].filter((report) => report !== null)
  await findEvidenceStore(ctx, websiteSource.id).finishVisited(run, visits)
  const countOf = (wanted: string) => outcomes.filter(({ state }) => state === wanted).length
  const { counts } = run
  const progress = {
    done: run.done + outcomes.length,
    cost: run.cost + cost,
    counts: {
      checked: (counts.checked ?? 0) + countOf('found'),
      ...((counts.changed ?? 0) + changed > 0 && { changed: (counts.changed ?? 0) + changed }),
      unread: (counts.unread ?? 0) + countOf('unreadable'),
      ...(unpaid.size > 0 && { not_tried: (counts.not_tried ?? 0) + countOf('not_tried') }),
    },
  }
  return { progress, isShort: unpaid.size > 0 }
}

/** The empty domain stands for leads without a website. */
async function checkAll(ctx: Context, context: RunContext<typeof checkWebsitesRun>): Promise<void> {
  const { account_id: accountId, id: runId } = context.run
  const open = await openItems(ctx.db, accountId, runId)
  if (open.some(({ domain }) => domain === ''))
    await context.step(async (run) => (await deliver(ctx, run, new Map([['', null]]))).progress)
  for await (const group of visitWebsites(ctx, context, async (report) => report, {
    withSignals: true,
  })) {
    let isShort = false
    await context.step(async (run) => {
      const delivered = await deliver(ctx, run, new Map(group.map((report) => [report.domain, report])))
      isShort = delivered.isShort
      return delivered.progress
    })
    // The person's limit or the credits are spent: later websites could not be paid for.
    if (isShort) return
  }
}

/** Executor of check-websites: reads each website once, for any number of leads. */
export const checkWebsitesExecutor = (ctx: Context) =>
  defineExecutor(checkWebsitesRun, {
    run: (context) => checkAll(ctx, context),
    async settle(run, state, write) {
      await findEvidenceStore(ctx, websiteSource.id).leave(run)
      const reason = state === 'succeeded' ? 'credits' : 'cancelled'
      const left = await markRemaining(ctx.db, run.account_id, run.id, reason)
      await write({ counts: { ...run.counts, not_tried: (run.counts.not_tried ?? 0) + left.length } })
      await notifySignalChanges(ctx, run, state)
    },
  })
