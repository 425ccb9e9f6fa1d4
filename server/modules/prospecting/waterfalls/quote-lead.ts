import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { HISTORY_DAYS } from '#contract/prospecting/waterfalls.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import type { LeadRow } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { readHistory } from './lookups-store.ts'
import { planWaterfall } from './plan-waterfall.ts'
import { requireSupported } from './start-waterfall.ts'
import { waterfallFigures } from './waterfall-figures.ts'
import { findWaterfallSetting, listPricedSteps } from './waterfall-settings.ts'

async function* onlyOne(lead: LeadRow) {
  yield [lead]
}

/**
 * The price of a waterfall for one lead, and why it would be skipped.
 * @throws AppError conflict for a list type whose leads have no such value
 */
export async function quoteLead(
  ctx: Context,
  accountId: number,
  { want, type, lead }: { want: Want; type: ListTypeId; lead: LeadRow },
) {
  requireSupported({ want, type })
  const { steps, conditions } = await findWaterfallSetting(ctx, accountId, want)
  const { skipped } = await planWaterfall({ want, type, conditions }, onlyOne(lead))
  const priced = await listPricedSteps(ctx, accountId, want, steps)
  const history = await readHistory(ctx.db, accountId, want, HISTORY_DAYS)
  const [reason = null] = Object.keys(skipped) as (keyof typeof skipped)[]
  return {
    skipped: reason,
    isReady: priced.some(({ isReady }) => isReady),
    credits: waterfallFigures(reason === null ? 1 : 0, priced, history).credits,
  }
}
