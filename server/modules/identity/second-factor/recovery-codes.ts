import { createHmac, randomBytes } from 'node:crypto'

const RECOVERY_CODE_COUNT = 10
const LENGTH = 10
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Ten different recovery codes of 50 random bits, formatted as xxxxx-xxxxx. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODE_COUNT) {
    // 32 characters divide 256 evenly, so all are equally likely.
    const letters = [...randomBytes(LENGTH)].map((byte) => BASE32[byte & 31]).join('')
    codes.add(`${letters.slice(0, 5)}-${letters.slice(5)}`)
  }
  return [...codes]
}

/** A typed code without case, spaces and dashes. */
export const bareCode = (typed: string): string => typed.replace(/[\s\p{Pd}]/gu, '').toLowerCase()

/** Whether a normalized code has the form of a recovery code. */
export const looksLikeRecoveryCode = (bare: string): boolean => /^[a-z2-7]{10}$/.test(bare)

/** The stored form of a code: an HMAC that is useless without the installation's key, or for another person. */
export const hashRecoveryCode = (pepper: string, userId: number, code: string): string =>
  createHmac('sha256', pepper)
    .update(`recovery-code:${userId}:${bareCode(code)}`)
    .digest('hex')
