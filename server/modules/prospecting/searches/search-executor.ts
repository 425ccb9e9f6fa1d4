import { searchRun } from '#contract/activity/run-kinds/search.ts'
import { LIST_TYPES, leadSubject } from '#contract/leads/list-types/index.ts'
import {
  captureCharges,
  type Delivery,
  findAllowance,
  findChargedEntities,
  lockAccountWallet,
} from '#server/modules/accounts/wallet/index.ts'
import {
  defineExecutor,
  findItems,
  insertItems,
  type ProgressOf,
  type RunContext,
  type RunOf,
} from '#server/modules/activity/runs/index.ts'
import { sentEntities } from '#server/modules/leads/crm/index.ts'
import { exportedEntities } from '#server/modules/leads/exports/index.ts'
import {
  addLeads,
  findEntitiesInLists,
  type NewLead,
  suppressedLeads,
  upsertEntities,
} from '#server/modules/leads/leads/index.ts'
import { checkAddress, findUncheckedAddresses } from '#server/modules/prospecting/email-verification/index.ts'
import {
  callSource,
  createSourceContext,
  findEvidenceStore,
  getSource,
} from '#server/modules/sources/sources/index.ts'
import { abortable } from '#server/platform/abortable.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { type LeadBatch, type SourceLead, searchWithRetry } from '#server/providers/lead-sources/index.ts'
import { createCompanyShares } from './company-shares.ts'
import { fillDuplicates } from './fill-duplicates.ts'
import { resolvePeople, resolvePlaces } from './resolve-found.ts'

type SearchRun = RunOf<typeof searchRun>
type SearchRunInput = SearchRun['input']
type Progress = ProgressOf<typeof searchRun>

/** Small enough to stop quickly, large enough to be fast. */
const BATCH_SIZE = 200

interface Choice {
  /** To be delivered, in order. */
  chosen: { lead: SourceLead; entityId: number }[]
  /** Existing leads: values from another source. */
  duplicates: { lead: SourceLead; entityId: number }[]
  /** Already in this list. */
  known: number
  /** In no list now, but exported before, for an "only new" search. */
  exported: number
  /** Of the rest: sent to a CRM before. */
  inCrm: number
}

/** Entities of a batch's leads, by key. */
const resolveEntities = (ctx: Context, { account_id, input }: SearchRun, found: SourceLead[]) => {
  const { joins, isSample } = getSource(ctx, input.source).declaration
  if (leadSubject(input.type) === 'person') return resolvePeople(ctx, account_id, found)
  if (leadSubject(input.type) === 'business' && !isSample) return resolvePlaces(ctx, account_id, found, joins)
  const keys = found.map(({ key }) => key)
  return upsertEntities(ctx.db, account_id, input.type, keys)
}

/** Remaining people per company. A source with its own limit has already applied it. */
function makeCompanyShares(db: Db, run: SearchRun) {
  const { type, search } = run.input
  const max = type === 'people' && typeof search.max_per_company === 'number' ? search.max_per_company : null
  return createCompanyShares(db, { ...run, list_id: run.list_id as number }, max)
}

/** The part of a batch that is new to the list (or to all lists), in order and each entity once. */
async function chooseNew(
  ctx: Context,
  run: SearchRun,
  input: SearchRunInput,
  leads: SourceLead[],
): Promise<Choice> {
  const entities = await resolveEntities(ctx, run, leads)
  const listed = await findEntitiesInLists(
    ctx,
    run.account_id,
    [...entities.values()],
    input.onlyNew ? undefined : (run.list_id as number),
  )
  const known = [...entities.values()]
  const exported = input.onlyNew ? await exportedEntities(ctx.db, run.account_id, known) : new Set<number>()
  const sent = input.onlyNew ? await sentEntities(ctx.db, run.account_id, known) : new Set<number>()
  const seen = new Set<number>()
  const chosen: Choice['chosen'] = []
  const duplicates: Choice['duplicates'] = []
  const shares = await makeCompanyShares(ctx.db, run)
  for (const lead of leads) {
    const entityId = entities.get(lead.key) as number
    if (seen.has(entityId) || listed.has(entityId)) {
      duplicates.push({ lead, entityId })
      continue
    }
    if (exported.has(entityId) || sent.has(entityId) || !shares.accepts(lead.values)) continue
    seen.add(entityId)
    chosen.push({ lead, entityId })
  }
  // A second record of a place delivered by this run was not in a list before.
  const own = await findItems(ctx.db, run.account_id, run.id, [...listed].map(String))
  const onlyExported = [...exported].filter((id) => !listed.has(id)).length
  const onlySent = [...sent].filter((id) => !listed.has(id) && !exported.has(id)).length
  return { chosen, duplicates, known: listed.size - own.size, exported: onlyExported, inCrm: onlySent }
}

