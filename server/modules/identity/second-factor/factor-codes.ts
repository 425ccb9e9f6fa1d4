import type { Clock } from '#server/platform/clock.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { constantTimeEqual } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/db.ts'
import { bareCode, hashRecoveryCode, looksLikeRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import * as store from './second-factor-store.ts'
import { matchingStep } from './totp.ts'

interface FactorCodesDeps {
  db: Db
  secretBox: SecretBox
  /** Key for hashing recovery codes. */
  pepper: string
  clock: Clock
}

export const sealContext = (userId: number) => `second-factor:${userId}`

/** App codes and recovery codes. */
export function createFactorCodes({ db, secretBox, pepper, clock }: FactorCodesDeps) {
  const stepOf = (factor: store.SecondFactorRow, code: string) =>
    matchingStep(secretBox.open(factor.secret_sealed, sealContext(factor.user_id)), code, clock.now())

  async function isRecoveryCode(userId: number, code: string): Promise<boolean> {
    if (!looksLikeRecoveryCode(code)) return false
    const wanted = hashRecoveryCode(pepper, userId, code)
    const stored = await store.unusedCodes(db, userId)
    const matching = stored.filter((hash) => constantTimeEqual(hash, wanted))
    return matching[0] !== undefined && store.consumeCode(db, userId, matching[0])
  }

  /**
   * Checks a code and uses it up: six digits are the app's, anything else a recovery code in any spelling. Null
   * when it is wrong, used, expired, or the factor is off. The caller counts tries.
   */
  async function verify(userId: number, typed: string): Promise<'app' | 'recovery' | null> {
    const factor = await store.findFactor(db, userId)
    if (!factor?.enabled_at) return null
    const code = bareCode(typed)
    if (!/^\d{6}$/.test(code)) return (await isRecoveryCode(userId, code)) ? 'recovery' : null
    const step = await stepOf(factor, code)
    return step !== null && (await store.consumeStep(db, factor, step)) ? 'app' : null
  }

  async function makeCodes(userId: number): Promise<string[]> {
    const codes = newRecoveryCodes()
    await store.replaceCodes(
      db,
      userId,
      codes.map((code) => hashRecoveryCode(pepper, userId, code)),
    )
    return codes
  }

  /** Unused recovery codes; 0 without a second factor. */
  const recoveryCodesLeft = async (userId: number): Promise<number> =>
    (await store.unusedCodes(db, userId)).length

  return { stepOf, verify, makeCodes, recoveryCodesLeft }
}

export type FactorCodes = ReturnType<typeof createFactorCodes>
