import type { LeadFilters } from '#contract/leads.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
import { type WaterfallConditions, type WaterfallStep, waterfallRun } from '#contract/run-kinds/waterfall.ts'
import { WANTS, type Want } from '#contract/sources/define.ts'
import { DRY_RUN_ROWS, HISTORY_DAYS, type Waterfall } from '#contract/waterfalls.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import { insertItems } from '#server/modules/enrichment/index.ts'
import type { LeadsService } from '#server/modules/leads/index.ts'
import type { ListsService } from '#server/modules/lists/index.ts'
import { keepQuote } from '#server/modules/quotes/index.ts'
import type { RunTerms, StartRun } from '#server/modules/run-start/index.ts'
import type { SourcesService } from '#server/modules/sources/index.ts'
import type { Wallet } from '#server/modules/wallet/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { changedNothing } from '#server/platform/http/act.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { LeadSource } from '#server/providers/lead-sources/index.ts'
import { CHARGE_KINDS } from './deliver-found.ts'
import { historyOf } from './lookups-store.ts'
import { planWaterfall, type WaterfallPlan } from './plan-waterfall.ts'
import { hitRateOf, type PricedStep, waterfallFigures } from './waterfall-figures.ts'
import { deleteWaterfall, findWaterfall, upsertWaterfall } from './waterfalls-store.ts'

export interface WaterfallsDeps {
  db: Db
  lists: ListsService
  leads: LeadsService
  wallet: Wallet
  sources: SourcesService
  startRun: StartRun
}

type Selection = { resultIds: number[] } | { filters: LeadFilters; first?: number | undefined }

export interface WaterfallQuestion {
  want: Want
  type: ListTypeId
  listId: number
  selection: Selection
  mobileOnly?: boolean | undefined
}
export interface WaterfallOrder extends WaterfallQuestion {
  isDry?: boolean
  quoteId?: number | undefined
  maxCost?: number | undefined
}

type Figures = ReturnType<typeof waterfallFigures> &
  Pick<WaterfallPlan, 'leads' | 'skipped'> & { eligible: number }

const CHUNK = 1000
const NO_CONDITIONS: WaterfallConditions = {
  stop_at: 'any',
  mobile_only: false,
  max_credits_per_lead: null,
  skip_confidence: null,
}
const SKIP_WORDS: Record<string, string> = {
  has_value: 'have it already',
  no_identity: 'are too little known to be looked up',
  sample: 'are sample data',
}
const WANT_WORDS: Record<Want, string> = { email: 'an email', phone: 'a phone number', profile: 'a profile' }

function nothingToDo(want: Want, plan: WaterfallPlan): string {
  if (plan.leads === 0) return 'Select at least one lead'
  const reasons = Object.entries(plan.skipped).map(([reason, count]) => `${count} ${SKIP_WORDS[reason]}`)
  return `There is no lead to look ${WANT_WORDS[want]} up for: ${reasons.join(', ')}`
}

