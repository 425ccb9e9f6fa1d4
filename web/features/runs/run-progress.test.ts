import { expect, test } from 'vitest'
import type { Run } from '#contract/runs.ts'
import { countWords, progressOf, runListPath } from './run-progress.ts'
import { withRun } from './use-runs.ts'

const run = (extra: Partial<Run>): Run => ({
  id: 1,
  kind: 'search',
  state: 'running',
  title: 'Dentists',
  list_id: 4,
  list_type: 'local',
  total: 200,
  done: 50,
  counts: {},
  cost: 0,
  reserved: 0,
  cancel_requested: false,
  file: null,
  error: null,
  created_by: null,
  created_at: '2026-01-01T00:00:00Z',
  started_at: null,
  finished_at: null,
  ...extra,
})

test('progress in percent, unknown while the total is', () => {
  expect(progressOf(run({}))).toBe(25)
  expect(progressOf(run({ done: 500 }))).toBe(100)
  expect(progressOf(run({ total: 0, done: 0 }))).toBe(0)
  expect(progressOf(run({ total: null }))).toBeUndefined()
  expect(progressOf(run({ total: null, state: 'succeeded' }))).toBe(100)
})

test('what was delivered and what was not', () => {
  const counts = { matched: 130, delivered: 100, already_in_list: 10, charged: 90 }
  expect(countWords(run({ counts }))).toBe('100 delivered · 10 already in the list')
  expect(countWords(run({ counts, state: 'succeeded', total: 110 }))).toBe(
    '100 delivered · 10 already in the list',
  )
  expect(countWords(run({ counts, state: 'succeeded' }))).toBe(
    '100 delivered · 10 already in the list · 20 not delivered',
  )
  expect(countWords(run({ kind: 'corpus_import', counts: { imported: 5, rejected: 0 } }))).toBe('5 imported')
})

test('a run leads to its list', () => {
  expect(runListPath(run({}))).toBe('/saved-lists/local-4')
  expect(runListPath(run({ list_id: null }))).toBeUndefined()
})

test('a live run replaces its row or becomes the first', () => {
  const page = { data: [run({}), run({ id: 2 })], currentPage: 1, pageSize: 2, total: 2 }
  expect(withRun(page, run({ id: 2, done: 99 })).data.map((one) => [one.id, one.done])).toEqual([
    [1, 50],
    [2, 99],
  ])
  const grown = withRun(page, run({ id: 3 }))
  expect([grown.data.map((one) => one.id), grown.total]).toEqual([[3, 1], 3])
})
