import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api.ts'
import { failureLabel, waitLabel } from './failure-labels.ts'

test.each([
  [1, '1 second'],
  [45_000, '45 seconds'],
  [90_000, '90 seconds'],
  [91_000, '2 minutes'],
  [3_600_000, '60 minutes'],
  [5_401_000, '2 hours'],
])('a wait of %i ms is shown as %s', (ms, expected) => {
  expect(waitLabel(ms)).toBe(expected)
})

test('shows the wait that the server gives, or else its message', () => {
  const limited = { code: 'rate_limited', message: 'Slow down', status: 429 } as const
  expect(failureLabel(new ApiError({ ...limited, retryAfterMs: 60_000 }))).toBe(
    'Too many attempts. Try again in 60 seconds.',
  )
  expect(failureLabel(new ApiError(limited))).toBe('Slow down')
  expect(failureLabel(new Error(''))).toBe('Something went wrong. Please try again.')
})
