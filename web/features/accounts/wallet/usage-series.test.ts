import { expect, test } from 'vitest'
import { usageSeries } from './usage-series.ts'

test('every day has a column, across month ends and clock changes, and every kind with a cost has a series', () => {
  const { columns, series } = usageSeries({
    from: '2026-10-24',
    to: '2026-11-02',
    total: 9,
    members: [],
    sources: [],
    days: [
      { day: '2026-10-25', kind: 'find_emails', credits: 4 },
      { day: '2026-10-25', kind: 'search', credits: 2 },
      { day: '2026-11-02', kind: 'search', credits: 3 },
    ],
  })
  expect(columns).toHaveLength(10)
  expect(new Set(columns).size).toBe(10)
  expect(series.map(({ id, points }) => [id, points])).toEqual([
    ['search', [0, 2, 0, 0, 0, 0, 0, 0, 0, 3]],
    ['find_emails', [0, 4, 0, 0, 0, 0, 0, 0, 0, 0]],
  ])
})

test('a chart of usage without spending has no series', () => {
  const { columns, series } = usageSeries({
    from: '2026-01-01',
    to: '2026-03-31',
    total: 0,
    days: [],
    members: [],
    sources: [],
  })
  expect([columns.length, series]).toEqual([90, []])
})