/** Orders of sources, their quotes and starts. The work of a run is in waterfall-executor.ts. */
export function createWaterfallsService(deps: WaterfallsDeps) {
  const { db, lists, leads, wallet, sources, startRun } = deps

  /** What stands for an account: its own, or every source that finds the value, in the order of administrators. */
  async function settingOf(accountId: number, want: Want) {
    const own = await findWaterfall(db, accountId, want)
    if (own) return own
    const steps = (await sources.ordered())
      .filter(({ declaration }) => declaration.enriches.includes(want))
      .map(({ declaration }): WaterfallStep => ({ source: declaration.id, max_credits: null }))
    return { steps, conditions: NO_CONDITIONS, version: 0, updated_at: null }
  }

  const sourceOf = (want: Want, id: string): LeadSource | undefined =>
    sources.enrichers(want).find(({ declaration }) => declaration.id === id)

  async function pricedSteps(
    accountId: number,
    want: Want,
    steps: readonly WaterfallStep[],
  ): Promise<PricedStep[]> {
    const priced: PricedStep[] = []
    for (const { source } of steps) {
      const found = sourceOf(want, source)
      if (!found) continue
      const { declaration } = found
      const kind = CHARGE_KINDS[want]
      priced.push({
        source,
        label: declaration.label,
        price: kind ? await sources.priceOf(accountId, declaration, kind) : 0,
        isReady: await sources.isReady(accountId, found),
      })
    }
    return priced
  }

  async function show(accountId: number, want: Want): Promise<Waterfall> {
    const { steps, conditions, version, updated_at } = await settingOf(accountId, want)
    const all = sources
      .enrichers(want)
      .map(({ declaration }) => ({ source: declaration.id, max_credits: null }))
    const history = await historyOf(db, accountId, want, HISTORY_DAYS)
    const priced = await pricedSteps(accountId, want, all)
    return {
      want,
      steps,
      conditions,
      version,
      updated_at: updated_at?.toISOString() ?? null,
      sources: priced.map(({ source, label, price, isReady }) => {
        const own = history.get(source)
        return {
          ...{ source, label, price, is_ready: isReady },
          vendor_price: sourceOf(want, source)?.declaration.vendorPrice ?? null,
          ...{ asked: own?.asked ?? 0, hits: own?.hits ?? 0, hit_rate: hitRateOf(own) },
          ...{ delivered: own?.delivered ?? 0, bounced: own?.bounced ?? 0, credits: own?.credits ?? 0 },
          ...{ vendor_cost: own?.vendor_cost ?? 0, seconds: own?.seconds ?? null },
        }
      }),
    }
  }

  /** The setting with what a call says over it. */
  async function wantedSetting(accountId: number, { want, mobileOnly }: WaterfallQuestion) {
    const { steps, conditions } = await settingOf(accountId, want)
    const mobile_only = mobileOnly ?? conditions.mobile_only
    return { steps, conditions: { ...conditions, mobile_only } }
  }

  async function planOf(actor: Actor, question: WaterfallOrder) {
    const { want, type } = question
    const scope = await leads.scopeOf(actor, question.listId, type)
    const ids = await leads.idsOf(scope, question.selection)
    const setting = await wantedSetting(actor.accountId, question)
    const chosen = question.isDry ? ids.slice(0, DRY_RUN_ROWS) : ids
    const plan = await planWaterfall(
      { want, type, conditions: setting.conditions },
      leads.chunks(scope, chosen, CHUNK),
    )
    return { plan, setting }
  }

  async function figuresOf(actor: Actor, question: WaterfallOrder): Promise<Figures> {
    const { plan, setting } = await planOf(actor, question)
    const { accountId } = actor
    const priced = await pricedSteps(accountId, question.want, setting.steps)
    const steps = question.isDry ? priced.map((step) => ({ ...step, price: 0 })) : priced
    const history = await historyOf(db, accountId, question.want, HISTORY_DAYS)
    const eligible = plan.items.length
    return {
      leads: plan.leads,
      eligible,
      skipped: plan.skipped,
      ...waterfallFigures(eligible, steps, history),
    }
  }

  /** What a quote is about: an order that names it must mean the same. */
  const inputOf = ({ want, type, listId, selection, mobileOnly }: WaterfallQuestion) => ({
    action: 'waterfall',
    ...{ want, type, list_id: listId, selection, mobile_only: mobileOnly ?? null },
  })

  function refuseUnoffered({ want, type }: WaterfallQuestion): void {
    if (want !== 'phone' || LIST_TYPES[type].actions.includes('get-phones')) return
    throw new AppError('conflict', `A list of the type "${LIST_TYPES[type].name}" does not offer this`)
  }

  return {
    all: (actor: Actor): Promise<Waterfall[]> =>
      Promise.all(WANTS.map((want) => show(actor.accountId, want))),

    /** Saves an order over the one that was read. @throws AppError conflict, validation_failed. */
    async save(
      actor: Actor,
      want: Want,
      body: { steps: WaterfallStep[]; conditions: WaterfallConditions; version: number },
    ): Promise<Waterfall> {
      const known = new Set(sources.enrichers(want).map(({ declaration }) => declaration.id))
      const unknown = body.steps.findIndex(({ source }) => !known.has(source))
      if (unknown >= 0)
        throw invalidField(`steps.${unknown}.source`, `Choose one of: ${[...known].join(', ')}`)
      if (new Set(body.steps.map(({ source }) => source)).size < body.steps.length)
        throw invalidField('steps', 'A source stands in the order twice')
      return transaction(db, async () => {
        const who = { accountId: actor.accountId, userId: actor.userId }
        if (!(await upsertWaterfall(db, who, want, body)))
          throw new AppError('conflict', 'Somebody else has changed this order meanwhile', {
            details: { current: await show(actor.accountId, want) },
          })
        recordAudit(db, { accountId: actor.accountId, subject: `waterfall:${want}` })
        return show(actor.accountId, want)
      })
    },

    reset: (actor: Actor, want: Want): Promise<Waterfall> =>
      transaction(db, async () => {
        const { numDeletedRows } = await deleteWaterfall(db, actor.accountId, want)
        if (numDeletedRows > 0n) recordAudit(db, { accountId: actor.accountId, subject: `waterfall:${want}` })
        else changedNothing()
        return show(actor.accountId, want)
      }),

    async quote(actor: Actor, question: WaterfallQuestion) {
      refuseUnoffered(question)
      const figures = await figuresOf(actor, question)
      const { id, expiresAt } = await keepQuote(db, actor, inputOf(question), figures)
      const available = await wallet.spendable(actor)
      return { id, want: question.want, ...figures, available, expires_at: expiresAt }
    },

    /** Starts a waterfall. @throws AppError conflict, not_found, insufficient_credits, quote_expired. */
    async start(actor: Actor, order: WaterfallOrder) {
      refuseUnoffered(order)
      const list = await lists.find(actor, order.listId, order.type)
      const { plan, setting } = await planOf(actor, order)
      if (plan.items.length === 0) throw invalidField('selection', nothingToDo(order.want, plan))
      const priced = await pricedSteps(actor.accountId, order.want, setting.steps)
      if (!priced.some(({ isReady }) => isReady))
        throw new AppError(
          'conflict',
          'None of the sources of this waterfall can be asked. Connect one under Integration -> Sources',
        )
      const asked = order.quoteId === undefined ? await figuresOf(actor, order) : null
      const { run } = await startRun(actor, waterfallRun, {
        title: `${order.isDry ? 'Dry run' : 'Look up'} ${WANT_WORDS[order.want]}: ${list.name}`,
        list,
        promise: { quoteId: order.quoteId, about: inputOf(order), asked, maxCost: order.maxCost },
        plan: ({ maxCost, unitCost }: RunTerms<Figures>) => ({
          input: {
            ...{ type: order.type, listId: order.listId, want: order.want, isDry: order.isDry ?? false },
            ...{ steps: setting.steps, conditions: setting.conditions, unitCost, maxCost },
            prices: Object.fromEntries(priced.map(({ source, price }) => [source, price])),
          },
          total: plan.items.length,
        }),
        work: ({ accountId, runId }) => insertItems(db, accountId, runId, plan.items),
      })
      return { run, list_id: list.id }
    },
  }
}

export type WaterfallsService = ReturnType<typeof createWaterfallsService>
