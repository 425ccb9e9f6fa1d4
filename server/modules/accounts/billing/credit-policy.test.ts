import { expect, test } from 'vitest'
import { anAdministrator, anOwner } from '#server/testing/an-actor.ts'
import { canMoveCredits } from './credit-policy.ts'

const PLATFORM = { id: 1, path: [1] }
const RESELLER = { id: 2, path: [1, 2] }
const CUSTOMER = { id: 3, path: [1, 2, 3] }

test.each([
  ['an administrator, of a reseller', anAdministrator({ accountId: 1 }), RESELLER, true],
  ['an administrator, of a reseller’s customer', anAdministrator({ accountId: 1 }), CUSTOMER, true],
  ['an administrator, of the installation', anAdministrator({ accountId: 1 }), PLATFORM, true],
  ['a reseller, of a customer', anOwner({ accountId: 2 }), CUSTOMER, true],
  ['a reseller, of its own account', anOwner({ accountId: 2 }), RESELLER, false],
  ['a reseller, of an account beside', anOwner({ accountId: 2 }), { id: 4, path: [1, 4] }, false],
  ['a reseller, of the account above', anOwner({ accountId: 2 }), PLATFORM, false],
])('may credits be moved? %s', (_actor, actor, account, expected) => {
  expect(canMoveCredits(actor, account)).toBe(expected)
})