/** Like chooseNew; leads the account has already paid for under the list type's own charge are free. */
async function choose(ctx: Context, run: SearchRun, leads: SourceLead[]): Promise<Choice> {
  const choice = await chooseNew(ctx, run, run.input, leads)
  const own = LIST_TYPES[run.input.type].chargeKind
  if (findChargeKind(run.input) === own) return choice
  const ids = choice.chosen.map(({ entityId }) => entityId)
  const paid = await findChargedEntities(ctx, run.account_id, own, ids)
  const chosen = choice.chosen.map(({ lead, entityId }) =>
    paid.has(entityId) ? { lead: { ...lead, free: true as const }, entityId } : { lead, entityId },
  )
  return { ...choice, chosen }
}

/** Limits the selection to what the run may still deliver and its reservation covers. */
function affordable(
  choice: Choice['chosen'],
  remaining: number,
  left: number,
  unitCost: number,
  paid: Set<number>,
): Choice['chosen'] {
  const affordableLeads: Choice['chosen'] = []
  let budget = left
  for (const item of choice) {
    if (affordableLeads.length >= remaining) break
    const cost = item.lead.free || paid.has(item.entityId) ? 0 : unitCost
    if (cost > budget) continue
    budget -= cost
    affordableLeads.push(item)
  }
  return affordableLeads
}

/** Keys of selected but undelivered leads. */
function leftOut(chosen: Choice['chosen'], affordableLeads: Choice['chosen']): Set<string> {
  const left = new Set(chosen.map(({ lead }) => lead.key))
  for (const { lead } of affordableLeads) left.delete(lead.key)
  return left
}

const makeRows = (affordableLeads: Choice['chosen'], isSample: boolean): NewLead[] =>
  affordableLeads.map(({ lead, entityId }) => ({
    entityId,
    values: lead.values,
    provenance: { default: lead.origin, ...(lead.origins && { fields: lead.origins }) },
    source: lead.origin.source,
    isSample,
  }))

/** The run's counts including a batch; `unpaid` is present only where leads were left out for lack of credits. */
function countsAfter(
  { counts, input }: SearchRun,
  batch: LeadBatch,
  {
    delivered,
    known,
    cost,
    ...out
  }: {
    delivered: number
    known: number
    exported: number
    inCrm: number
    cost: number
    unpaid: number
    suppressed: number
  },
): Progress['counts'] {
  const left = (counts.unpaid ?? 0) + out.unpaid
  const before = (counts.already_exported ?? 0) + out.exported
  const inCrm = (counts.already_in_crm ?? 0) + out.inCrm
  const suppressed = (counts.suppressed ?? 0) + out.suppressed
  const areas = (counts.areas ?? 0) + (batch.coverage?.areas ?? 0)
  const cut = (counts.areas_cut ?? 0) + (batch.coverage?.cut ?? 0)
  return {
    // A unit's leads are known only after it was examined.
    matched: (counts.matched ?? 0) + (batch.evidence ? batch.leads.length : 0),
    delivered: (counts.delivered ?? 0) + delivered,
    already_in_list: (counts.already_in_list ?? 0) + known,
    charged: (counts.charged ?? 0) + (input.unitCost > 0 ? cost / input.unitCost : 0),
    ...(before > 0 && { already_exported: before }),
    ...(inCrm > 0 && { already_in_crm: inCrm }),
    ...(left > 0 && { unpaid: left }),
    ...(suppressed > 0 && { suppressed }),
    ...(areas > 0 && { areas }),
    ...(cut > 0 && { areas_cut: cut }),
  }
}

