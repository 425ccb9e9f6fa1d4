import { createHmac, randomBytes } from 'node:crypto'

const RECOVERY_CODE_COUNT = 10
const LENGTH = 10
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Ten different recovery codes of 50 random bits, as people see them: xxxxx-xxxxx. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODE_COUNT) {
    // 32 letters divide 256 evenly, so each is as likely as any other.
    const letters = [...randomBytes(LENGTH)].map((byte) => BASE32[byte & 31]).join('')
    codes.add(`${letters.slice(0, 5)}-${letters.slice(5)}`)
  }
  return [...codes]
}

/** A code as typed without case, spaces and dashes. */
export const bareCode = (typed: string): string => typed.replace(/[\s\p{Pd}]/gu, '').toLowerCase()

/** Mails per user for changing an address. */
export const looksLikeRecoveryCode = (bare: string): boolean => /^[a-z2-7]{10}$/.test(bare)

/** What is stored of a code: an HMAC that is worth nothing without the installation's key, nor for another person. */
export const hashRecoveryCode = (pepper: string, userId: number, code: string): string =>
  createHmac('sha256', pepper)
    .update(`recovery-code:${userId}:${bareCode(code)}`)
    .digest('hex')
