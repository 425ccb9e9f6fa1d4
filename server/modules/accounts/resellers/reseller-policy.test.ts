import { expect, test } from 'vitest'
import { canBecomeReseller } from './reseller-policy.ts'

test.each([
  ['user', true],
  ['related', false],
  ['admin', false],
] as const)('a user of the role %s becomes a reseller: %s', (role, expected) => {
  expect(canBecomeReseller({ role })).toBe(expected)
})
