import { expect, test } from 'vitest'
import { canManageSubscription, holdCause } from './subscription-policy.ts'

test.each([
  ['a customer', { id: 3, path: [1, 2, 3] }, true],
  ['a customer of a reseller below', { id: 4, path: [1, 2, 3, 4] }, true],
  ['the own account', { id: 2, path: [1, 2] }, false],
  ['an account above', { id: 1, path: [1] }, false],
  ['somebody else’s', { id: 9, path: [1, 8, 9] }, false],
])('may a reseller manage the subscription? %s', (_name, account, allowed) => {
  expect(canManageSubscription({ accountId: 2 }, account)).toBe(allowed)
})

test.each([
  ['a reseller and their customer', { accountId: 2, role: 'user' }, 2, 'reseller'],
  ['a reseller and a customer further below', { accountId: 2, role: 'user' }, 5, 'reseller'],
  ['staff and a customer of the platform', { accountId: 1, role: 'admin' }, 1, 'reseller'],
  ['staff and somebody else’s customer', { accountId: 1, role: 'admin' }, 2, 'staff'],
] as const)('the cause of a hold by %s', (_name, actor, parent_id, cause) => {
  expect(holdCause(actor, { parent_id })).toBe(cause)
})
