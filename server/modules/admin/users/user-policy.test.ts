import { expect, test } from 'vitest'
import { anAdministrator, anOwner } from '#server/testing/an-actor.ts'
import { canChangeRole, canDeleteUser, canEditUser, canSuspendUser, roleProblem } from './user-policy.ts'

const OWNER = anAdministrator()
const SUPPORT = anAdministrator({ isMainUser: false, staffRole: 'support' })
const FINANCE = anAdministrator({ isMainUser: false, staffRole: 'finance' })
const SELF = { id: OWNER.userId, role: 'admin', staff_role: 'owner' } as const
const CUSTOMER = { id: 900, role: 'user', staff_role: null } as const
const COLLEAGUE = { id: 901, role: 'admin', staff_role: 'finance' } as const

test.each([
  ['an owner, a customer', OWNER, CUSTOMER, 'edit role suspend delete'],
  ['an owner, other staff', OWNER, COLLEAGUE, 'edit role suspend delete'],
  ['an owner, themselves', OWNER, SELF, 'edit'],
  ['support, a customer', SUPPORT, CUSTOMER, 'suspend'],
  ['support, other staff', SUPPORT, COLLEAGUE, ''],
  ['finance, a customer', FINANCE, CUSTOMER, ''],
  ['an administrator without the module', anAdministrator({ modules: ['leads'] }), CUSTOMER, ''],
  ['an owner of a customer with the module', anOwner({ modules: ['admin'] }), CUSTOMER, ''],
] as const)('what may be done to a user: %s', (_name, actor, user, expected) => {
  const rules = { edit: canEditUser, role: canChangeRole, suspend: canSuspendUser, delete: canDeleteUser }
  const granted = Object.entries(rules).flatMap(([name, rule]) => (rule(actor, user) ? [name] : []))
  expect(granted.join(' ')).toBe(expected)
})

test.each([
  ['user', false, undefined, null],
  ['related', true, undefined, null],
  ['admin', true, false, null],
  ['admin', false, undefined, 'role'],
  ['user', true, undefined, 'role'],
  ['related', false, true, 'isMainUser'],
  ['user', false, false, 'isMainUser'],
] as const)('role %s, of the platform: %s, isMainUser %s', (role, isPlatform, isMainUser, field) => {
  expect(roleProblem(role, { isPlatform, isMainUser })?.field ?? null).toBe(field)
})
