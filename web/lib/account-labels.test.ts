import { expect, test } from 'vitest'
import { MODULES } from '#contract/core/constants.ts'
import { moduleLabel, personName } from './account-labels.ts'

test('lists module names in sidebar order', () => {
  expect(moduleLabel(null)).toBe('Everything')
  expect(moduleLabel([])).toBe('None')
  expect(moduleLabel(['leads', 'ai_suggest'])).toBe('AI Tools, Lead Search')
  expect(moduleLabel(MODULES)).not.toContain('_')
})

test('shows the email of someone without a name', () => {
  expect(personName({ first_name: 'Ann', last_name: 'Sample', email: 'a@sample.example' })).toBe('Ann Sample')
  expect(personName({ first_name: '', email: 'a@sample.example' })).toBe('a@sample.example')
})
