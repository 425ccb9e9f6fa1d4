import { type LeadRow, recordLookup, setEmailSearch } from '#server/modules/leads/leads/index.ts'
import { finishItems, leadToEnrich } from '#server/modules/prospecting/enrichment/index.ts'
import type { Context } from '#server/platform/context.ts'
import {
  type EnrichAnswer,
  type EnrichUnit,
  type LeadSource,
  ProviderError,
  type WorkContext,
} from '#server/providers/lead-sources/index.ts'
import { allowedValues } from './allowed-values.ts'
import { deliverFound, type Found, progressWith, type WaterfallRun } from './deliver-found.ts'
import { makeHookToken } from './hook-token.ts'
import { judgeAnswer } from './judge-answer.ts'
import { insertLookup, type Lookup, lookupsOfLead, recentAnswer } from './lookups-store.ts'
import { requestStep, type StepOutcome } from './request-step.ts'
import { createWorkContext, readLeads, type Walk } from './walk.ts'

/** One lead on its way through the steps. */
interface Walker {
  lead: LeadRow
  domain: string
}

/** A source's context; a paused, used-up or disabled source fails here. */
async function makeContext(
  ctx: Context,
  walk: Walk,
  source: LeadSource,
): Promise<WorkContext | ProviderError> {
  try {
    return await createWorkContext(ctx, walk.context, source)
  } catch (error) {
    if (error instanceof ProviderError) return error
    throw error
  }
}

/** Looks up one lead, or all leads of its company where the source reads websites. */
async function requestOrReuse(
  ctx: Context,
  walk: Walk,
  source: LeadSource,
  { lead, domain }: Walker,
  step: number,
): Promise<StepOutcome> {
  const { context, websites } = walk
  const { type, want } = context.run.input
  const work = await makeContext(ctx, walk, source)
  if (work instanceof ProviderError) return { failure: work, isOut: true, tookMs: 0 }
  if (source.declaration.looksUp === 'website') {
    const key = `${source.declaration.id} ${domain}`
    const unit: EnrichUnit = {
      key: domain,
      leads: async () =>
        (await readLeads(ctx, context.run, walk.leadIds.get(domain) ?? [])).map(leadToEnrich),
    }
    const known = websites.get(key) ?? requestStep(source, { request: { type, want, unit }, context: work })
    websites.set(key, known)
    return known
  }
  const unit: EnrichUnit = { key: String(lead.id), leads: async () => [leadToEnrich(lead)] }
  const { account_id: accountId, id: runId } = context.run
  const token = makeHookToken(ctx, { accountId, runId, leadId: lead.id, step })
  const hook = { url: `${ctx.site.publicUrl()}/api/source-hooks/${source.declaration.id}/${token}` }
  return requestStep(source, { request: { type, want, unit }, context: { ...work, hook } })
}

const lookupState = (answer: EnrichAnswer | undefined): Lookup['state'] => {
  if (answer?.pending) return 'pending'
  return answer && Object.keys(answer.values).length > 0 ? 'hit' : 'miss'
}

/** Runs one step and stores the answer before it is evaluated. */
async function requestAndStore(
  ctx: Context,
  walk: Walk,
  source: LeadSource,
  walker: Walker,
  step: number,
): Promise<Lookup | null> {
  const { context, out } = walk
  const { account_id: accountId, id: runId } = context.run
  const { want } = context.run.input
  const place = { accountId, runId, leadId: walker.lead.id, step, source: source.declaration.id, want }
  const earlier = await recentAnswer(ctx.db, context.run, { ...place })
  const outcome: StepOutcome = earlier
    ? { answers: [{ leadId: walker.lead.id, values: earlier.answer?.values ?? {} }], tookMs: 0 }
    : await requestOrReuse(ctx, walk, source, walker, step)
  if ('failure' in outcome && outcome.isOut) out.add(source.declaration.id)
  const answer =
    'answers' in outcome ? outcome.answers.find(({ leadId }) => leadId === walker.lead.id) : undefined
  await context.step(async () => {
    const values = await allowedValues(ctx, place, answer?.values ?? {})
    await insertLookup(ctx.db, {
      ...place,
      state: 'failure' in outcome ? 'failed' : lookupState(answer && { ...answer, values }),
      values,
      vendorCost: answer?.vendorCost ?? null,
      tookMs: outcome.tookMs,
      pending: answer?.pending ?? null,
    })
    return {}
  })
  const cached = await lookupsOfLead(ctx.db, context.run, walker.lead.id)
  return cached.find((current) => current.step === step) ?? null
}

/** The end of a lead's walk: done, or waiting for a source's promise. */
export type WalkEnd = 'done' | 'waiting'

