import { expect, test } from 'vitest'
import { API_SCOPES } from '#contract/core/scopes.ts'
import { anActor, anAdministrator, anOwner } from '#server/testing/an-actor.ts'
import { canGrantScope, canMakeApiKey } from './api-key-policy.ts'

const credential = { kind: 'api_key', id: 1, expiresAt: null } as const
const usual = API_SCOPES.filter((scope) => scope !== 'admin')

test.each([
  ['a member', anActor(), true, usual],
  ['an owner', anOwner({ modules: ['admin'] }), true, usual],
  ['an administrator', anAdministrator(), true, API_SCOPES],
  ['an API key', anOwner({ credential }), false, usual],
  [
    'who acts as an administrator',
    anAdministrator({ acting: { userId: 7, accountId: 2, mode: 'write' } }),
    false,
    API_SCOPES,
  ],
] as const)('may create API keys, and with which scopes: %s', (_actor, actor, makes, scopes) => {
  expect(canMakeApiKey(actor)).toBe(makes)
  expect(API_SCOPES.filter((scope) => canGrantScope(actor, scope))).toEqual(scopes)
})
