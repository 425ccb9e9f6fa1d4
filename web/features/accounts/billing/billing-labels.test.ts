import { expect, test } from 'vitest'
import { lastMonth } from './billing-labels.ts'

test('the period defaults to the last 30 days', () => {
  expect(lastMonth(new Date(2026, 2, 1))).toEqual({ from: '2026-01-31', to: '2026-03-01' })
})
