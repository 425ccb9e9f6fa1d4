import { expect, test } from 'vitest'
import type { SourceStats } from '#contract/sources/source-stats.ts'
import { costOfOne, rateLabel, shareLabel, timeLabel, weekLabel, weekSeries } from './source-figures.ts'

const stats = (part: Partial<SourceStats>): SourceStats => ({
  source: 'website',
  label: 'Websites',
  kind: 'website',
  attempts: 10,
  hits: 4,
  hit_rate: 0.4,
  addresses: 8,
  by_state: {},
  bounced: 1,
  credits: 8,
  refunded: 2,
  seconds: 3.14,
  ...part,
})

test('the figures of a source are formatted as rates, cost and time', () => {
  expect([rateLabel(1, 4), rateLabel(0, 0)]).toEqual(['25%', '–'])
  expect([costOfOne(stats({})), costOfOne(stats({ addresses: 0 }))]).toEqual([0.75, null])
  expect([0, 3.14, 47.6, 300].map(timeLabel)).toEqual(['–', '3.1 s', '48 s', '5 min'])
})

test('names weeks by their first day', () => {
  expect(weekLabel('2026-11-16')).toMatch(/Nov/)
  expect(weekLabel('2026-W47')).toBe('2026-W47')
})

test('the chart of sources has one line per source over all weeks, with gaps where there are no figures', () => {
  const week = (of: string, source: string, attempts: number) => ({
    week: of,
    source,
    kind: 'website',
    attempts,
    hits: 1,
    hit_rate: attempts > 0 ? 1 / attempts : null,
    addresses: 2,
    bounced: 1,
  })
  const byWeek = [
    week('2026-W02', 'website', 4),
    week('2026-W01', 'website', 0),
    week('2026-W02', 'other', 2),
  ]
  expect(weekSeries(byWeek, [stats({})], 'hits')).toEqual({
    weeks: ['2026-W01', '2026-W02'],
    series: [
      { id: 'website website', label: 'Websites', points: [null, 0.25] },
      { id: 'other website', label: 'other', points: [null, 0.5] },
    ],
  })
  expect(weekSeries(byWeek, [], 'bounces').series[0]?.points).toEqual([0.5, 0.5])
  expect(weekSeries([], [], 'addresses')).toEqual({ weeks: [], series: [] })
})

test('a line of the chart is a row of the table: found and inferred addresses are separate', () => {
  const week = { week: '2026-11-16', source: 'website', addresses: 1, bounced: 0 }
  const byWeek = [
    { ...week, kind: 'website', attempts: 2, hits: 2, hit_rate: 1 },
    { ...week, kind: 'inferred', attempts: 7, hits: 3, hit_rate: 3 / 7 },
  ]
  const rows = [
    stats({ attempts: 2, hits: 2, hit_rate: 1 }),
    stats({ kind: 'inferred', label: 'Websites: inferred', attempts: 7, hits: 3, hit_rate: 3 / 7 }),
  ]
  const { series } = weekSeries(byWeek, rows, 'hits')
  expect(series.map(({ label, points }) => [label, points])).toEqual(
    rows.map(({ label, hit_rate }) => [label, [hit_rate]]),
  )
  expect([shareLabel(0.5625), shareLabel(null)]).toEqual(['56%', '–'])
})
