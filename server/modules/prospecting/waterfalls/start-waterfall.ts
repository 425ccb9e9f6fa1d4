import { waterfallRun } from '#contract/activity/run-kinds/waterfall.ts'
import type { LeadFilters } from '#contract/leads/leads.ts'
import type { ActionName } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { DRY_RUN_ROWS, HISTORY_DAYS } from '#contract/prospecting/waterfalls.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { findSpendable } from '#server/modules/accounts/wallet/index.ts'
import { storeQuote } from '#server/modules/core/quotes/index.ts'
import { findLeadIds, findLeadScope, readLeadChunks } from '#server/modules/leads/leads/index.ts'
import { findOwnList } from '#server/modules/leads/lists/index.ts'
import { type PriceRequest, type RunTerms, startRun } from '#server/modules/leads/run-start/index.ts'
import { insertItems } from '#server/modules/prospecting/enrichment/index.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { readHistory } from './lookups-store.ts'
import { planWaterfall, type WaterfallPlan } from './plan-waterfall.ts'
import { waterfallFigures } from './waterfall-figures.ts'
import { findWaterfallSetting, listPricedSteps } from './waterfall-settings.ts'

type Selection = { resultIds: number[] } | { filters: LeadFilters; first?: number }

interface WaterfallQuery {
  want: Want
  type: ListTypeId
  listId: number
  selection: Selection
  mobileOnly?: boolean
}
interface WaterfallRequest extends WaterfallQuery, PriceRequest {
  isDry?: boolean
}

type Figures = ReturnType<typeof waterfallFigures> &
  Pick<WaterfallPlan, 'leads' | 'skipped'> & { eligible: number }

const CHUNK = 1000
const SKIP_LABELS: Record<string, string> = {
  has_value: 'already have one',
  no_identity: 'don’t have enough data',
  sample: 'are sample data',
}
const WANT_LABELS: Record<Want, string> = {
  email: 'an email',
  phone: 'a phone number',
  profile: 'a profile',
  details: 'details',
}
/** Values limited to list types with this action. */
const NEEDED_ACTION: Partial<Record<Want, ActionName>> = { phone: 'get-phones', details: 'enrich' }

function nothingToDo(want: Want, plan: WaterfallPlan): string {
  if (plan.leads === 0) return 'Select at least one lead'
  const reasons = Object.entries(plan.skipped).map(([reason, count]) => `${count} ${SKIP_LABELS[reason]}`)
  return `No leads to look up ${WANT_LABELS[want]} for: ${reasons.join(', ')}`
}

/** The setting, overridden by the request. */
async function wantedSetting(ctx: Context, accountId: number, { want, mobileOnly }: WaterfallQuery) {
  const { steps, conditions } = await findWaterfallSetting(ctx, accountId, want)
  const mobile_only = mobileOnly ?? conditions.mobile_only
  return { steps, conditions: { ...conditions, mobile_only } }
}

async function planQuery(ctx: Context, actor: Actor, query: WaterfallRequest) {
  const { want, type } = query
  const scope = await findLeadScope(ctx, actor, query.listId, type)
  const ids = await findLeadIds(ctx, scope, query.selection)
  const setting = await wantedSetting(ctx, actor.accountId, query)
  const chosen = query.isDry ? ids.slice(0, DRY_RUN_ROWS) : ids
  const plan = await planWaterfall(
    { want, type, conditions: setting.conditions },
    readLeadChunks(ctx, scope, chosen, CHUNK),
  )
  return { plan, setting }
}

async function countFigures(ctx: Context, actor: Actor, query: WaterfallRequest): Promise<Figures> {
  const { plan, setting } = await planQuery(ctx, actor, query)
  const { accountId } = actor
  const priced = await listPricedSteps(ctx, accountId, query.want, setting.steps)
  const steps = query.isDry ? priced.map((step) => ({ ...step, price: 0 })) : priced
  const history = await readHistory(ctx.db, accountId, query.want, HISTORY_DAYS)
  const eligible = plan.items.length
  return {
    leads: plan.leads,
    eligible,
    skipped: plan.skipped,
    ...waterfallFigures(eligible, steps, history),
  }
}

/** The quote's subject: a request with the quote must have the same. */
const makeInput = ({ want, type, listId, selection, mobileOnly }: WaterfallQuery) => ({
  action: 'waterfall',
  want,
  type,
  list_id: listId,
  selection,
  mobile_only: mobileOnly ?? null,
})

/** @throws AppError conflict for a list type whose leads have no such value. */
export function requireSupported({ want, type }: Pick<WaterfallQuery, 'want' | 'type'>): void {
  const action = NEEDED_ACTION[want]
  if (!action || LIST_TYPES[type].actions.includes(action)) return
  throw conflict(`A list of the type "${LIST_TYPES[type].name}" doesn’t support this`)
}

/** Stores a quote of a waterfall, which it can be started with. */
export async function quoteWaterfall(ctx: Context, actor: Actor, query: WaterfallQuery) {
  requireSupported(query)
  const figures = await countFigures(ctx, actor, query)
  const { id, expiresAt } = await storeQuote(ctx.db, actor, makeInput(query), figures)
  const available = await findSpendable(ctx, actor)
  return { id, want: query.want, ...figures, available, expires_at: expiresAt }
}

/** Starts a waterfall. @throws AppError conflict, not_found, insufficient_credits, quote_expired. */
export async function startWaterfall(ctx: Context, actor: Actor, request: WaterfallRequest) {
  requireSupported(request)
  const list = await findOwnList(ctx, actor, request.listId, request.type)
  const { plan, setting } = await planQuery(ctx, actor, request)
  if (plan.items.length === 0) throw invalidField('selection', nothingToDo(request.want, plan))
  const priced = await listPricedSteps(ctx, actor.accountId, request.want, setting.steps)
  if (!priced.some(({ isReady }) => isReady))
    throw conflict('None of this waterfall’s sources are available. Connect one under Integration -> Sources')
  const estimate = request.quoteId === undefined ? await countFigures(ctx, actor, request) : null
  const { run } = await startRun(ctx, actor, waterfallRun, {
    title: `${request.isDry ? 'Dry run' : 'Look up'} ${WANT_LABELS[request.want]}: ${list.name}`,
    list,
    promise: { quoteId: request.quoteId, about: makeInput(request), estimate, maxCost: request.maxCost },
    plan: ({ maxCost, unitCost }: RunTerms<Figures>) => ({
      input: {
        type: request.type,
        listId: request.listId,
        want: request.want,
        isDry: request.isDry ?? false,
        steps: setting.steps,
        conditions: setting.conditions,
        unitCost,
        maxCost,
        prices: Object.fromEntries(priced.map(({ source, price }) => [source, price])),
      },
      total: plan.items.length,
    }),
    work: ({ accountId, runId }) => insertItems(ctx.db, accountId, runId, plan.items),
  })
  return { run, list_id: list.id }
}
