import { MESSAGES } from '#contract/core/messages.ts'
import type { AccountClosing } from '#contract/privacy/account-closing.ts'
import { canCloseAccount, findUser, requirePassword } from '#server/modules/accounts/accounts/index.ts'
import { hasSecondFactor, verifyFactorCode } from '#server/modules/identity/second-factor/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'

const closeAccountLimit = defineRateLimit({ name: 'close-account', points: 10, seconds: 15 * 60 })

/** Proofs required for closing, besides the account's name. */
export interface ClosingProof {
  name: string
  password?: string
  code?: string
}

export async function findClosingProof(ctx: Context, actor: Actor): Promise<AccountClosing['proof']> {
  const user = await findUser(ctx, actor.userId)
  if (user?.password_hash) return 'password'
  return (await hasSecondFactor(ctx, actor.userId)) ? 'code' : 'name'
}

/** Closing requires the person themselves, with a fresh proof. */
export async function requireClosingProof(
  ctx: Context,
  actor: Actor,
  { password, code }: ClosingProof,
): Promise<void> {
  if (!canCloseAccount(actor))
    throw new AppError('forbidden', 'Only the owner can close the account, not someone logged in as them')
  const proof = await findClosingProof(ctx, actor)
  if (proof === 'password') await requirePassword(ctx, actor.userId, password)
  if (proof !== 'code') return
  if (!code) throw invalidField('code', MESSAGES.required)
  await closeAccountLimit.consume(ctx, String(actor.userId))
  if (!(await transaction(ctx.db, () => verifyFactorCode(ctx, actor.userId, code))))
    throw new AppError(
      'invalid_code',
      'This code is wrong or was already used. Wait for the next one in your app.',
    )
  await closeAccountLimit.reset(ctx, String(actor.userId))
}
