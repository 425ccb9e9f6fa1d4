import { MESSAGES } from '#contract/core/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { verifyPassword } from '#server/platform/crypto/password.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { findUser } from './accounts-store.ts'

const passwordLimit = defineRateLimit({ name: 'password', points: 10, seconds: 15 * 60 })

/**
 * Requires the user's password again before something that a stolen token must not do. A user without a password
 * (social sign-in only) passes: what outlives the session requires their recent sign-in instead (`requireSessionOwner`).
 * @throws AppError validation_failed on `field`, rate_limited.
 */
export async function requirePassword(
  ctx: Context,
  userId: number,
  password: string | undefined,
  field = 'password',
): Promise<void> {
  const user = await findUser(ctx.db, userId)
  if (!user) throw notFound('The user')
  if (!user.password_hash) return
  if (password === undefined) throw invalidField(field, MESSAGES.required)
  await passwordLimit.consume(ctx, String(userId))
  if (!(await verifyPassword(user.password_hash, password)))
    throw invalidField(field, 'The password is wrong')
  await passwordLimit.reset(ctx, String(userId))
}
