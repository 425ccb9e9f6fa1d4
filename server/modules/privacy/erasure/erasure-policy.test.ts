import { expect, test } from 'vitest'
import { anAdministrator, anOwner } from '#server/testing/an-actor.ts'
import { canEraseEverywhere } from './erasure-policy.ts'

test.each([
  ['an owner', anOwner(), false],
  ['a reseller', anOwner({ modules: ['whitelabel'] }), false],
  ['an administrator', anAdministrator(), true],
] as const)('may erase a person everywhere: %s', (_actor, actor, expected) => {
  expect(canEraseEverywhere(actor)).toBe(expected)
})
