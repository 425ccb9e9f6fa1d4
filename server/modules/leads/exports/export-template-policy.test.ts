import { expect, test } from 'vitest'
import { anActor, anOwner } from '#server/testing/an-actor.ts'
import { canEditTemplate } from './export-template-policy.ts'

const own = { owner_id: 1, is_shared: false }
const shared = { owner_id: 1, is_shared: true }

test.each([
  ['who made it, of their own', anActor({ userId: 1 }), own, true],
  ['who made it, of a shared one', anActor({ userId: 1 }), shared, true],
  ['another member, of a shared one', anActor({ userId: 2 }), shared, false],
  ['an owner of the account, of somebody’s own', anOwner({ userId: 3 }), own, false],
  ['an owner of the account, of a shared one', anOwner({ userId: 3 }), shared, true],
])('may edit an export template: %s', (_actor, actor, template, expected) => {
  expect(canEditTemplate(actor, template)).toBe(expected)
})
