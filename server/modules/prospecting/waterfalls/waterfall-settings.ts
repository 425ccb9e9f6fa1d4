import { isDeepStrictEqual } from 'node:util'
import type { WaterfallConditions, WaterfallStep } from '#contract/activity/run-kinds/waterfall.ts'
import { HISTORY_DAYS, type Waterfall } from '#contract/prospecting/waterfalls.ts'
import { WANTS, type Want } from '#contract/sources/source-kinds/define.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import {
  findUnitPrice,
  isSourceReady,
  listEnrichers,
  listSourcesInOrder,
} from '#server/modules/sources/sources/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import type { LeadSource } from '#server/providers/lead-sources/index.ts'
import { CHARGE_KINDS } from './deliver-found.ts'
import { readHistory } from './lookups-store.ts'
import { countHitRate, type PricedStep } from './waterfall-figures.ts'
import { deleteWaterfall, findWaterfall, upsertWaterfall } from './waterfalls-store.ts'

const NO_CONDITIONS: WaterfallConditions = {
  stop_at: 'any',
  mobile_only: false,
  max_credits_per_lead: null,
  skip_confidence: null,
}
type Setting = Pick<Waterfall, 'steps' | 'conditions'>

const isSame = (a: Setting, b: Setting): boolean =>
  isDeepStrictEqual([a.steps, a.conditions], [b.steps, b.conditions])

/** An account's own setting, or every source of the value, in the administrators' order. */
export async function findWaterfallSetting(ctx: Context, accountId: number, want: Want) {
  const own = await findWaterfall(ctx.db, accountId, want)
  if (own) return own
  const steps = (await listSourcesInOrder(ctx))
    .filter(({ declaration }) => declaration.enriches.includes(want))
    .map(({ declaration }): WaterfallStep => ({ source: declaration.id, max_credits: null }))
  return { steps, conditions: NO_CONDITIONS, version: 0, updated_at: null }
}

const findEnricher = (ctx: Context, want: Want, id: string): LeadSource | undefined =>
  listEnrichers(ctx, want).find(({ declaration }) => declaration.id === id)

/** Steps whose sources exist, with what each costs the account. */
export async function listPricedSteps(
  ctx: Context,
  accountId: number,
  want: Want,
  steps: readonly WaterfallStep[],
): Promise<PricedStep[]> {
  const priced: PricedStep[] = []
  for (const { source } of steps) {
    const found = findEnricher(ctx, want, source)
    if (!found) continue
    const { declaration } = found
    const kind = CHARGE_KINDS[want]
    priced.push({
      source,
      label: declaration.label,
      price: kind ? await findUnitPrice(ctx, accountId, declaration, kind) : 0,
      isReady: await isSourceReady(ctx, accountId, found),
    })
  }
  return priced
}

async function showWaterfall(ctx: Context, accountId: number, want: Want): Promise<Waterfall> {
  const { steps, conditions, version, updated_at } = await findWaterfallSetting(ctx, accountId, want)
  const all = listEnrichers(ctx, want).map(({ declaration }) => ({
    source: declaration.id,
    max_credits: null,
  }))
  const history = await readHistory(ctx.db, accountId, want, HISTORY_DAYS)
  const priced = await listPricedSteps(ctx, accountId, want, all)
  return {
    want,
    steps,
    conditions,
    version,
    updated_at: updated_at?.toISOString() ?? null,
    sources: priced.map(({ source, label, price, isReady }) => {
      const own = history.get(source)
      return {
        source,
        label,
        price,
        is_ready: isReady,
        vendor_price: findEnricher(ctx, want, source)?.declaration.vendorPrice ?? null,
        requests: own?.asked ?? 0,
        hits: own?.hits ?? 0,
        hit_rate: countHitRate(own),
        delivered: own?.delivered ?? 0,
        bounced: own?.bounced ?? 0,
        credits: own?.credits ?? 0,
        vendor_cost: own?.vendor_cost ?? 0,
        seconds: own?.seconds ?? null,
      }
    }),
  }
}

/** The account's order of sources for each kind of value, with their results. */
export const listWaterfalls = (ctx: Context, actor: Actor): Promise<Waterfall[]> =>
  Promise.all(WANTS.map((want) => showWaterfall(ctx, actor.accountId, want)))

/** Saves a source order, based on the version the caller read. @throws AppError conflict, validation_failed. */
export async function saveWaterfall(
  ctx: Context,
  actor: Actor,
  want: Want,
  body: { steps: WaterfallStep[]; conditions: WaterfallConditions; version: number },
): Promise<Waterfall> {
  const known = new Set(listEnrichers(ctx, want).map(({ declaration }) => declaration.id))
  const unknown = body.steps.findIndex(({ source }) => !known.has(source))
  if (unknown >= 0) throw invalidField(`steps.${unknown}.source`, `Choose one of: ${[...known].join(', ')}`)
  if (new Set(body.steps.map(({ source }) => source)).size < body.steps.length)
    throw invalidField('steps', 'A source is listed twice')
  return transaction(ctx.db, async () => {
    const person = { accountId: actor.accountId, userId: actor.userId }
    if (!(await upsertWaterfall(ctx.db, person, want, body))) {
      const current = await showWaterfall(ctx, actor.accountId, want)
      // The same order was saved twice: a double click, or two identical changes.
      if (!isSame(current, body))
        throw conflict('Someone else changed this order. Reload to see their version', {
          details: { current },
        })
      markUnchanged()
      return current
    }
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `waterfall:${want}` })
    return showWaterfall(ctx, actor.accountId, want)
  })
}

/** Deletes an account's own order. */
export const resetWaterfall = (ctx: Context, actor: Actor, want: Want): Promise<Waterfall> =>
  transaction(ctx.db, async () => {
    const { numDeletedRows } = await deleteWaterfall(ctx.db, actor.accountId, want)
    if (numDeletedRows > 0n) recordAudit(ctx.db, { accountId: actor.accountId, subject: `waterfall:${want}` })
    else markUnchanged()
    return showWaterfall(ctx, actor.accountId, want)
  })
