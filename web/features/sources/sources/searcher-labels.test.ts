import { expect, test } from 'vitest'
import type { Searcher } from '#contract/sources/searchers.ts'
import { daySeries, describeState, keyLabel, pauseLabel, timeLabel } from './searcher-labels.ts'

const SOURCE = {
  is_on: true,
  is_parked: false,
  needs_key: true,
  keys: 2,
  parked_keys: 1,
  has_platform_key: true,
  failures: 0,
  park_reason: null,
  parked_until: null,
} as unknown as Searcher

test('a source with several faults shows the most important state', () => {
  const label = (change: Partial<Searcher>) => describeState({ ...SOURCE, ...change }).label
  expect([
    label({}),
    label({ failures: 2 }),
    label({ keys: 0 }),
    label({ is_parked: true, failures: 5 }),
    label({ is_on: false, is_parked: true }),
  ]).toEqual(['Ready', 'Failing', 'No key', 'Paused', 'Off'])
  expect(pauseLabel(SOURCE)).toBeNull()
  expect(pauseLabel({ ...SOURCE, is_parked: true, park_reason: 'admin' })).toBe('Paused by an administrator')
  expect(keyLabel(SOURCE)).toBe('2 keys, one for everyone, 1 paused')
})

test('the figures of a day are summed over all sources', () => {
  const { columns, series } = daySeries([
    { day: '2026-01-02', source: 'a', requests: 5, hits: 1, failed: 2 },
    { day: '2026-01-01', source: 'a', requests: 1, hits: 1, failed: 0 },
    { day: '2026-01-02', source: 'b', requests: 3, hits: 1, failed: 0 },
  ])
  expect(columns).toEqual(['2026-01-01', '2026-01-02'])
  expect(series.map(({ points }) => points)).toEqual([
    [1, 6],
    [0, 2],
  ])
})

test('a duration is shown in the unit that fits it', () => {
  expect([timeLabel(0.012), timeLabel(0.44), timeLabel(12)]).toEqual(['12 ms', '0.4 s', '12.0 s'])
})
