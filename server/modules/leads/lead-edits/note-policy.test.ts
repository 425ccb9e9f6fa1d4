import { expect, test } from 'vitest'
import { anActor, anAdministrator, anOwner } from '#server/testing/an-actor.ts'
import { canEditNote } from './note-policy.ts'

test.each([
  ['who wrote it', anActor({ userId: 1 }), true],
  ['another member', anActor({ userId: 2 }), false],
  ['an owner', anOwner({ userId: 3 }), false],
  ['an administrator', anAdministrator({ userId: 4 }), false],
])('may edit a note: %s', (_actor, actor, expected) => {
  expect(canEditNote(actor, { user_id: 1 })).toBe(expected)
})
