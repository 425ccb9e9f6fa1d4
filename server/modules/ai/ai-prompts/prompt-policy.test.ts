import { expect, test } from 'vitest'
import { anActor, anOwner } from '#server/testing/an-actor.ts'
import { canEditPrompt, canSharePrompt } from './prompt-policy.ts'

const shared = { created_by: 1, is_shared: true }
const own = { created_by: 1, is_shared: false }
const ofNobody = { created_by: null, is_shared: true }

test.each([
  ['who made it, of an unshared one', anActor({ userId: 1 }), own, true, true],
  ['who made it, of a shared one', anActor({ userId: 1 }), shared, true, true],
  ['another member, of an unshared one', anActor({ userId: 2 }), own, false, false],
  ['another member, of a shared one', anActor({ userId: 2 }), shared, true, false],
  ['an owner, of an unshared one', anOwner({ userId: 3 }), own, false, false],
  ['an owner, of a shared one', anOwner({ userId: 3 }), shared, true, false],
  ['a member, of one whose maker is gone', anActor({ userId: 2 }), ofNobody, true, false],
] as const)('may edit and share a prompt: %s', (_actor, actor, prompt, edits, shares) => {
  expect([canEditPrompt(actor, prompt), canSharePrompt(actor, prompt)]).toEqual([edits, shares])
})
