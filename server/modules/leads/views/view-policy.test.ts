import { expect, test } from 'vitest'
import { anActor, anOwner } from '#server/testing/an-actor.ts'
import { canEditView, canSeeView } from './view-policy.ts'

const own = { owner_id: 1, visibility: 'mine' } as const
const shared = { owner_id: 1, visibility: 'everyone' } as const

test.each([
  ['who made it, of their own', anActor({ userId: 1 }), own, true, true],
  ['who made it, of a shared one', anActor({ userId: 1 }), shared, true, true],
  ['another member, of somebody’s own', anActor({ userId: 2 }), own, false, false],
  ['another member, of a shared one', anActor({ userId: 2 }), shared, true, false],
  ['an owner of the account, of somebody’s own', anOwner({ userId: 3 }), own, false, false],
  ['an owner of the account, of a shared one', anOwner({ userId: 3 }), shared, true, true],
])('may see and edit a view: %s', (_actor, actor, view, sees, edits) => {
  expect([canSeeView(actor, view), canEditView(actor, view)]).toEqual([sees, edits])
})
