import { expect, test } from 'vitest'
import { MODULES } from '#contract/constants.ts'
import type { Member } from '#contract/team.ts'
import { capUse, heirsOf, memberName, moduleWords, reachesWallet } from './team-labels.ts'

const member = (id: number, extra: Partial<Member> = {}): Member => ({
  id,
  email: `m${id}@sample.example`,
  first_name: '',
  last_name: '',
  role: 'related',
  granted_modules: null,
  access_to_wallet: false,
  monthly_credit_cap: null,
  state: 'active',
  is_me: false,
  second_factor: false,
  spent_this_month: 0,
  lists: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  last_seen_at: null,
  ...extra,
})

test('modules read as names in the order of the side bar', () => {
  expect(moduleWords(null)).toBe('Everything')
  expect(moduleWords([])).toBe('None')
  expect(moduleWords(['leads', 'ai_suggest'])).toBe('AI Tools, Lead Search')
  expect(moduleWords(MODULES)).not.toContain('_')
})

test('somebody without a name is called by the address', () => {
  expect(memberName({ first_name: 'Ann', last_name: 'Sample', email: 'a@sample.example' })).toBe('Ann Sample')
  expect(memberName({ first_name: '', email: 'a@sample.example' })).toBe('a@sample.example')
})

test('only a plain member can be without the wallet', () => {
  expect(reachesWallet({ role: 'related', access_to_wallet: false })).toBe(false)
  expect(reachesWallet({ role: 'related', access_to_wallet: true })).toBe(true)
  expect(reachesWallet({ role: 'user', access_to_wallet: false })).toBe(true)
})

test('a limit is used in percent, never more than all of it', () => {
  expect(capUse(10, null)).toMatchObject({ percent: null, tone: 'usual' })
  expect(capUse(79, 100)).toMatchObject({ percent: 79, tone: 'usual', words: '79 of 100' })
  expect(capUse(80, 100)).toMatchObject({ percent: 80, tone: 'near' })
  expect(capUse(150, 100)).toMatchObject({ percent: 100, tone: 'reached' })
  expect(capUse(0, 0)).toMatchObject({ percent: 100, tone: 'reached' })
  expect(capUse(999, 1000)).toMatchObject({ percent: 99, tone: 'near' })
})

test('lists go to another active member, oneself first', () => {
  const team = [
    member(1),
    member(2, { state: 'suspended' }),
    member(3),
    member(4, { is_me: true, role: 'user' }),
  ]
  expect(heirsOf(team[0]!, team).map(({ id }) => id)).toEqual([4, 3])
})
