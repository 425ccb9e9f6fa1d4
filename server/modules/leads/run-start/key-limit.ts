import type { RunsService } from '#server/modules/activity/runs/index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'

/**
 * The daily limit of an API key, for a run that was just written in the open transaction. A run counts with the most
 * that it may cost until it has ended. @throws AppError credit_cap_reached.
 */
export async function requireKeyBudget(
  runs: Pick<RunsService, 'creditsOfKey'>,
  { accountId, credential, timeZone }: Actor,
  maxCost: number,
): Promise<void> {
  const limit = credential.dailyCredits
  if (limit === undefined || limit === null || maxCost === 0) return
  const used = (await runs.creditsOfKey({ accountId, apiKeyId: credential.id, timeZone })) - maxCost
  if (used + maxCost <= limit) return
  const left = Math.max(0, limit - used)
  throw new AppError(
    'credit_cap_reached',
    `This API key may spend ${limit} credits a day and has ${left} left today; this may cost up to ${maxCost}`,
    { details: { daily_credits: limit, left, needed: maxCost } },
  )
}
