import type { RunCounts, RunInput } from '#contract/activity/run-kinds/define.ts'
import type { Run } from '#contract/activity/runs.ts'
import type { AuditAction } from '#contract/core/audit.ts'
import { requireOpenAccount } from '#server/modules/accounts/accounts/index.ts'
import { reserveCredits } from '#server/modules/accounts/wallet/index.ts'
import { type AnyRun, createRun, enqueueRun, showRun } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { promisedBy } from '#server/modules/core/quotes/index.ts'
import { requireOn } from '#server/modules/core/settings/index.ts'
import {
  createList,
  holdList,
  type ListRow,
  type NewList,
  recordHistory,
} from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { type Actor, findKeyId } from '#server/platform/http/actor.ts'
import { requireKeyBudget } from './key-limit.ts'

const LONGEST_TITLE = 200
/** Kinds that may start even while new runs are paused. */
const ALWAYS_STARTED: ReadonlySet<string> = new Set(['account_export', 'erasure'])

/** What may start in accounts that are closed or read-only. */
const findExceptions = ({ kind }: AnyRun) => ({
  inGrace: kind === 'account_export',
  isExport: kind === 'export',
})

/** The prices in a run's figures. */
export interface PricedFigures {
  credits: { expected: number; max: number }
  unit_cost: number
}

/** A paid run's promise: the figures of a quote, or, without one, those just computed. */
interface RunPromise<Figures extends PricedFigures> {
  quoteId: number | undefined
  /** The quote's subject: a request with the quote must have the same. */
  about: object
  /** Null with a quote. */
  estimate: Figures | null
  /** A lower limit set by the person. */
  maxCost: number | undefined
}

/** The figures and the costs of a run, in credits. */
export interface RunTerms<Figures> {
  figures: Figures
  maxCost: number
  unitCost: number
}

/** The run and the list for its rows. */
interface RunPlace {
  accountId: number
  runId: number
  /** The run's list; null without one. */
  listId: number | null
}

interface Plan<D> {
  input: RunInput<D>
  total: number | null
  /** Units that need no work. */
  done?: number
  counts?: RunCounts<D>
}

interface Shared {
  title: string
  /** Its list: existing or new. */
  list?: ListRow | NewList
  /** Writes the rows that the run processes. */
  work?(place: RunPlace): Promise<void>
  /** Further lists with an entry in their history. */
  alsoOf?: number[]
  /** The audit action, where more specific than `run.started`. */
  audit?: AuditAction
  /** False for a run that is carried out by a request. */
  isQueued?: false
}

export interface FreeRequest<D> extends Shared {
  promise?: undefined
  plan: Plan<D> | (() => Promise<Plan<D>>)
}
/** A run that holds credits. */
export interface PaidRequest<D, Figures extends PricedFigures> extends Shared {
  promise: RunPromise<Figures>
  plan(terms: RunTerms<Figures>): Plan<D>
}

export interface StartedRun {
  run: Run
  list: ListRow | null
}

const isExisting = (list: ListRow | NewList): list is ListRow => 'id' in list

async function findTerms<Figures extends PricedFigures>(
  ctx: Context,
  actor: Actor,
  { quoteId, about, estimate, maxCost }: RunPromise<Figures>,
): Promise<RunTerms<Figures>> {
  const figures = estimate ?? (await promisedBy<Figures>(ctx.db, actor, quoteId as number, about))
  return {
    figures,
    maxCost: Math.min(figures.credits.max, maxCost ?? figures.credits.max),
    unitCost: figures.unit_cost,
  }
}

async function findOrCreateList(
  ctx: Context,
  actor: Actor,
  list: ListRow | NewList | undefined,
): Promise<ListRow | null> {
  if (!list) return null
  return isExisting(list) ? list : createList(ctx, actor, list)
}

/**
 * The only way to start runs, in a transaction of its own or in the open one: quote, list, run, rows of work,
 * reservation, history, audit entry and job commit together, with their locks in a working run's order.
 * @throws AppError quote_expired, insufficient_credits, credit_cap_reached, not_found for a deleted list.
 */
export function startRun<D extends AnyRun, Figures extends PricedFigures = PricedFigures>(
  ctx: Context,
  actor: Actor,
  definition: D,
  request: FreeRequest<D> | PaidRequest<D, Figures>,
): Promise<StartedRun> {
  return transaction(ctx.db, async () => {
    const { accountId, userId } = actor
    // A closed account starts no more runs, but its data can still be exported.
    await requireOpenAccount(ctx.db, accountId, findExceptions(definition))
    if (!ALWAYS_STARTED.has(definition.kind))
      await requireOn(ctx.db, 'new_runs', 'New runs are paused for maintenance. Try again later')
    const terms = request.promise && (await findTerms(ctx, actor, request.promise))
    const plan = request.promise
      ? request.plan(terms as RunTerms<Figures>)
      : await (typeof request.plan === 'function' ? request.plan() : request.plan)
    const list = await findOrCreateList(ctx, actor, request.list)
    const title = request.title.slice(0, LONGEST_TITLE)
    const row = await createRun(ctx, {
      accountId,
      kind: definition.kind,
      title,
      listId: list?.id ?? null,
      input: definition.input.parse(plan.input) as Record<string, unknown>,
      total: plan.total,
      done: plan.done ?? 0,
      counts: { ...plan.counts } as Record<string, number>,
      createdBy: userId,
      apiKeyId: findKeyId(actor),
      maxCost: terms?.maxCost ?? null,
    })
    const place = { accountId, runId: row.id, listId: list?.id ?? null }
    await request.work?.(place)
    if (terms) {
      const reason = `Held for ${title}`.slice(0, LONGEST_TITLE)
      const { maxCost, unitCost, figures } = terms
      // The expected cost; a run that needs more adds to it, up to its maximum.
      const amount = Math.min(maxCost, figures.credits.expected)
      await reserveCredits(ctx, { ...place, userId, timeZone: actor.timeZone, amount, unitCost, reason })
      await requireKeyBudget(ctx, actor, maxCost)
    }
    const listIds = new Set([...(list ? [list.id] : []), ...(request.alsoOf ?? [])])
    const entry = { accountId, runId: row.id, userId, event: `run.${definition.kind}` as const }
    await recordHistory(
      ctx.db,
      [...listIds].map((listId) => ({ ...entry, listId })),
    )
    recordAudit(ctx.db, {
      accountId,
      action: request.audit ?? 'run.started',
      subject: `run:${row.id}`,
      detail: { kind: definition.kind, title, list_id: list?.id ?? null, credits: terms?.maxCost ?? 0 },
    })
    if (request.isQueued !== false) await enqueueRun(ctx, row)
    // Last, because a delivering run locks the wallet before the list.
    if (request.list && isExisting(request.list)) await holdList(ctx, accountId, request.list.id)
    return { run: await showRun(ctx, actor, row.id), list }
  })
}