const findChargeKind = ({ type, chargeKind }: SearchRunInput) => chargeKind ?? LIST_TYPES[type].chargeKind

/** Drops suppressed leads, before anything about them is stored or charged. */
async function findAllowed(ctx: Context, run: SearchRun, { leads }: LeadBatch) {
  const values = leads.map((lead) => lead.values)
  const isSuppressed = await suppressedLeads.ask(ctx, { accountId: run.account_id, values })
  return leads.filter((_, index) => !isSuppressed[index])
}

/** Leads priced by email whose address is not checked yet: they are charged once checked. */
async function findUnchecked(
  ctx: Context,
  run: SearchRun,
  affordableLeads: Choice['chosen'],
): Promise<Set<number>> {
  if (findChargeKind(run.input) !== 'domain_email') return new Set()
  const unchecked = await findUncheckedAddresses(
    ctx,
    run.account_id,
    affordableLeads.map(({ lead }) => String(lead.values.email)),
  )
  return new Set(
    affordableLeads
      .filter(({ lead }) => unchecked.has(String(lead.values.email)))
      .map(({ entityId }) => entityId),
  )
}

/** Writes one batch: rows, items, charge, progress and cursor in one transaction. */
async function deliver(
  ctx: Context,
  run: SearchRun,
  batch: LeadBatch,
): Promise<Progress & { isShort: boolean }> {
  const { input } = run
  const payer = { accountId: run.account_id, runId: run.id, userId: run.created_by }
  const chargeKind = findChargeKind(input)
  // Runs of one account take turns here, so that "only new" and "already paid" are correct for both.
  await lockAccountWallet(ctx, run.account_id)
  const allowed = await findAllowed(ctx, run, batch)
  const suppressed = batch.leads.length - allowed.length
  const { chosen, duplicates, known, exported, inCrm } = await choose(ctx, run, allowed)
  const remaining = input.limit - (run.counts.delivered ?? 0)
  const { paid, left } = await findAllowance(
    ctx,
    payer,
    chargeKind,
    chosen.filter(({ lead }) => !lead.free).map(({ entityId }) => entityId),
    { unitCost: input.unitCost, remaining, max: input.maxCost },
  )
  const affordableLeads = affordable(chosen, remaining, left, input.unitCost, paid)
  const unpaid = Math.min(remaining, chosen.length) - affordableLeads.length
  const ids = affordableLeads.map(({ entityId }) => String(entityId))
  await insertItems(ctx.db, run.account_id, run.id, { keys: ids, state: 'delivered' })
  const added = await addLeads(
    ctx,
    { accountId: run.account_id, listId: run.list_id as number, runId: run.id },
    makeRows(affordableLeads, getSource(ctx, input.source).declaration.isSample),
  )
  // In a search of several sources, the next one's values are added to the existing lead.
  if (getSource(ctx, input.source).declaration.joins) await fillDuplicates(ctx, run, duplicates)
  const free = new Set(affordableLeads.filter(({ lead }) => lead.free).map(({ entityId }) => entityId))
  const deliveries = [...added].flatMap(([id, leadId]) => (free.has(id) ? [] : { entityId: id, leadId }))
  const unchecked = await findUnchecked(ctx, run, affordableLeads)
  const isLater = ({ entityId }: Delivery) => unchecked.has(entityId)
  const paidFor = { chargeKind, source: batch.source ?? input.source, unitCost: input.unitCost }
  const cost = await captureCharges(ctx, payer, { ...paidFor, deliveries, isLater })
  if (batch.evidence) {
    const items = affordableLeads.filter(({ entityId }) => added.has(entityId))
    await findEvidenceStore(ctx, input.source).finish(run, batch.evidence, {
      source: input.source,
      delivered: items.map(({ lead }) => String(lead.values.email)),
      paid: items
        .filter(({ entityId }) => !free.has(entityId) && !paid.has(entityId) && !unchecked.has(entityId))
        .map(({ lead }) => lead.key),
      unitCost: input.unitCost,
      leftOut: leftOut(chosen, affordableLeads),
    })
  }
  const figures = { delivered: added.size, known, exported, inCrm, cost, unpaid, suppressed }
  return {
    cursor: batch.cursor,
    done: run.done + (batch.evidence ?? batch.leads).length,
    cost: run.cost + cost,
    counts: countsAfter(run, batch, figures),
    isShort: unpaid > 0,
  }
}

