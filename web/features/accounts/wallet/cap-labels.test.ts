import { expect, test } from 'vitest'
import { capPercent } from './cap-labels.ts'

test('the usage of a monthly limit is 100% only once nothing is left', () => {
  expect(capPercent({ monthly: 1000, spent: 999, left: 1 })).toBe(99)
  expect(capPercent({ monthly: 100, spent: 130, left: 0 })).toBe(100)
  expect(capPercent({ monthly: 0, spent: 0, left: 0 })).toBe(100)
})
