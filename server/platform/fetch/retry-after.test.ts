import { expect, test } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const DAY = 24 * 60 * 60

test.each([
  ['3', 3],
  [' 0 ', 0],
  ['1.2', 2],
  ['Thu, 01 Jan 2026 00:00:05 GMT', 5],
  ['Wed, 31 Dec 2025 23:59:59 GMT', 0],
  ['soon', null],
  ['soon 5', null],
  ['in 10:00:00', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
  [null, null],
  [undefined, null],
  ['31536000', DAY],
  ['9'.repeat(400), DAY],
  ['Thu, 01 Jan 2099 00:00:00 GMT', DAY],
])('Retry-After %j is %s seconds', (value, expected) => {
  expect(readRetryAfter(value, new Date(Date.UTC(2026, 0, 1)))).toBe(expected)
})