/** Nothing more can be delivered: the limit is reached, or no credits are left and all free leads have arrived. */
function isFull(progress: Progress, input: SearchRunInput, isShort: boolean): boolean {
  const { delivered = 0, charged = 0 } = progress.counts ?? {}
  if (delivered >= input.limit) return true
  const isSpent = input.unitCost > 0 && (progress.cost ?? 0) + input.unitCost > input.maxCost
  return (isSpent || isShort) && delivered - charged >= input.paidBefore
}

/** How many more leads a run can deliver and pay for; at least one, since some may be free. */
function countRemaining({ counts, cost }: Progress, input: SearchRunInput): number {
  const { delivered = 0, charged = 0 } = counts ?? {}
  const paid = input.unitCost > 0 ? Math.floor((input.maxCost - (cost ?? 0)) / input.unitCost) : Infinity
  const known = Math.max(0, input.paidBefore - (delivered - charged))
  return Math.max(1, Math.min(input.limit - delivered, paid + known))
}

async function search(ctx: Context, context: RunContext<typeof searchRun>): Promise<void> {
  const { input } = context.run
  const { account_id: accountId } = context.run
  const source = getSource(ctx, input.source)
  const recorder = findEvidenceStore(ctx, input.source).recorder(context.run)
  // Stops the source when the run reaches its limit first.
  const ending = new AbortController()
  const requested = { remaining: countRemaining(context.run, input) }
  const signal = AbortSignal.any([context.signal, ending.signal])
  const stream = searchWithRetry(source, {
    query: { type: input.type, search: input.search },
    context: {
      ...(await createSourceContext(ctx, accountId, source, { signal, recorder })),
      cursor: context.run.cursor,
      batchSize: BATCH_SIZE,
      remaining: () => requested.remaining,
      check: (address, options) => checkAddress(ctx, accountId, address, signal, options),
    },
  })
  try {
    await deliverAll(ctx, context, abortable(stream, context.signal), { input, estimate: requested })
  } finally {
    ending.abort()
    await recorder.close()
  }
}

async function deliverAll(
  ctx: Context,
  context: RunContext<typeof searchRun>,
  batches: AsyncIterable<LeadBatch>,
  { input, estimate }: { input: SearchRunInput; estimate: { remaining: number } },
): Promise<void> {
  for await (const batch of batches) {
    let full = false
    await context.step(async (run) => {
      const { isShort, ...progress } = await deliver(ctx, run, batch)
      full = isFull(progress, input, isShort)
      estimate.remaining = countRemaining(progress, input)
      // The progress bar completes even when a limit was reached before all matches.
      const max = run.total ?? progress.done ?? 0
      return { ...progress, done: full ? max : Math.min(progress.done ?? 0, max) }
    })
    if (full) break
  }
  // An aborted source just ends; the run must not count as done.
  if (context.signal.aborted) throw context.signal.reason
}

export const searchExecutor = (ctx: Context) =>
  defineExecutor(searchRun, {
    run: (context) => callSource(() => search(ctx, context)),
    settle: (run) => findEvidenceStore(ctx, run.input.source).leave(run),
  })
