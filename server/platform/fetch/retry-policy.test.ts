import { describe, expect, test } from 'vitest'
import { allowedAttempts, retryWaitMs } from './retry-policy.ts'

test.each([
  ['GET', 3, 3],
  ['HEAD', 3, 3],
  ['PUT', 3, 3],
  ['DELETE', 3, 3],
  ['POST', 3, 1],
  ['PATCH', 3, 1],
  ['GET', 0, 1],
])('%s with %s attempts is sent at most %s times', (method, attempts, expected) => {
  expect(allowedAttempts(method, attempts)).toBe(expected)
})

describe('retryWaitMs', () => {
  const min = () => 0
  const max = () => 1

  test('doubles from 250 ms to 10 s, and waits at least half of it', () => {
    const waits = [1, 2, 3, 6, 7, 50].map((attempt) => [
      retryWaitMs(attempt, undefined, min),
      retryWaitMs(attempt, undefined, max),
    ])
    expect(waits).toEqual([
      [125, 250],
      [250, 500],
      [500, 1000],
      [4000, 8000],
      [5000, 10_000],
      [5000, 10_000],
    ])
  })

  test('never retries before Retry-After, and soon after', () => {
    expect(retryWaitMs(1, '7', min)).toBe(7000)
    expect(retryWaitMs(1, '7', max)).toBeCloseTo(7700)
  })
})
