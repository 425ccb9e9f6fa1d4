import { onFirstUse } from '#server/platform/first-use.ts'

const otp = onFirstUse<typeof import('otplib')>('otplib')

/** Seconds that one code is shown for (RFC 6238); apps know no other value well. */
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

/** The otpauth:// address that an authenticator app reads from a QR code. */
export const otpauthUri = (secret: string, brand: string, email: string): string =>
  // The colon parts issuer and label, so a brand must not bring one of its own.
  otp().generateURI({
    ...SETTINGS,
    secret,
    issuer: brand.replace(/\s*:\s*/g, ' ').trim() || 'Sign-in',
    label: email,
  })
