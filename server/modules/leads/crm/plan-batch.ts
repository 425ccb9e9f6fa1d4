import { keepsContacts } from '#contract/core/crms/index.ts'
import { type LeadRow, suppressedLeads } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { CrmError, type CrmIdentity, type CrmMatch } from '#server/providers/crms/index.ts'
import { type CrmWork, callCrmForRun, findRows, plus, sumCounts } from './crm-run.ts'
import { endItems, type ItemEnd, type LedgerRow, readLedger, sentEntities } from './ledger-store.ts'
import { type LeadPlan, planLead } from './plan-lead.ts'
import { firstOfEach } from './sending.ts'
import { skipReason } from './skip-reason.ts'

/** A sendable lead with its ledger entry. */
export interface Candidate {
  lead: LeadRow
  before: LedgerRow | undefined
  plan: LeadPlan
}

const end = (leadId: number, state: string, reason: string | null): ItemEnd => ({
  leadId,
  state,
  reason,
  conflicts: [],
})

export const flattenValues = (lead: LeadRow): Record<string, unknown> => ({ ...lead.fields, ...lead })

/** Identifiers of a lead; the id of an earlier push comes first. */
export const makeIdentity = ({ lead, before }: Pick<Candidate, 'lead' | 'before'>): CrmIdentity => ({
  remoteId: before?.remote_id ?? null,
  email: lead.email,
  phone: lead.phone,
})

/** Whether the last attempt may have created a contact without our knowledge. */
export const mayHaveCreated = ({ before }: Pick<Candidate, 'before'>): boolean =>
  before?.state !== 'sent' && before?.remote_id === null && before.times === 0

/** Records results of leads, in a step of the run. */
export async function finishLeads(
  ctx: Context,
  { context }: CrmWork,
  ends: readonly ItemEnd[],
  also: () => Promise<unknown> = async () => {},
): Promise<void> {
  if (ends.length === 0) return
  const place = { accountId: context.run.account_id, runId: context.run.id }
  await context.step(async (run: { done: number; counts: Record<string, number | undefined> }) => {
    await also()
    const ended = await endItems(ctx.db, place, ends)
    return { done: run.done + sumCounts(ended), counts: plus(run.counts, ended) }
  })
}

/** Filters out leads that are not sent. */
async function splitSendable(
  ctx: Context,
  work: CrmWork,
  ids: number[],
): Promise<{ leads: LeadRow[]; ends: ItemEnd[] }> {
  const accountId = work.context.run.account_id
  const rows = await findRows(ctx, work, ids)
  const isSuppressed = await suppressedLeads.ask(ctx, { accountId, values: rows.map(flattenValues) })
  const existing = new Set(rows.map(({ id }) => id))
  const ends = ids.flatMap((id) => (existing.has(id) ? [] : end(id, skipState(work), 'gone')))
  const leads = rows.filter((lead, index) => {
    const reach = { ...lead, has_email: lead.email !== null, has_phone: lead.phone !== null }
    const reason = isSuppressed[index]
      ? 'suppressed'
      : skipReason(reach, work.context.run.input, work.connection.crm)
    if (reason !== null) ends.push(end(lead.id, skipState(work), reason))
    return reason === null
  })
  return { leads, ends }
}

const skipState = ({ context }: CrmWork): string => (context.run.kind === 'crm' ? 'skipped' : 'skip')

const NO_MATCH: CrmMatch = { byEmail: null, byPhone: null }

/** Looks leads up in the CRM. @throws CrmError. */
export const lookUp = (ctx: Context, work: CrmWork, wanted: readonly CrmIdentity[]): Promise<CrmMatch[]> =>
  keepsContacts(work.connection.crm)
    ? callCrmForRun(ctx, work, (crm, context) => crm.find(context, wanted))
    : Promise.resolve(wanted.map(() => NO_MATCH))

export const planOne = ({ context, labels }: CrmWork, lead: LeadRow, match: CrmMatch): LeadPlan => {
  const { type, items } = context.run.input
  return planLead({ lead, type, items, labels, match })
}

/** Entities the connection has sent before, from any list, when only new leads are requested. */
const sentBefore = async (ctx: Context, { context, connection }: CrmWork, leads: readonly LeadRow[]) =>
  context.run.input.onlyNew
    ? sentEntities(
        ctx.db,
        connection.account_id,
        leads.map(({ entity_id }) => entity_id),
        connection.id,
      )
    : new Set<number>()

/**
 * Skips leads that exist in the CRM, when only new ones are requested; except those that an earlier attempt of
 * ours may have created.
 */
async function skipExisting<Item extends Pick<Candidate, 'lead' | 'before'>>(
  ctx: Context,
  work: CrmWork,
  all: readonly Item[],
  exists: (item: Item) => boolean,
): Promise<Item[]> {
  if (!work.context.run.input.onlyNew) return [...all]
  const existing = new Set(all.filter((candidate) => exists(candidate) && !mayHaveCreated(candidate)))
  await finishLeads(
    ctx,
    work,
    [...existing].map(({ lead }) => end(lead.id, skipState(work), 'in_crm')),
  )
  return all.filter((candidate) => !existing.has(candidate))
}

/** Skips leads that the sender has in another campaign, unless they are wanted too. */
async function skipElsewhere(
  ctx: Context,
  work: CrmWork,
  candidates: readonly Candidate[],
  matches: readonly CrmMatch[],
): Promise<Candidate[]> {
  if (!work.campaign || work.context.run.input.otherCampaigns) return [...candidates]
  const isElsewhere = (_: Candidate, index: number) => matches[index]?.isElsewhere === true
  await finishLeads(
    ctx,
    work,
    candidates.filter(isElsewhere).map(({ lead }) => end(lead.id, skipState(work), 'in_other_campaign')),
  )
  return candidates.filter((candidate, index) => !isElsewhere(candidate, index))
}

/**
 * Plans the next leads. Those that are not sent, or that the CRM cannot look up, are finished; the others are
 * returned. Leads that share an email or phone with one of them, or with one in progress, wait for another
 * round.
 */
export async function planBatch(
  ctx: Context,
  work: CrmWork,
  ids: number[],
  inProgress: Parameters<typeof firstOfEach>[1],
): Promise<Candidate[]> {
  const { connection } = work
  const { leads, ends } = await splitSendable(ctx, work, ids)
  await finishLeads(ctx, work, ends)
  const now = keepsContacts(connection.crm) ? firstOfEach(leads, inProgress) : leads
  if (now.length === 0) return []
  const ledger = await readLedger(
    ctx.db,
    connection.account_id,
    connection.id,
    now.map(({ id }) => id),
  )
  const all = now.map((lead) => ({ lead, before: ledger.get(lead.id) }))
  const sent = await sentBefore(ctx, work, now)
  const known = await skipExisting(ctx, work, all, ({ lead }) => sent.has(lead.entity_id))
  if (known.length === 0) return []
  try {
    const matches = await lookUp(ctx, work, known.map(makeIdentity))
    const candidates = known.map((candidate, index) => {
      return { ...candidate, plan: planOne(work, candidate.lead, matches[index] ?? NO_MATCH) }
    })
    const here = await skipElsewhere(ctx, work, candidates, matches)
    return await skipExisting(ctx, work, here, ({ plan }) => plan.contact !== null)
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    await finishLeads(
      ctx,
      work,
      known.map(({ lead }) => end(lead.id, 'failed', error.message)),
    )
    return []
  }
}
