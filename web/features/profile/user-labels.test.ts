import { expect, test } from 'vitest'
import { roleWords } from './user-labels.ts'

test('roles in words', () => {
  expect(roleWords({ role: 'admin', isMainUser: true })).toBe('Administrator')
  expect(roleWords({ role: 'user', isMainUser: true })).toBe('Owner of the account')
  expect(roleWords({ role: 'related', isMainUser: false })).toBe('Member of the team')
})
