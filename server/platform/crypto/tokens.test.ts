import { expect, test } from 'vitest'
import { constantTimeEqual, hashToken, newToken, randomId } from './tokens.ts'

test('a token has 256 random bits and its hash is what hashToken gives', () => {
  const { token, hash } = newToken()
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(hash).toBe(hashToken(token))
  expect(newToken().token).not.toBe(token)
})

test('a prefix stays readable and is part of the hashed value', () => {
  const { token, hash } = newToken('lw_')
  expect(token).toMatch(/^lw_[\w-]{43}$/)
  expect(hash).not.toBe(hashToken(token.slice(3)))
})

test('the hash is SHA-256 in hex', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test.each([
  ['same', 'same', true],
  ['same', 'samf', false],
  ['same', 'same ', false],
  ['', '', true],
  ['', 'a', false],
  ['é', 'e\u0301', false],
])('constantTimeEqual(%j, %j) is %s', (a, b, expected) => {
  expect(constantTimeEqual(a, b)).toBe(expected)
})

test('randomId gives different UUIDs', () => {
  expect(randomId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(randomId()).not.toBe(randomId())
})
