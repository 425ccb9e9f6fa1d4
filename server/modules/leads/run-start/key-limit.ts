import { sumCreditsOfKey } from '#server/modules/activity/runs/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'

/**
 * Checks an API key's daily limit, for a run just written in the open transaction. An unfinished run counts with
 * its maximum cost.
 * @throws AppError credit_cap_reached.
 */
export async function requireKeyBudget(
  ctx: Context,
  { accountId, credential, timeZone }: Actor,
  maxCost: number,
): Promise<void> {
  const limit = credential.dailyCredits
  if (limit === undefined || limit === null || maxCost === 0) return
  const used = (await sumCreditsOfKey(ctx, { accountId, apiKeyId: credential.id, timeZone })) - maxCost
  if (used + maxCost <= limit) return
  const left = Math.max(0, limit - used)
  throw new AppError(
    'credit_cap_reached',
    `This API key may spend ${limit} credits a day and has ${left} left today; this may cost up to ${maxCost}`,
    { details: { daily_credits: limit, left, needed: maxCost } },
  )
}
