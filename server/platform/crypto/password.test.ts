import { hash, parseOptions, verify } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

/** Verifies, and records the hashes it was called with. */
function counting() {
  const verified: string[] = []
  return {
    verified,
    verify: (stored: string | Uint8Array, password: string | Uint8Array) => {
      verified.push(String(stored))
      return verify(stored, password)
    },
  }
}

test('accepts the right password and rejects others', async () => {
  const stored = await hashPassword('correct horse')
  expect(await verifyPassword(stored, 'correct horse')).toBe(true)
  expect(await verifyPassword(stored, 'correct horse ')).toBe(false)
  expect(await verifyPassword(stored, '')).toBe(false)
})

test('hashes with argon2id, 19 MiB, 2 passes, 1 lane and a fresh 16-byte salt', async () => {
  const stored = await hashPassword('pw')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(parseOptions(stored)).toMatchObject({ saltLen: 16, outputLen: 32 })
  expect(await hashPassword('pw')).not.toBe(stored)
})

test('a missing user costs one verification with the same parameters and is rejected', async () => {
  const { verified, verify } = counting()
  expect(await verifyPassword(null, 'no user has this password', verify)).toBe(false)
  expect(verified).toHaveLength(1)
  expect(parseOptions(verified[0]!)).toEqual(parseOptions(await hashPassword('pw')))
})

test('an unreadable stored hash is rejected after one verification, without throwing', async () => {
  for (const stored of ['', 'plain text', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$broken']) {
    const { verified, verify } = counting()
    expect(await verifyPassword(stored, 'no user has this password', verify)).toBe(false)
    expect(verified).toHaveLength(1)
  }
})

test('a hash made with other parameters still verifies, so parameters can grow', async () => {
  const old = await hash('pw', { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 })
  expect(await verifyPassword(old, 'pw')).toBe(true)
})
