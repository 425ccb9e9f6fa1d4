import { expect, test } from 'vitest'
import { MODULE_IDS, MODULES } from '#contract/constants.ts'
import { moduleWords, roleWords } from './user-labels.ts'

test('every module has words', () => {
  const all = MODULES.map((slug) => ({ id: MODULE_IDS[slug], slug }))
  expect(moduleWords(all)).toBe('AI tools, Lead search, White label, Admin panel')
  expect(moduleWords([])).toBe('None')
})

test('roles in words', () => {
  expect(roleWords({ role: 'admin', isMainUser: true })).toBe('Administrator')
  expect(roleWords({ role: 'user', isMainUser: true })).toBe('Main user of the account')
  expect(roleWords({ role: 'related', isMainUser: false })).toBe('Member of the team')
})
