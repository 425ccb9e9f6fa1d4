import { waterfallRun } from '#contract/activity/run-kinds/waterfall.ts'
import { defineExecutor } from '#server/modules/activity/runs/index.ts'
import type { LeadGuard, LeadRow } from '#server/modules/leads/leads/index.ts'
import { markRemaining, openItems } from '#server/modules/prospecting/enrichment/index.ts'
import type { SourcesService } from '#server/modules/sources/sources/index.ts'
import { sleep } from '#server/platform/clock.ts'
import { inParallel } from '#server/platform/in-parallel.ts'
import { type LeadSource, ProviderError } from '#server/providers/lead-sources/index.ts'
import { allowedValues } from './allowed-values.ts'
import { createBudget } from './budget.ts'
import type { DeliverDeps, WaterfallRun } from './deliver-found.ts'
import type { HookTokens } from './hook-token.ts'
import type { JudgeDeps } from './judge-answer.ts'
import { openPromises, updateLookup } from './lookups-store.ts'
import { type Walk, type WaterfallContext, walkLead } from './walk-lead.ts'

export interface WaterfallExecutorDeps extends DeliverDeps, JudgeDeps {
  sources: SourcesService
  hooks: HookTokens
  suppression: LeadGuard
  publicUrl(): string
}

/** Leads looked up concurrently. */
const AT_ONCE = 8
/** Polling interval of promises: a vendor may also send them. */
const POLL_MS = 1000

type Items = Awaited<ReturnType<typeof openItems>>

const scopeOf = ({ account_id: accountId, input }: WaterfallRun) => ({
  accountId,
  listId: input.listId,
  type: input.type,
  timeZone: 'UTC',
})

async function rowsOf(
  run: WaterfallRun,
  ids: number[],
  { leads }: WaterfallExecutorDeps,
): Promise<LeadRow[]> {
  const rows: LeadRow[] = []
  for await (const chunk of leads.chunks(scopeOf(run), ids, 500)) rows.push(...chunk)
  return rows
}

/** The steps' usable sources, each with this run's context. */
async function usableSources(
  context: WaterfallContext,
  deps: WaterfallExecutorDeps,
): Promise<Map<string, LeadSource>> {
  const { account_id: accountId, input } = context.run
  const all = new Map(deps.sources.enrichers(input.want).map((source) => [source.declaration.id, source]))
  const usable = new Map<string, LeadSource>()
  for (const { source: id } of input.steps) {
    const source = all.get(id)
    if (source && (await deps.sources.isReady(accountId, source))) usable.set(id, source)
  }
  return usable
}

async function startWalk(
  context: WaterfallContext,
  items: Items,
  deps: WaterfallExecutorDeps,
): Promise<Walk> {
  const { run, signal } = context
  const byDomain = Map.groupBy(items, ({ domain }) => domain)
  return {
    context,
    sources: await usableSources(context, deps),
    budget: createBudget(run.input.maxCost - run.cost),
    out: new Set(),
    websites: new Map(),
    deps: {
      ...deps,
      contextOf: async (source) => ({
        ...(await deps.sources.contextOf(run.account_id, source, { signal })),
        check: (address, options) => deps.emailVerification.check(run.account_id, address, signal, options),
      }),
      leadsOf: (domain) =>
        rowsOf(
          run,
          (byDomain.get(domain) ?? []).map(({ leadId }) => leadId),
          deps,
        ),
    },
  }
}

/** Walks open leads. */
async function walkAll(walk: Walk, items: Items, deps: WaterfallExecutorDeps): Promise<void> {
  const work = async ({ leadId, domain }: Items[number]) => {
    const [lead] = await rowsOf(walk.context.run, [leadId], deps)
    return lead ? walkLead(walk, { lead, domain }) : 'done'
  }
  for await (const _ of inParallel(items, AT_ONCE, work)) walk.context.signal.throwIfAborted()
}

/** Polls one promise; true when its lead can continue. */
async function pollPromise(
  walk: Walk,
  promise: Awaited<ReturnType<typeof openPromises>>[number],
): Promise<boolean> {
  const { context, deps, sources } = walk
  const { account_id: accountId, id: runId } = context.run
  const place = { accountId, runId, leadId: promise.lead_id, step: promise.step }
  const write = (now: Parameters<typeof updateLookup>[2]) =>
    context.step(async () => {
      await updateLookup(deps.db, place, now)
      return {}
    })
  const source = sources.get(promise.source)
  if (promise.is_over || !source?.pending || promise.reference === null) {
    await write({ state: 'miss' })
    return true
  }
  if (!promise.is_due) return false
  try {
    const answer = await source.pending(promise.reference, await deps.contextOf(source))
    if (answer.state === 'pending') {
      await write({ state: 'pending', pollAfterSeconds: answer.pollAfterSeconds })
      return false
    }
    const arrived = answer.state === 'arrived' ? answer.values : {}
    await context.step(async () => {
      const values = await allowedValues(deps.suppression, place, arrived)
      await updateLookup(deps.db, place, { state: Object.keys(values).length > 0 ? 'hit' : 'miss', values })
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
async function awaitPromises(walk: Walk, deps: WaterfallExecutorDeps): Promise<void> {
  const { context } = walk
  const { account_id: accountId, id: runId } = context.run
  for (;;) {
    context.signal.throwIfAborted()
    const promises = await openPromises(deps.db, context.run)
    for (const promise of promises) await pollPromise(walk, promise)
    const waiting = new Set((await openPromises(deps.db, context.run)).map((promise) => promise.lead_id))
    const open = await openItems(deps.db, accountId, runId)
    const ready = open.filter(({ leadId }) => !waiting.has(leadId))
    await walkAll(walk, ready, deps)
    if (open.length === ready.length && (await openPromises(deps.db, context.run)).length === 0) return
    await sleep(POLL_MS, context.signal)
  }
}

async function work(context: WaterfallContext, deps: WaterfallExecutorDeps): Promise<void> {
  const items = await openItems(deps.db, context.run.account_id, context.run.id)
  const walk = await startWalk(context, items, deps)
  await walkAll(walk, items, deps)
  await awaitPromises(walk, deps)
}

/** Executor of waterfalls: each lead through its steps, several at a time. */
export const waterfallExecutor = (deps: WaterfallExecutorDeps) =>
  defineExecutor(waterfallRun, {
    run: (context) => work(context, deps),
    async settle(run, state, write) {
      const reason = state === 'failed' ? 'run_failed' : 'cancelled'
      const left = await markRemaining(deps.db, run.account_id, run.id, reason)
      const counts = { ...run.counts, not_tried: (run.counts.not_tried ?? 0) + left.length }
      await write({ counts })
    },
  })
