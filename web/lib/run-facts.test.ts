import { expect, test } from 'vitest'
import { RUN_KINDS } from '#contract/activity/run-kinds/index.ts'
import {
  countLabels,
  countsToShow,
  failedLeadsLink,
  mayReadWebsites,
  runBadge,
  runFacts,
  runPercent,
  stepLabel,
} from './run-facts.ts'

const labels = [
  { name: 'imported', label: 'imported' },
  { name: 'rejected', label: 'rejected' },
]

test('shows known facts only, in the given order', () => {
  const search = { kind: 'search', list_type: 'local' } as const
  expect(
    runFacts({ ...search, counts: { rejected: 0, other: 4 }, total: null, done: 4, cost: 0 }, labels),
  ).toEqual(['0 rejected'])
  expect(runFacts({ ...search, counts: { imported: 2 }, total: 9, done: 3, cost: 1 }, labels)).toEqual([
    '3 of 9 leads',
    '2 imported',
    '1 credit',
  ])
})

test('a run that reads a file shows leads and its share, no bytes', () => {
  const reading = { kind: 'lead_import', list_type: 'local', counts: { imported: 2 }, cost: 0 } as const
  expect(runFacts({ ...reading, total: 9000, done: 3000 }, labels)).toEqual(['33%', '2 imported'])
  expect(runFacts({ ...reading, total: 9000, done: 9000 }, labels)).toEqual(['2 imported'])
})

test('progress never exceeds 100 and is unknown without a total', () => {
  expect(runPercent({ state: 'running', total: null, done: 5 })).toBeNull()
  expect(runPercent({ state: 'running', total: 3, done: 9 })).toBe(100)
  expect(runPercent({ state: 'running', total: 0, done: 0 })).toBe(0)
  expect(runPercent({ state: 'succeeded', total: null, done: 1 })).toBe(100)
})

test('each kind shows its own counts and leaves out zeros', () => {
  for (const kind of RUN_KINDS) expect(countLabels(kind).length).toBeGreaterThan(0)
  const run = {
    ...({ kind: 'find_emails', list_type: 'local', state: 'running' } as const),
    counts: { found: 3, potential: 0, charged: 3, not_found: 2 },
  }
  expect(runFacts({ ...run, total: 9, done: 5, cost: 3 }, countsToShow(run))).toEqual([
    '5 of 9 leads',
    '3 found',
    '2 not found',
    '3 credits',
  ])
  const check = { kind: 'verify', state: 'running', counts: { valid: 2, catch_all: 1 } } as const
  expect(countsToShow(check).map(({ label }) => label)).toEqual(['verified', 'accept-all'])
})

test('an incomplete run says so instead of being done', () => {
  const run = {
    ...({ kind: 'find_emails', list_type: 'local', state: 'succeeded' } as const),
    counts: { found: 10, not_found: 5, failed: 107 },
  }
  expect(runBadge(run)).toEqual({ state: 'partly', label: 'Done, 107 could not be read' })
  expect(countsToShow(run).map(({ name }) => name)).toEqual(['found', 'not_found'])
  expect(runBadge({ ...run, counts: { found: 122, failed: 0 } })).toEqual({ state: 'succeeded' })
  expect(runBadge({ ...run, state: 'running' })).toEqual({ state: 'running' })
  expect(countsToShow({ ...run, state: 'running' }).map(({ name }) => name)).toContain('failed')
})

test('links to the leads that could not be read', () => {
  const run = {
    ...({ kind: 'find_emails', list_id: 12, list_type: 'local', state: 'succeeded' } as const),
    counts: { found: 10, failed: 107 },
  }
  const f = [{ field: 'email_search', operator: 'like', value: ['unreadable'] }]
  expect(failedLeadsLink(run)).toEqual({ to: '/saved-lists/local-12', search: { f } })
  expect(failedLeadsLink({ ...run, counts: { failed: 0 } })).toBeNull()
  expect(failedLeadsLink({ ...run, state: 'running' })).toBeNull()
  expect(failedLeadsLink({ ...run, kind: 'get_employees' })).toBeNull()
})

test('shows progress in the unit of the run', () => {
  const at = { list_type: 'single', done: 1, total: 1 }
  expect(stepLabel({ ...at, kind: 'find_emails' })).toBe('1 of 1 lead')
  expect(stepLabel({ ...at, kind: 'search', total: 1200 })).toBe('1 of 1,200 websites')
  expect(stepLabel({ ...at, kind: 'account_export' })).toBe('1 of 1')
  expect(stepLabel({ ...at, kind: 'search', total: null })).toBe('')
})

test('lists the runs that read websites', () => {
  expect(mayReadWebsites({ kind: 'find_emails', list_type: 'local' })).toBe(true)
  expect(mayReadWebsites({ kind: 'search', list_type: 'single' })).toBe(true)
  expect(mayReadWebsites({ kind: 'search', list_type: 'local' })).toBe(false)
})
