import { expect, test } from 'vitest'
import { anAdministrator, anOwner } from '#server/testing/an-actor.ts'
import { seesProviderCost } from './margin-policy.ts'

test('only the platform sees its cost of credits', () => {
  expect(seesProviderCost(anAdministrator())).toBe(true)
  expect(seesProviderCost(anOwner({ modules: ['whitelabel'] }))).toBe(false)
})
