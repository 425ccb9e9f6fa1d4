import { RECENT_FACTOR_MINUTES } from '#contract/identity/log-in-as.ts'
import { findUser, requirePassword } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { isOlderThan } from './sessions-store.ts'

/** Whether the sign-in of a session is too long ago to count as a proof of who sits there. */
export const isSignInOld = (ctx: Context, actor: Actor): Promise<boolean> =>
  isOlderThan(ctx.db, actor.credential.id, RECENT_FACTOR_MINUTES)

/**
 * Requires a fresh proof before a session gets what outlives it: the password, or from someone who only signs in
 * with Google or Facebook, a recent sign-in. @throws AppError validation_failed, rate_limited, conflict.
 */
export async function requireSessionOwner(
  ctx: Context,
  actor: Actor,
  password: string | undefined,
): Promise<void> {
  const user = await findUser(ctx, actor.userId)
  if (user?.password_hash) return requirePassword(ctx, actor.userId, password)
  if (await isSignInOld(ctx, actor))
    throw conflict(`Sign out and in again first: it has been more than ${RECENT_FACTOR_MINUTES} minutes`)
}
