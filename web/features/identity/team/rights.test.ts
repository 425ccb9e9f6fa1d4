import { expect, test } from 'vitest'
import { inviteMember, type Member, updateMember } from '#contract/identity/team.ts'
import { changedRights, listHeirs, makeDraft, newRights, readRights } from './rights.ts'

const OFFERED = ['ai_suggest', 'leads'] as const

test('an invitation defaults to lead search and AI tools, never to white label or the admin panel', () => {
  const every = ['admin', 'ai_suggest', 'leads', 'whitelabel'] as const
  expect(readRights(makeDraft(newRights(every), every))).toEqual({
    role: 'related',
    granted_modules: ['ai_suggest', 'leads'],
    access_to_wallet: false,
    own_lists_only: false,
    monthly_credit_cap: null,
  })
  expect(newRights(['leads']).granted_modules).toEqual(['leads'])
  const body = { email: 'a@sample.example', ...readRights(makeDraft(newRights(every), every)) }
  expect(inviteMember.body!.safeParse(body).success).toBe(true)
})

test('leaves out modules that the account no longer has', () => {
  expect(
    makeDraft({ ...newRights(OFFERED), granted_modules: ['leads', 'whitelabel'] }, OFFERED),
  ).toMatchObject({
    modules: 'chosen',
    granted_modules: ['leads'],
  })
})

test('sends only changes, in a form the API accepts', () => {
  const before = makeDraft({ ...newRights(OFFERED), granted_modules: ['leads'] }, OFFERED)
  expect(changedRights(before, { ...before })).toEqual({})
  const changes = changedRights(before, { ...before, monthly_credit_cap: 0, modules: 'all' })
  expect(changes).toEqual({ granted_modules: null, monthly_credit_cap: 0 })
  expect(updateMember.body!.safeParse(changes).success).toBe(true)
})

test('the rights of a member never include the administrator role', () => {
  expect(readRights({ ...makeDraft(newRights(OFFERED), OFFERED), role: 'admin' })).not.toHaveProperty('role')
})

test('lists can go to another active member, yourself first', () => {
  const member = (id: number, extra: Partial<Member> = {}) =>
    ({ id, state: 'active', is_me: false, ...extra }) as Member
  const team = [member(1), member(2, { state: 'suspended' }), member(3), member(4, { is_me: true })]
  expect(listHeirs(team[0]!, team).map(({ id }) => id)).toEqual([4, 3])
})
