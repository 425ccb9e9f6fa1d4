import { describe, expect, test } from 'vitest'
import { createSecretBox, SecretBoxError } from './secret-box.ts'

const KEY = 'installation key of the secret box test'
const box = createSecretBox(KEY)

function tamper(sealed: string, index: number): string {
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  bytes[index]! ^= 1
  return `v1.${bytes.toString('base64url')}`
}

describe('secret box', () => {
  test.each(['', 'sk_live_123', 'grüße 🗝️', 'x'.repeat(100_000)])('opens what it sealed', (plain) => {
    expect(box.open(box.seal(plain, 'mail:1'), 'mail:1')).toBe(plain)
  })

  test('opens with another box of the same key, so a restart keeps every secret', () => {
    expect(createSecretBox(KEY).open(box.seal('s3cret', 'c'), 'c')).toBe('s3cret')
  })

  test('opens a text sealed earlier, so the stored format stays readable', () => {
    const stored = 'v1.F2m8KorfSepIufc9OGafvzSgoNn8XCNs3VWv_caDH8T3ZNwSez2Z-s-w'
    expect(box.open(stored, 'mail:1')).toBe('kept for years')
  })

  test('seals the same text differently each time and does not reveal it', () => {
    const sealed = [box.seal('visible', 'c'), box.seal('visible', 'c')]
    expect(sealed[0]).not.toBe(sealed[1])
    expect(sealed[0]).toMatch(/^v1\.[\w-]+$/)
    expect(Buffer.from(sealed[0]!.slice(3), 'base64url').toString('latin1')).not.toContain('visible')
  })

  test('rejects another context, key or version and a truncated text, all with one error', () => {
    const sealed = box.seal('top secret', 'account:1')
    const attempts: Array<() => string> = [
      () => box.open(sealed, 'account:2'),
      () => createSecretBox(`${KEY}!`).open(sealed, 'account:1'),
      () => box.open(sealed.replace('v1.', 'v2.'), 'account:1'),
      () => box.open(sealed.slice(3), 'account:1'),
      () => box.open(sealed.slice(0, 20), 'account:1'),
      () => box.open('', 'account:1'),
      () => box.open('top secret', 'account:1'),
    ]
    for (const attempt of attempts) {
      const error = catchError(attempt)
      expect(error).toBeInstanceOf(SecretBoxError)
      expect((error as Error).message).toBe('The stored secret cannot be read')
      expect((error as Error).cause).toBeUndefined()
    }
  })

  test('rejects a change of any single byte: nonce, tag and body', () => {
    const sealed = box.seal('abc', 'c')
    const length = Buffer.from(sealed.slice(3), 'base64url').length
    expect(length).toBe(12 + 16 + 3)
    for (let index = 0; index < length; index++) {
      expect(() => box.open(tamper(sealed, index), 'c')).toThrow(SecretBoxError)
    }
  })

  test('rejects a short installation key', () => {
    expect(() => createSecretBox('short')).toThrow(RangeError)
  })
})

function catchError(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  return undefined
}
