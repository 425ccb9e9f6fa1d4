import { expect, test } from 'vitest'
import { capLabel, capPercent } from './cap-labels.ts'

test('a limit is shown with its usage', () => {
  expect(capLabel({ monthly: 500, spent: 430, left: 70 })).toBe('Your limit this month: 430 of 500 used')
})

test('usage never exceeds 100%', () => {
  expect(capPercent({ monthly: 1000, spent: 999, left: 1 })).toBe(99)
  expect(capPercent({ monthly: 100, spent: 130, left: 0 })).toBe(100)
  expect(capPercent({ monthly: 0, spent: 0, left: 0 })).toBe(100)
})
