import { expect, test } from 'vitest'
import type { Run } from '#contract/activity/runs.ts'
import { sampleRun } from '#web/testing/sample-run.ts'
import { countProgress, listOutcomes, remainingCounts, runListPath } from './run-progress.ts'
import { withRun } from './use-runs.ts'

const run = sampleRun({ state: 'running', done: 50 })

test('shows progress in percent, or as unknown while the total is unknown', () => {
  expect(countProgress(run({}))).toBe(25)
  expect(countProgress(run({ done: 500 }))).toBe(100)
  expect(countProgress(run({ total: 0, done: 0 }))).toBe(0)
  expect(countProgress(run({ total: null }))).toBeUndefined()
  expect(countProgress(run({ total: null, state: 'succeeded' }))).toBe(100)
})

const partsOf = (extra: Partial<Run>) =>
  listOutcomes(run(extra)).map(({ value, word, outcome }) => `${value} ${word}: ${outcome}`)

test('divides the bar of a search into delivered and failed', () => {
  const counts = { matched: 130, delivered: 100, already_in_list: 10, charged: 90 }
  const reported = ['100 delivered: found', '10 already in the list: not_found']
  expect(partsOf({ counts })).toEqual(reported)
  expect(partsOf({ counts, state: 'succeeded', total: 110 })).toEqual(reported)
  expect(partsOf({ counts, state: 'succeeded' })).toEqual([...reported, '20 not delivered: not_tried'])
  expect(remainingCounts(run({ counts }))).toBe('')
  expect(remainingCounts(run({ counts: { matched: 0, delivered: 0 } }))).toBe('0 delivered')
})

test('other kinds divide by their own counts and list the rest separately', () => {
  expect(partsOf({ kind: 'corpus_import', counts: { imported: 5, rejected: 0 } })).toEqual([
    '5 imported: found',
  ])
  const people = { people: 7, emails: 2, found: 2, not_found: 1, failed: 3, charged: 2 }
  expect(partsOf({ kind: 'get_employees', counts: people })).toEqual([
    '2 websites with people: found',
    '1 without people: not_found',
    '3 could not be read: failed',
  ])
  expect(remainingCounts(run({ kind: 'get_employees', counts: people }))).toBe('7 people · 2 emails')
  expect(partsOf({ kind: 'verify', counts: { valid: 3, catch_all: 1, invalid: 2 } })).toEqual([
    '3 verified: found',
    '1 accept-all: potential',
    '2 invalid: failed',
  ])
  expect(partsOf({ kind: 'export', counts: { rows: 9 } })).toEqual([])
  expect(remainingCounts(run({ kind: 'export', counts: { rows: 9 } }))).toBe('9 leads')
})

test('a run links to its list', () => {
  expect(runListPath(run({}))).toBe('/saved-lists/local-4')
  expect(runListPath(run({ list_id: null }))).toBeUndefined()
})

test('a live update replaces its run or adds it at the top', () => {
  const page = { data: [run({}), run({ id: 2 })], currentPage: 1, pageSize: 2, total: 2, next_cursor: null }
  expect(withRun(page, run({ id: 2, done: 99 })).data.map((item) => [item.id, item.done])).toEqual([
    [1, 50],
    [2, 99],
  ])
  const grown = withRun(page, run({ id: 3 }))
  expect([grown.data.map((item) => item.id), grown.total]).toEqual([[3, 1], 3])
})
