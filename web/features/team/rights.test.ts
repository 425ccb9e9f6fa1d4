import { expect, test } from 'vitest'
import { inviteMember, type Member, updateMember } from '#contract/team.ts'
import { changedRights, draftOf, heirsOf, NEW_RIGHTS, rightsOf } from './rights.ts'

const OFFERED = ['ai_suggest', 'leads'] as const

test('new rights are what the contract gives when nothing is said', () => {
  const body = inviteMember.body!.parse({ email: 'a@sample.example' })
  expect(body).toMatchObject(NEW_RIGHTS)
  expect(rightsOf(draftOf(NEW_RIGHTS, OFFERED))).toEqual(NEW_RIGHTS)
})

test('choosing modules starts with all of them, and leaves out what the account no longer has', () => {
  const draft = draftOf(NEW_RIGHTS, OFFERED)
  expect(rightsOf({ ...draft, modules: 'chosen' }).granted_modules).toEqual(['ai_suggest', 'leads'])
  expect(draftOf({ ...NEW_RIGHTS, granted_modules: ['leads', 'whitelabel'] }, OFFERED)).toMatchObject({
    modules: 'chosen',
    granted_modules: ['leads'],
  })
})

test('only changes are sent, and the API takes them', () => {
  const before = draftOf({ ...NEW_RIGHTS, granted_modules: ['leads'] }, OFFERED)
  expect(changedRights(before, { ...before })).toEqual({})
  const changes = changedRights(before, { ...before, monthly_credit_cap: 0, modules: 'all' })
  expect(changes).toEqual({ granted_modules: null, monthly_credit_cap: 0 })
  expect(updateMember.body!.safeParse(changes).success).toBe(true)
})

test('the role of an administrator is never sent', () => {
  expect(rightsOf({ ...draftOf(NEW_RIGHTS, OFFERED), role: 'admin' })).not.toHaveProperty('role')
})

test('lists go to another active member, oneself first', () => {
  const member = (id: number, extra: Partial<Member> = {}) =>
    ({ id, state: 'active', is_me: false, ...extra }) as Member
  const team = [member(1), member(2, { state: 'suspended' }), member(3), member(4, { is_me: true })]
  expect(heirsOf(team[0]!, team).map(({ id }) => id)).toEqual([4, 3])
})