/** Records on a lead, and in its history, that sources were queried without a result. */
async function recordMiss(ctx: Context, run: WaterfallRun, leadId: number, sources: number) {
  const { listId, want } = run.input
  const place = { accountId: run.account_id, listId, runId: run.id, userId: run.created_by }
  if (want !== 'email') return recordLookup(ctx, place, leadId, { want, sources })
  await setEmailSearch(ctx, place, [{ leadId, state: 'not_found', reason: null, sources }])
}

/** Ends a lead without an accepted value: with the best one kept, else by the results of its requests. */
async function endWithout(
  ctx: Context,
  walk: Walk,
  { lead }: Walker,
  best: Found | null,
  outcome: { any: number; failed: number; unpaid: boolean },
): Promise<void> {
  if (best) return deliver(ctx, walk, lead, best)
  const state =
    outcome.unpaid && outcome.any === 0
      ? 'not_tried'
      : outcome.any > 0 && outcome.failed === outcome.any
        ? 'unreadable'
        : outcome.any === 0
          ? 'not_tried'
          : 'not_found'
  const reason = state === 'not_tried' ? (outcome.unpaid ? 'credits' : 'no_source') : null
  await walk.context.step(async (run) => {
    await finishItems(ctx.db, run.account_id, run.id, [{ leadId: lead.id, state, reason }])
    if (state === 'not_found' && !run.input.isDry) await recordMiss(ctx, run, lead.id, outcome.any)
    return progressWith(run, state)
  })
}

/** Delivers a lead's accepted value; in a dry run only the counts change. */
async function deliver(ctx: Context, walk: Walk, lead: LeadRow, found: Found): Promise<void> {
  const { context, budget } = walk
  const price = context.run.input.prices[found.source] ?? 0
  await context.step(async (run: WaterfallRun) => {
    if (run.input.isDry) {
      await finishItems(ctx.db, run.account_id, run.id, [
        { leadId: lead.id, state: 'found', reason: found.source },
      ])
      return progressWith(run, 'found')
    }
    const { isUnpaid, ...progress } = await deliverFound(ctx, run, lead, found)
    budget.release(0, isUnpaid ? Number.MAX_SAFE_INTEGER : Math.min(price, progress.cost - run.cost))
    return progress
  })
}

/** A step's source; null when it can't look up this lead. */
function usableSource(
  { context, sources, out }: Walk,
  { lead, domain }: Walker,
  step: number,
): LeadSource | null {
  const { steps, conditions, prices } = context.run.input
  const current = steps[step]
  const source = current && sources.get(current.source)
  if (!current || !source || out.has(current.source)) return null
  if (source.declaration.isSample !== lead.is_sample) return null
  if (source.declaration.looksUp === 'website' && domain === '') return null
  const price = prices[current.source] ?? 0
  const ceiling = Math.min(current.max_credits ?? Infinity, conditions.max_credits_per_lead ?? Infinity)
  return price > ceiling ? null : source
}

/**
 * Walks one lead through the steps until a value is accepted. Requests answered before a crash are not repeated:
 * the walk starts with the stored answers.
 */
export async function walkLead(ctx: Context, walk: Walk, walker: Walker): Promise<WalkEnd> {
  const { context, budget } = walk
  const { input, account_id: accountId } = context.run
  const known = new Map(
    (await lookupsOfLead(ctx.db, context.run, walker.lead.id)).map((current) => [current.step, current]),
  )
  const outcome = { any: 0, failed: 0, unpaid: false }
  let best: Found | null = null
  for (let step = 0; step < input.steps.length; step += 1) {
    context.signal.throwIfAborted()
    const stored = known.get(step)
    const source = stored ? null : usableSource(walk, walker, step)
    if (!stored && !source) continue
    const price = input.isDry ? 0 : (input.prices[input.steps[step]?.source ?? ''] ?? 0)
    if (!(await budget.take(price))) {
      outcome.unpaid = true
      continue
    }
    try {
      const lookup = stored ?? (await requestAndStore(ctx, walk, source as LeadSource, walker, step))
      outcome.any += 1
      if (lookup?.state === 'pending') return 'waiting'
      if (lookup?.state === 'failed') outcome.failed += 1
      if (lookup?.state !== 'hit') continue
      const { verdict, values } = await judgeAnswer(ctx, input.want, {
        values: lookup.answer?.values ?? {},
        conditions: input.conditions,
        context: { accountId, signal: context.signal },
      })
      const found = { step, source: lookup.source, values }
      if (verdict === 'keep') best ??= found
      if (verdict !== 'passes') continue
      await deliver(ctx, walk, walker.lead, found)
      return 'done'
    } finally {
      budget.release(price, 0)
    }
  }
  await endWithout(ctx, walk, walker, best, outcome)
  return 'done'
}
