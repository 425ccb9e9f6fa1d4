import { describe, expect, it } from 'vitest'
import { bareCode, hashRecoveryCode, looksLikeRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

const PEPPER = 'a key for tests only'

describe('recovery codes', () => {
  it('are ten distinct ones in the form xxxxx-xxxxx', () => {
    const codes = [...newRecoveryCodes(), ...newRecoveryCodes()]
    expect(codes).toHaveLength(20)
    expect(new Set(codes).size).toBe(20)
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/)
  })

  it('use every letter of base32', () => {
    const letters = new Set(Array.from({ length: 100 }, newRecoveryCodes).flat().join('').replaceAll('-', ''))
    expect([...letters].sort().join('')).toBe('234567abcdefghijklmnopqrstuvwxyz')
  })

  it.each([
    'abcde-fg234',
    'ABCDE-FG234',
    ' abcde fg234 ',
    'a b c d e f g 2 3 4',
    'abcde–fg234',
    'abcdefg234',
  ])('are equal when written as "%s"', (typed) => {
    expect(bareCode(typed)).toBe('abcdefg234')
    expect(looksLikeRecoveryCode(bareCode(typed))).toBe(true)
    expect(hashRecoveryCode(PEPPER, 7, typed)).toBe(hashRecoveryCode(PEPPER, 7, 'abcde-fg234'))
  })

  it.each(['', 'abcde', 'abcdefg2345', 'abcdefg189', "' or 1=1 -", 'abcdefg23é'])('are not "%s"', (typed) => {
    expect(looksLikeRecoveryCode(bareCode(typed))).toBe(false)
  })

  it('are stored differently for another person and under another key', () => {
    const hashes = [
      hashRecoveryCode(PEPPER, 7, 'abcdefg234'),
      hashRecoveryCode(PEPPER, 8, 'abcdefg234'),
      hashRecoveryCode('another key', 7, 'abcdefg234'),
      hashRecoveryCode(PEPPER, 7, 'abcdefg235'),
    ]
    expect(new Set(hashes).size).toBe(4)
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/)
  })
})
