import { expect, test } from 'vitest'
import { ATTENTION } from './attention-labels.ts'
import { figureChange, figureValue } from './figure-labels.ts'

const figure = (name: 'searches' | 'hit_rate', value: number | null, before: number | null) => ({
  name,
  currency: null,
  value,
  before,
  days: [],
})

test.each([
  [120, 100, '+20% vs. previous 30 days'],
  [50, 100, '−50% vs. previous 30 days'],
  [7, 7, 'Unchanged vs. previous 30 days'],
  [7, 0, 'None in the previous 30 days'],
  [7, null, 'No earlier figures'],
])('a figure of %s after %s reads “%s”', (value, before, expected) => {
  expect(figureChange(figure('searches', value, before), 30)).toBe(expected)
})

test('rates change in percentage points, and money has its currency', () => {
  expect(figureChange(figure('hit_rate', 0.5, 0.4), 7)).toBe('+10 points vs. previous 7 days')
  expect(figureValue({ name: 'revenue', currency: 'USD' }, 4900)).toContain('49')
  expect(figureValue({ name: 'hit_rate', currency: null }, null)).toBe('–')
})

test('an attention item names its subject', () => {
  const item = { kind: 'sources' as const, amount: 4, detail: 'apollo, hunter', checked_at: '' }
  expect(ATTENTION.sources.text(item)).toBe('4 sources paused after failures: apollo, hunter and 2 more')
})
