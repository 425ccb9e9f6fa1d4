import { DEFAULT_CALLS_PER_MINUTE } from '#contract/core/constants.ts'
import { findCallLimit } from '#server/modules/accounts/plans/index.ts'
import { type Context, perContext } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { CallAllowance } from '#server/platform/http/mount.ts'
import { defineCount } from '#server/platform/http/rate-limit.ts'
import { createTtlCache } from '#server/platform/ttl-cache.ts'

const calls = defineCount({ name: 'api-key-calls', seconds: 60 })

/** Limits of accounts' packages; every call of a key needs one, and packages seldom change. */
const limitsOf = perContext(() => createTtlCache<number>({ ttlMs: 30_000, max: 5_000 }))

async function findLimit(ctx: Context, accountId: number): Promise<number> {
  const cache = limitsOf(ctx)
  const known = cache.get(String(accountId))
  if (known !== undefined) return known
  const limit = (await findCallLimit(ctx.db, accountId)) ?? DEFAULT_CALLS_PER_MINUTE
  cache.set(String(accountId), limit)
  return limit
}

/** Counts a call of an API key, in all processes together; null for a session, which has no limit of calls. */
export async function countCall(
  ctx: Context,
  { accountId, credential }: Actor,
): Promise<CallAllowance | null> {
  if (credential.kind !== 'api_key') return null
  const limit = Math.min(
    await findLimit(ctx, accountId),
    credential.callsPerMinute ?? Number.POSITIVE_INFINITY,
  )
  const { used, resetSeconds } = await calls.count(ctx, String(credential.id))
  return { limit, used, resetSeconds }
}
