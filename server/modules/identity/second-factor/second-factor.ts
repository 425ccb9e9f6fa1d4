import type { UserRow } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type CallOrigin, sendFactorChangeMail } from './change-mail.ts'
import { countRecoveryCodes } from './factor-codes.ts'
import { findFactor, switchOff, usersWithFactor } from './second-factor-store.ts'

/* Authenticator app codes beside the password, and recovery codes for a lost app. */

/** Whether signing in asks this user for a code. */
export const hasSecondFactor = async (ctx: Context, userId: number): Promise<boolean> =>
  Boolean((await findFactor(ctx.db, userId))?.enabled_at)

/** Those of these users who have a second factor. */
export const findUsersWithFactor = async (ctx: Context, userIds: number[]) =>
  new Set(await usersWithFactor(ctx.db, userIds))

/**
 * Switches off the factor of someone who has lost it, in the current transaction, and notifies them.
 * @throws AppError conflict when it isn't on.
 */
export async function resetSecondFactor(ctx: Context, user: UserRow, from: CallOrigin): Promise<void> {
  if (!(await findFactor(ctx.db, user.id))?.enabled_at)
    throw conflict('This person doesn’t use two-factor authentication')
  await switchOff(ctx.db, user.id)
  await sendFactorChangeMail(ctx, user, 'off', from)
}

export async function showSecondFactor(ctx: Context, actor: Actor) {
  const factor = await findFactor(ctx.db, actor.userId)
  const enabledAt = factor?.enabled_at?.toISOString() ?? null
  return {
    enabled: enabledAt !== null,
    enabled_at: enabledAt,
    recovery_codes_left: enabledAt === null ? 0 : await countRecoveryCodes(ctx, actor.userId),
  }
}
