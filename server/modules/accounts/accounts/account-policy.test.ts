import { expect, test } from 'vitest'
import { anOwner } from '#server/testing/an-actor.ts'
import { canCloseAccount, canEnterAccount } from './account-policy.ts'

const open = { closed_at: null }
const closed = { closed_at: new Date(0) }

test.each([
  ['an owner into an open account', 'user', open, true],
  ['a member into an open account', 'related', open, true],
  ['an owner into a closed account', 'user', closed, true],
  ['an administrator into a closed account', 'admin', closed, true],
  ['a member into a closed account', 'related', closed, false],
] as const)('may log in as a member of an account: %s', (_actor, role, account, expected) => {
  expect(canEnterAccount({ role }, account)).toBe(expected)
})

test.each([
  ['an owner', null, true],
  ['who acts as an owner', { userId: 7, accountId: 2, mode: 'write' as const }, false],
])('may close the account: %s', (_actor, acting, expected) => {
  expect(canCloseAccount(anOwner({ acting }))).toBe(expected)
})
