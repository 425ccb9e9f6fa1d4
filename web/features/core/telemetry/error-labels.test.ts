import { expect, test } from 'vitest'
import { hourPoints } from './error-labels.ts'

test('the chart of errors includes hours without errors and leaves out older ones', () => {
  const now = Date.parse('2026-11-25T10:30:00Z')
  const { hours, points } = hourPoints(
    [
      { hour: '2026-11-20T10:00:00.000Z', occurrences: 9 },
      { hour: '2026-11-25T08:00:00.000Z', occurrences: 3 },
    ],
    now,
  )
  expect([hours.length, hours[0], hours.at(-1)]).toEqual([
    72,
    '2026-11-22T11:00:00.000Z',
    '2026-11-25T10:00:00.000Z',
  ])
  expect([points.at(-3), points.reduce((sum, count) => sum + count)]).toEqual([3, 3])
})
