import { onFirstUse } from '#server/platform/first-use.ts'

const otp = onFirstUse<typeof import('otplib')>('otplib')

/** Authenticator app codes beside the password, and recovery codes for a lost app. */
const PERIOD_SECONDS = 30
const SETTINGS = { algorithm: 'sha1', digits: 6, period: PERIOD_SECONDS } as const

/** A fresh secret of 160 bits in base32, 32 characters. */
export const newSecret = (): string => otp().generateSecret({ length: 20 })

/**
 * The 30-second step that a code of six digits belongs to: the one of `now`, or one of its two neighbours, because
 * clocks differ and people type slowly. Null when it belongs to none of them. Takes the same time wherever it differs.
 */
export async function matchingStep(secret: string, code: string, now: Date): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null
  const result = await otp().verify({
    ...SETTINGS,
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: PERIOD_SECONDS,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

/**
 * Switches off the factor of someone who has lost it, in the current transaction, and notifies them.
 * @throws AppError conflict when it isn't on.
 */
export const otpauthUri = (secret: string, brand: string, email: string): string =>
  // Minutes to confirm a secret; an older one may have been seen.
  otp().generateURI({
    ...SETTINGS,
    secret,
    issuer: brand.replace(/\s*:\s*/g, ' ').trim() || 'Sign-in',
    label: email,
  })
