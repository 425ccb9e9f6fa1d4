import { expect, test } from 'vitest'
import { inviteMember, updateMember } from '#contract/team.ts'
import { changedRights, draftOf, fieldError, NEW_RIGHTS, rightsOf } from './rights-draft.ts'

const OFFERED = ['ai_suggest', 'leads'] as const

test('new rights are what the contract gives when nothing is said', () => {
  const body = inviteMember.body!.parse({ email: 'a@sample.example' })
  expect(body).toMatchObject(NEW_RIGHTS)
  expect(rightsOf(draftOf(NEW_RIGHTS, OFFERED))).toEqual(NEW_RIGHTS)
})

test('choosing modules starts with all of them, and leaves out what the account no longer has', () => {
  const draft = draftOf(NEW_RIGHTS, OFFERED)
  expect(rightsOf({ ...draft, everything: false }).granted_modules).toEqual(['ai_suggest', 'leads'])
  expect(draftOf({ ...NEW_RIGHTS, granted_modules: ['leads', 'whitelabel'] }, OFFERED)).toMatchObject({
    everything: false,
    modules: ['leads'],
  })
})

test('only changes are sent, and the API takes them', () => {
  const before = draftOf({ ...NEW_RIGHTS, granted_modules: ['leads'] }, OFFERED)
  expect(changedRights(before, { ...before })).toEqual({})
  const changes = changedRights(before, { ...before, cap: 0, everything: true })
  expect(changes).toEqual({ granted_modules: null, monthly_credit_cap: 0 })
  expect(updateMember.body!.safeParse(changes).success).toBe(true)
})

test('the role of an administrator is never sent', () => {
  expect(rightsOf({ ...draftOf(NEW_RIGHTS, OFFERED), role: 'admin' })).not.toHaveProperty('role')
})

test('a field takes the sentence of its part', () => {
  expect(fieldError({ 'granted_modules.0': 'Type is not valid' }, 'granted_modules')).toBe(
    'Type is not valid',
  )
  expect(fieldError({ email: 'Taken' }, 'email')).toBe('Taken')
  expect(fieldError({ email: 'Taken' }, 'role')).toBeUndefined()
})
