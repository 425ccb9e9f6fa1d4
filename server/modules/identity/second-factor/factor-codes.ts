import type { Context } from '#server/platform/context.ts'
import { constantTimeEqual } from '#server/platform/crypto/tokens.ts'
import { bareCode, hashRecoveryCode, looksLikeRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import * as store from './second-factor-store.ts'
import { matchingStep } from './totp.ts'

export const sealContext = (userId: number) => `second-factor:${userId}`

export const findCodeStep = (ctx: Context, factor: store.SecondFactorRow, code: string) =>
  matchingStep(ctx.secretBox.open(factor.secret_sealed, sealContext(factor.user_id)), code, ctx.clock.now())

async function isRecoveryCode(ctx: Context, userId: number, code: string): Promise<boolean> {
  if (!looksLikeRecoveryCode(code)) return false
  const wanted = hashRecoveryCode(ctx.secretKey, userId, code)
  const stored = await store.unusedCodes(ctx.db, userId)
  const matching = stored.filter((hash) => constantTimeEqual(hash, wanted))
  return matching[0] !== undefined && store.consumeCode(ctx.db, userId, matching[0])
}

/**
 * Checks a code and uses it up: six digits are the app's, anything else a recovery code in any spelling. Null
 * when it is wrong, used, expired, or the factor is off. The caller counts tries.
 */
export async function verifyFactorCode(
  ctx: Context,
  userId: number,
  typed: string,
): Promise<'app' | 'recovery' | null> {
  const factor = await store.findFactor(ctx.db, userId)
  if (!factor?.enabled_at) return null
  const code = bareCode(typed)
  if (!/^\d{6}$/.test(code)) return (await isRecoveryCode(ctx, userId, code)) ? 'recovery' : null
  const step = await findCodeStep(ctx, factor, code)
  return step !== null && (await store.consumeStep(ctx.db, factor, step)) ? 'app' : null
}

export async function makeRecoveryCodes(ctx: Context, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await store.replaceCodes(
    ctx.db,
    userId,
    codes.map((code) => hashRecoveryCode(ctx.secretKey, userId, code)),
  )
  return codes
}

/** Unused recovery codes; 0 without a second factor. */
export const countRecoveryCodes = async (ctx: Context, userId: number): Promise<number> =>
  (await store.unusedCodes(ctx.db, userId)).length
