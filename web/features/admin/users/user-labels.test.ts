import { expect, test } from 'vitest'
import type { AdminUserDetails } from '#contract/admin/users.ts'
import { actionsFor, fullName } from './user-labels.ts'

const user = {
  state: 'active',
  sessions: [],
  second_factor: false,
  only_owner: false,
  account: { id: 1, name: 'Acme' },
  can: { edit: true, change_role: true, suspend: true, delete: true },
} as unknown as AdminUserDetails
const names = (overrides: object) =>
  actionsFor({ ...user, ...overrides } as AdminUserDetails).map(({ name }) => name)

test('offers the actions that fit state and rights', () => {
  expect(names({})).toEqual(['suspend', 'delete'])
  expect(names({ state: 'suspended', second_factor: true })).toEqual([
    'reactivate',
    'reset_second_factor',
    'delete',
  ])
  expect(names({ state: 'deleted', sessions: [{}] })).toEqual(['end_sessions'])
  expect(names({ can: { ...user.can, suspend: false, delete: false } })).toEqual([])
})

test('deleting the only owner warns that the account is deleted too', () => {
  expect(actionsFor({ ...user, only_owner: true }).at(-1)?.text).toContain('only owner of Acme')
})

test('a user without a name is shown by email', () => {
  expect(fullName({ first_name: '', last_name: '', email: 'a@b.example' })).toBe('a@b.example')
})
