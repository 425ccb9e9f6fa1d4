import { describe, expect, test } from 'vitest'
import {
  type Changes,
  canDecide,
  changeProblem,
  type Decider,
  formatUserName,
  grantProblem,
  type Judged,
  memberCan,
  oneLine,
  removalProblem,
  roleProblem,
} from './team-policy.ts'

const main: Decider = { id: 1, role: 'user' }
const admin: Decider = { id: 2, role: 'admin' }
const member = (more: Partial<Judged> = {}): Judged => ({
  id: 9,
  role: 'related',
  state: 'active',
  cap: null,
  granted_modules: null,
  ...more,
})
const itself = (by: Decider, more: Partial<Judged> = {}) => member({ id: by.id, role: by.role, ...more })
const account = { isPlatform: false, modules: ['leads', 'ai_suggest'] }
const platform = { isPlatform: true, modules: ['leads', 'admin'] }

describe('changing a member', () => {
  test.each<[what: string, by: Decider, who: Judged, changes: Changes, where: typeof account]>([
    ['makes an owner', main, member(), { role: 'user' }, account],
    ['takes it back', main, member({ role: 'user' }), { role: 'related' }, account],
    ['suspends', main, member(), { state: 'suspended' }, account],
    ['suspends another owner', main, member({ role: 'user' }), { state: 'suspended' }, account],
    ['sets a cap of an owner', main, member({ role: 'user' }), { monthly_credit_cap: 5 }, account],
    ['grants what the account has', main, member(), { granted_modules: ['leads'] }, account],
    ['grants everything', main, member(), { granted_modules: null }, account],
    ['grants nothing', main, member(), { granted_modules: [] }, account],
    [
      'leaves the own role, state, cap and modules',
      main,
      itself(main, { cap: 7, granted_modules: ['leads'] }),
      { role: 'user', state: 'active', monthly_credit_cap: 7, granted_modules: ['leads'] },
      account,
    ],
    ['suspends an administrator as one', admin, member({ role: 'admin' }), { state: 'suspended' }, platform],
    ['keeps a member of the platform', admin, member(), { role: 'related' }, platform],
  ])('%s', (_what, by, actor, changes, where) => {
    expect(changeProblem(by, actor, changes, where)).toBeNull()
  })

  test.each<[code: string, what: string, by: Decider, who: Judged, changes: Changes, where: typeof account]>([
    ['conflict', 'the own role', main, itself(main), { role: 'related' }, account],
    ['conflict', 'the own state', main, itself(main), { state: 'suspended' }, account],
    ['conflict', 'the own cap', main, itself(main, { cap: 7 }), { monthly_credit_cap: null }, account],
    [
      'conflict',
      'more modules of the own',
      main,
      itself(main, { granted_modules: [] }),
      { granted_modules: null },
      account,
    ],
    ['conflict', 'a new own cap', main, itself(main), { monthly_credit_cap: 0 }, account],
    [
      'conflict',
      'the role of an administrator',
      admin,
      member({ role: 'admin' }),
      { role: 'user' },
      platform,
    ],
    ['conflict', 'the own role of one', admin, itself(admin), { role: 'related' }, platform],
    [
      'forbidden',
      'an administrator by somebody else',
      main,
      member({ role: 'admin' }),
      { state: 'suspended' },
      platform,
    ],
    ['validation_failed', 'an owner of the platform', admin, member(), { role: 'user' }, platform],
    ['validation_failed', 'a module too many', main, member(), { granted_modules: ['whitelabel'] }, account],
  ])('is refused with %s for %s', (code, _what, by, actor, changes, where) => {
    expect(changeProblem(by, actor, changes, where)?.code).toBe(code)
  })
})

test.each<[string | undefined, Decider, Judged]>([
  [undefined, main, member()],
  [undefined, main, member({ role: 'user' })],
  [undefined, admin, member({ role: 'admin' })],
  ['conflict', main, itself(main)],
  ['conflict', admin, itself(admin)],
  ['forbidden', main, member({ role: 'admin' })],
])('removing a member answers %s', (code, by, actor) => {
  expect(removalProblem(by, actor)?.code).toBe(code)
})

test.each<[what: string, by: Decider, who: Judged, can: string]>([
  ['a member', main, member(), 'edit change_role change_limits suspend remove'],
  ['another owner', main, member({ role: 'user' }), 'edit change_role change_limits suspend remove'],
  ['a suspended one', main, member({ state: 'suspended' }), 'edit change_role change_limits suspend remove'],
  ['one with a limit', main, member({ cap: 5 }), 'edit change_role change_limits suspend remove'],
  ['itself', main, itself(main), 'edit'],
  ['itself, with a limit', main, itself(main, { cap: 5 }), 'edit'],
  ['an administrator, as an owner', main, member({ role: 'admin' }), ''],
  ['an administrator, as another one', admin, member({ role: 'admin' }), 'edit change_limits suspend remove'],
  ['a member of the platform', admin, member(), 'edit change_role change_limits suspend remove'],
])('the team’s list says what can be done with %s', (_what, by, actor, can) => {
  const granted = Object.entries(memberCan(by, actor)).filter(([, allowed]) => allowed)
  expect(granted.map(([name]) => name).join(' ')).toBe(can)
})

test.each([
  ['user', 'active', true],
  ['admin', 'active', true],
  ['user', 'suspended', false],
  ['user', 'removed', false],
  ['related', 'active', false],
] as const)('may manage the team: %s, %s', (role, state, expected) => {
  expect(canDecide({ role, state })).toBe(expected)
})

test('a refused grant names what is missing for it', () => {
  expect(grantProblem(['leads', 'admin', 'whitelabel'], ['leads'])?.fields).toEqual({
    granted_modules: 'This account doesn’t have: admin, whitelabel',
  })
  expect(grantProblem(null, [])).toBeNull()
  expect(grantProblem(undefined, [])).toBeNull()
})

test('only the platform refuses owners as members of a team', () => {
  expect(roleProblem('user', true)?.fields).toHaveProperty('role')
  expect(roleProblem('user', false)).toBeNull()
  expect(roleProblem('related', true)).toBeNull()
})

test.each([
  ['Robin\r\nBcc: x@y.example', 'Robin Bcc: x@y.example'],
  ['\u2028A\u2029B\tC\u0007', 'A B C'],
  ['  Ö  ', 'Ö'],
  ['\r\n', ''],
])('the name %j becomes one line', (name, line) => {
  expect(oneLine(name)).toBe(line)
})

test('a person without a name is shown by address', () => {
  const email = 'robin@people.example'
  expect(formatUserName({ first_name: '', last_name: '', email })).toBe(email)
  expect(formatUserName({ first_name: 'Robin', last_name: '', email })).toBe('Robin')
  expect(formatUserName({ first_name: 'Robin', last_name: 'Sample', email })).toBe('Robin Sample')
})
