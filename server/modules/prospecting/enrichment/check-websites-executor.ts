import { checkWebsitesRun } from '#contract/activity/run-kinds/enrichment.ts'
import { SIGNAL_IDS, type SignalId } from '#contract/leads/signals.ts'
import { websiteSource } from '#contract/sources/source-kinds/website.ts'
import {
  defineExecutor,
  type ProgressOf,
  type RunContext,
  type RunOf,
} from '#server/modules/activity/runs/index.ts'
import {
  keepForNextLook,
  type LeadEdit,
  type LeadRow,
  readLeadChunks,
  valueIn,
  writeFoundValues,
} from '#server/modules/leads/leads/index.ts'
import { type BusinessSignals, findSignalsOfRecords } from '#server/modules/sources/corpus/index.ts'
import { findEvidenceStore } from '#server/modules/sources/sources/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isFreeDomain } from '#server/platform/text/free-email-domains.ts'
import type { SignalReading, WebsiteReport } from '#server/website-reader/index.ts'
import { finishItems, lockItems, markRemaining, openItems } from './enrichment-store.ts'
import { visitWebsites } from './visit-websites.ts'

type CheckWebsites = RunOf<typeof checkWebsitesRun>

const CHUNK = 1000
const OVERWRITTEN: ReadonlySet<string> = new Set(SIGNAL_IDS)

/** A website is outdated when the newest year in its copyright lines is so many years ago. */
const OUTDATED_YEARS = 2

const isOutdated = ({ value, url, text }: SignalReading, now: Date): SignalReading => ({
  id: 'outdated',
  value: Number(value) <= now.getUTCFullYear() - OUTDATED_YEARS ? 'yes' : 'no',
  url,
  text,
})

const MISSING_WEBSITE: SignalReading = {
  id: 'no_website',
  value: 'yes',
  url: null,
  text: 'No website on record',
}

/** Whether the address that people write to is at a provider where anybody gets one. */
function readEmailProvider(email: string | null | undefined, url: string | null): SignalReading[] {
  const domain = email?.split('@')[1]
  if (!email || !domain) return []
  return [{ id: 'free_mail', value: isFreeDomain(domain) ? 'yes' : 'no', url, text: email }]
}

/** All that a lead's website and record say. */
function readSignals(lead: LeadRow, report: WebsiteReport | null, now: Date): SignalReading[] {
  if (!report) return [MISSING_WEBSITE, ...readEmailProvider(lead.email, null)]
  const { domain, signals, emails } = report
  const published = emails.find(({ person }) => person === null)
  const year = signals.find(({ id }) => id === 'last_update')
  return [
    { id: 'no_website', value: 'no', url: null, text: domain },
    ...signals,
    ...(year ? [isOutdated(year, now)] : []),
    ...(lead.email
      ? readEmailProvider(lead.email, null)
      : readEmailProvider(published?.value, published?.sources[0]?.url ?? null)),
  ]
}

/**
 * What is written of a lead's signals, and what waits: a website that answers differently at every visit would make
 * news of nothing, so another value than the known one counts when it is seen a second time.
 */
function sortReadings(lead: LeadRow, readings: readonly SignalReading[], now: Date) {
  const values: LeadEdit['values'] = {}
  const waiting: Partial<Record<SignalId, { value: string | number; text: string }>> = {}
  for (const reading of readings) {
    const { id, value, text } = reading
    const old = valueIn(lead, id)
    if (old === value) continue
    const seen = lead.provenance.fields?.[id]?.next?.value
    if (old === null || seen === value) values[id] = { value, origin: makeOrigin(reading, now) }
    else waiting[id] = { value, text }
  }
  return { values, waiting }
}

const makeOrigin = ({ url, text }: SignalReading, now: Date) => ({
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

/** What the business data says otherwise than the lead. It is compared with care when it is imported, so it counts at once. */
const findNews = (lead: LeadRow, signals: BusinessSignals = {}): BusinessSignals =>
  Object.fromEntries(Object.entries(signals).filter(([name, { value }]) => value !== valueIn(lead, name)))

/** Writes the signals of the leads of some websites, in one transaction; `null` stands for none. */
async function deliver(
  ctx: Context,
  run: CheckWebsites,
  reports: ReadonlyMap<string, WebsiteReport | null>,
): Promise<ProgressOf<typeof checkWebsitesRun>> {
  const { account_id: accountId, input, id: runId } = run
  const place = { accountId, listId: input.listId, runId, userId: run.created_by }
  const now = ctx.clock.now()
  const items = await lockItems(ctx.db, accountId, runId, [...reports.keys()])
  const domains = new Map(items.map(({ leadId, domain }) => [leadId, domain]))
  const scope = { accountId, listId: input.listId, type: input.type, timeZone: 'UTC' }
  const fills = []
  const waiting = []
  for await (const chunk of readLeadChunks(ctx, scope, [...domains.keys()], CHUNK)) {
    const business = await findSignalsOfRecords(ctx.db, chunk.flatMap(readRecord))
    for (const lead of chunk) {
      const report = reports.get(domains.get(lead.id) ?? '') ?? null
      const sorted = sortReadings(lead, readSignals(lead, report, now), now)
      Object.assign(sorted.values, findNews(lead, business.get(lead.id)))
      if (Object.keys(sorted.values).length > 0) fills.push({ leadId: lead.id, values: sorted.values })
      if (Object.keys(sorted.waiting).length > 0) waiting.push({ leadId: lead.id, fields: sorted.waiting })
    }
  }
  await writeFoundValues(ctx, place, fills, OVERWRITTEN)
  await keepForNextLook(ctx.db, place, waiting)
  const outcomes = items.map(({ leadId, domain }) => {
    const report = reports.get(domain)
    const isRead = !report || report.pages > 0 || report.signals.some(({ id }) => TOLD_UNREAD.has(id))
    return {
      leadId,
      state: isRead ? ('found' as const) : ('unreadable' as const),
      reason: isRead ? null : (report?.problem ?? null),
    }
  })
  await finishItems(ctx.db, accountId, runId, outcomes)
  const visits = [...reports.values()].filter((report) => report !== null)
  await findEvidenceStore(ctx, websiteSource.id).finishVisited(run, visits)
  const checked = outcomes.filter(({ state }) => state === 'found').length
  const { counts } = run
  return {
    done: run.done + outcomes.length,
    counts: {
      checked: (counts.checked ?? 0) + checked,
      unread: (counts.unread ?? 0) + outcomes.length - checked,
    },
  }
}

/** The empty domain stands for leads without a website. */
async function checkAll(ctx: Context, context: RunContext<typeof checkWebsitesRun>): Promise<void> {
  const { account_id: accountId, id: runId } = context.run
  const open = await openItems(ctx.db, accountId, runId)
  if (open.some(({ domain }) => domain === ''))
    await context.step((run) => deliver(ctx, run, new Map([['', null]])))
  for await (const group of visitWebsites(ctx, context, async (report) => report, {
    withSignals: true,
  }))
    await context.step((run) => deliver(ctx, run, new Map(group.map((report) => [report.domain, report]))))
}

/** Executor of check-websites: reads each website once, for any number of leads. */
export const checkWebsitesExecutor = (ctx: Context) =>
  defineExecutor(checkWebsitesRun, {
    run: (context) => checkAll(ctx, context),
    async settle(run, _state, write) {
      await findEvidenceStore(ctx, websiteSource.id).leave(run)
      const left = await markRemaining(ctx.db, run.account_id, run.id, 'cancelled')
      await write({ counts: { ...run.counts, not_tried: left.length } })
    },
  })
