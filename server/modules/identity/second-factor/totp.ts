import { onFirstUse } from '#server/platform/first-use.ts'

const otp = onFirstUse<typeof import('otplib')>('otplib')

/** Seconds per code (RFC 6238); apps support no other value well. */
const PERIOD_SECONDS = 30
const SETTINGS = { algorithm: 'sha1', digits: 6, period: PERIOD_SECONDS } as const

/** A new 160-bit secret in base32, 32 characters. */
export const newSecret = (): string => otp().generateSecret({ length: 20 })

/**
 * The 30-second step of a six-digit code: that of `now`, or one of its neighbors, because clocks differ and
 * people type slowly. Null when none matches. Constant time.
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

/** The otpauth:// URL for an authenticator app's QR code. */
export const otpauthUri = (secret: string, brand: string, email: string): string =>
  // The colon separates issuer and label, so a brand must not contain one.
  otp().generateURI({
    ...SETTINGS,
    secret,
    issuer: brand.replace(/\s*:\s*/g, ' ').trim() || 'Sign-in',
    label: email,
  })
