import { describe, expect, it } from 'vitest'
import { appCode } from '#server/testing/authenticator.ts'
import { matchingStep, newSecret, otpauthUri } from './totp.ts'

const at = (seconds: number) => new Date(seconds * 1000)

// RFC 6238, appendix B: the seed "12345678901234567890" in base32, with the codes of eight digits for SHA-1.
const SEED = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const VECTORS: [seconds: number, eightDigits: string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
]

describe('the code of an app', () => {
  it.each(VECTORS)('matches RFC 6238 at second %i', async (seconds, eightDigits) => {
    const step = Math.floor(seconds / 30)
    expect(appCode(SEED, step, 8)).toBe(eightDigits)
    expect(await matchingStep(SEED, eightDigits.slice(2), at(seconds))).toBe(step)
  })

  it.each([
    [-60, false],
    [-31, false],
    [-30, true],
    [-1, true],
    [0, true],
    [29, true],
    [30, true],
    [59, true],
    [60, false],
    [90, false],
  ])('is accepted %i seconds after its step started: %s', async (away, accepted) => {
    const step = 41_152_263
    const found = await matchingStep(SEED, appCode(SEED, step), at(step * 30 + away))
    expect(found).toBe(accepted ? step : null)
  })

  it.each(['', '28708', '2870822', '287 082', 'abcdef', '２８７０８２', '-28708', '28708\n', '1e5000'])(
    'is not "%s"',
    async (code) => {
      expect(await matchingStep(SEED, code, at(59))).toBeNull()
    },
  )

  it('matches one secret only', async () => {
    const step = 41_152_263
    const other = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    expect(await matchingStep(SEED, appCode(SEED, step), at(step * 30))).toBe(step)
    expect(await matchingStep(other, appCode(SEED, step), at(step * 30))).toBeNull()
  })

  it('uses a fresh secret of 160 bits', () => {
    expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
    expect(newSecret()).not.toBe(newSecret())
  })
})

describe('the address for the QR code', () => {
  it.each([
    ['Fox Leads', 'ann@fox.example'],
    ['Fox: Leads & "Söhne" ?#%', 'ann+two@fox.example'],
    ['  :  ', 'ann@fox.example'],
    ['<script>alert(1)</script>', 'a&secret=AAAA@fox.example'],
    ['🦊', 'ann@fox.example'],
  ])('contains brand %s and address %s, escaped', (brand, email) => {
    const uri = new URL(otpauthUri(SEED, brand, email))
    const issuer = brand.replace(/\s*:\s*/g, ' ').trim() || 'Sign-in'
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
    expect(decodeURIComponent(uri.pathname)).toBe(`/${issuer}:${email}`)
    const parameters = Object.fromEntries(uri.searchParams)
    expect(parameters).toEqual({ secret: SEED, issuer })
    expect(uri.searchParams.getAll('secret')).toEqual([SEED])
  })
})
