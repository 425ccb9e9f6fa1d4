import { expect, test } from 'vitest'
import type { SourceStats } from '#contract/source-stats.ts'
import { costOfOne, rateWords, timeWords, weekSeries, weekWords } from './source-figures.ts'

const stats = (part: Partial<SourceStats>): SourceStats => ({
  source: 'website',
  label: 'Web sites',
  kind: 'website',
  attempts: 10,
  hits: 4,
  addresses: 8,
  by_state: {},
  bounced: 1,
  credits: 8,
  refunded: 2,
  seconds: 3.14,
  ...part,
})

test('rates, cost and time in words', () => {
  expect([rateWords(1, 4), rateWords(0, 0)]).toEqual(['25%', '–'])
  expect([costOfOne(stats({})), costOfOne(stats({ addresses: 0 }))]).toEqual([0.75, null])
  expect([0, 3.14, 47.6, 300].map(timeWords)).toEqual(['–', '3.1 s', '48 s', '5 min'])
})

test('weeks are named by their first day', () => {
  expect(weekWords('2026-11-16')).toMatch(/Nov/)
  expect(weekWords('2026-W47')).toBe('2026-W47')
})

test('one line per source over all weeks, with gaps where there is nothing to divide by', () => {
  const week = (of: string, source: string, attempts: number) => ({
    ...{ week: of, source, attempts },
    ...{ hits: 1, addresses: 2, bounced: 1 },
  })
  const byWeek = [
    week('2026-W02', 'website', 4),
    week('2026-W01', 'website', 0),
    week('2026-W02', 'other', 2),
  ]
  expect(weekSeries(byWeek, [stats({})], 'hits')).toEqual({
    weeks: ['2026-W01', '2026-W02'],
    series: [
      { id: 'website', label: 'Web sites', points: [null, 0.25] },
      { id: 'other', label: 'other', points: [null, 0.5] },
    ],
  })
  expect(weekSeries(byWeek, [], 'bounces').series[0]?.points).toEqual([0.5, 0.5])
  expect(weekSeries([], [], 'addresses')).toEqual({ weeks: [], series: [] })
})
