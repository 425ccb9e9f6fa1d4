import { expect, test } from 'vitest'
import type { User } from '#contract/user.ts'
import { changesOf, draftOf, editsAfter } from './profile-draft.ts'

const user = {
  first_name: 'Sample',
  last_name: '',
  isMainUser: true,
  account: { id: 1, name: 'Sample account', time_zone: 'UTC' },
} as User

test('only what differs is sent, without spaces around', () => {
  expect(changesOf(user, draftOf(user))).toEqual({})
  expect(changesOf(user, { ...draftOf(user), first_name: ' Sample ', last_name: ' Person ' })).toEqual({
    last_name: 'Person',
  })
  expect(changesOf(user, { ...draftOf(user), time_zone: 'Europe/Lisbon' })).toEqual({
    time_zone: 'Europe/Lisbon',
  })
})

test('what belongs to the account is left to its main user', () => {
  const member = { ...user, isMainUser: false }
  expect(changesOf(member, { ...draftOf(user), first_name: 'Other', account_name: 'Other' })).toEqual({
    first_name: 'Other',
  })
})

test('what was typed while a save was under way stays', () => {
  const sent = { first_name: 'A', last_name: 'B' }
  expect(editsAfter({ first_name: 'A', last_name: 'BC' }, sent)).toEqual({ last_name: 'BC' })
})
