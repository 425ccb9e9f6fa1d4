import { waterfallRun } from '#contract/activity/run-kinds/waterfall.ts'
import { defineExecutor } from '#server/modules/activity/runs/index.ts'
import { markRemaining, openItems } from '#server/modules/prospecting/enrichment/index.ts'
import { isSourceReady, listEnrichers } from '#server/modules/sources/sources/index.ts'
import { sleep } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel } from '#server/platform/in-parallel.ts'
import { type LeadSource, ProviderError } from '#server/providers/lead-sources/index.ts'
import { allowedValues } from './allowed-values.ts'
import { createBudget } from './budget.ts'
import { openPromises, updateLookup } from './lookups-store.ts'
import { createWorkContext, readLeads, type Walk, type WaterfallContext } from './walk.ts'
import { walkLead } from './walk-lead.ts'

/** Leads looked up concurrently. */
const AT_ONCE = 8
/** Polling interval of promises: a vendor may also send them. */
const POLL_MS = 1000

type Items = Awaited<ReturnType<typeof openItems>>

/** The steps' usable sources. */
async function usableSources(ctx: Context, context: WaterfallContext): Promise<Map<string, LeadSource>> {
  const { account_id: accountId, input } = context.run
  const all = new Map(listEnrichers(ctx, input.want).map((source) => [source.declaration.id, source]))
  const usable = new Map<string, LeadSource>()
  for (const { source: id } of input.steps) {
    const source = all.get(id)
    if (source && (await isSourceReady(ctx, accountId, source))) usable.set(id, source)
  }
  return usable
}

async function startWalk(ctx: Context, context: WaterfallContext, items: Items): Promise<Walk> {
  const { run } = context
  const byDomain = Map.groupBy(items, ({ domain }) => domain)
  return {
    context,
    sources: await usableSources(ctx, context),
    budget: createBudget(run.input.maxCost - run.cost),
    out: new Set(),
    websites: new Map(),
    leadIds: new Map([...byDomain].map(([domain, own]) => [domain, own.map(({ leadId }) => leadId)])),
  }
}

/** Walks open leads. */
async function walkAll(ctx: Context, walk: Walk, items: Items): Promise<void> {
  const work = async ({ leadId, domain }: Items[number]) => {
    const [lead] = await readLeads(ctx, walk.context.run, [leadId])
    return lead ? walkLead(ctx, walk, { lead, domain }) : 'done'
  }
  for await (const _ of inParallel(items, AT_ONCE, work)) walk.context.signal.throwIfAborted()
}

/** Polls one promise; true when its lead can continue. */
async function pollPromise(
  ctx: Context,
  walk: Walk,
  promise: Awaited<ReturnType<typeof openPromises>>[number],
): Promise<boolean> {
  const { context, sources } = walk
  const { account_id: accountId, id: runId } = context.run
  const place = { accountId, runId, leadId: promise.lead_id, step: promise.step }
  const write = (now: Parameters<typeof updateLookup>[2]) =>
    context.step(async () => {
      await updateLookup(ctx.db, place, now)
      return {}
    })
  const source = sources.get(promise.source)
  if (promise.is_over || !source?.pending || promise.reference === null) {
    await write({ state: 'miss' })
    return true
  }
  if (!promise.is_due) return false
  try {
    const answer = await source.pending(promise.reference, await createWorkContext(ctx, context, source))
    if (answer.state === 'pending') {
      await write({ state: 'pending', pollAfterSeconds: answer.pollAfterSeconds })
      return false
    }
    const arrived = answer.state === 'arrived' ? answer.values : {}
    await context.step(async () => {
      const values = await allowedValues(ctx, place, arrived)
      await updateLookup(ctx.db, place, { state: Object.keys(values).length > 0 ? 'hit' : 'miss', values })
      return {}
    })
    return true
  } catch (error) {
    context.signal.throwIfAborted()
    if (!(error instanceof ProviderError)) throw error
    await write(
      error.retryable
        ? { state: 'pending', pollAfterSeconds: error.retryAfterSeconds ?? 30 }
        : { state: 'failed' },
    )
    return !error.retryable
  }
}

/** Waits for promises, polled or sent by the vendor, and lets each lead continue. */
async function awaitPromises(ctx: Context, walk: Walk): Promise<void> {
  const { context } = walk
  const { account_id: accountId, id: runId } = context.run
  for (;;) {
    context.signal.throwIfAborted()
    const promises = await openPromises(ctx.db, context.run)
    for (const promise of promises) await pollPromise(ctx, walk, promise)
    const waiting = new Set((await openPromises(ctx.db, context.run)).map((promise) => promise.lead_id))
    const open = await openItems(ctx.db, accountId, runId)
    const ready = open.filter(({ leadId }) => !waiting.has(leadId))
    await walkAll(ctx, walk, ready)
    if (open.length === ready.length && (await openPromises(ctx.db, context.run)).length === 0) return
    await sleep(POLL_MS, context.signal)
  }
}

async function work(ctx: Context, context: WaterfallContext): Promise<void> {
  const items = await openItems(ctx.db, context.run.account_id, context.run.id)
  const walk = await startWalk(ctx, context, items)
  await walkAll(ctx, walk, items)
  await awaitPromises(ctx, walk)
}

/** Executor of waterfalls: each lead through its steps, several at a time. */
export const waterfallExecutor = (ctx: Context) =>
  defineExecutor(waterfallRun, {
    run: (context) => work(ctx, context),
    async settle(run, state, write) {
      const reason = state === 'failed' ? 'run_failed' : 'cancelled'
      const left = await markRemaining(ctx.db, run.account_id, run.id, reason)
      const counts = { ...run.counts, not_tried: (run.counts.not_tried ?? 0) + left.length }
      await write({ counts })
    },
  })
