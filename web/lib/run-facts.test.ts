import { expect, test } from 'vitest'
import { RUN_KINDS } from '#contract/run-kinds/index.ts'
import { countsToTell, countWords, mayReadWebsites, runFacts, runPercent } from './run-facts.ts'

const words = [
  { name: 'imported', word: 'imported' },
  { name: 'rejected', word: 'rejected' },
]

test('only what is known is told, in the given order', () => {
  expect(runFacts({ counts: { rejected: 0, other: 4 }, total: null, done: 4, cost: 0 }, words)).toEqual([
    '0 rejected',
  ])
  expect(runFacts({ counts: { imported: 2 }, total: 9, done: 3, cost: 1 }, words)).toEqual([
    '3 of 9',
    '2 imported',
    '1 credit',
  ])
  expect(runFacts({ counts: {}, total: 9000, done: 3000, cost: 0 }, words, 'bytes')).toEqual(['3 KB of 9 KB'])
})

test('progress never passes 100 and is unknown without a total', () => {
  expect(runPercent({ state: 'running', total: null, done: 5 })).toBeNull()
  expect(runPercent({ state: 'running', total: 3, done: 9 })).toBe(100)
  expect(runPercent({ state: 'running', total: 0, done: 0 })).toBe(0)
  expect(runPercent({ state: 'succeeded', total: null, done: 1 })).toBe(100)
})

test('each kind tells its own counts, leaving out what is nothing', () => {
  for (const kind of RUN_KINDS) expect(countWords(kind).length).toBeGreaterThan(0)
  const run = { kind: 'find_emails' as const, counts: { found: 3, potential: 0, charged: 3, not_found: 2 } }
  expect(runFacts({ ...run, total: 9, done: 5, cost: 3 }, countsToTell(run))).toEqual([
    '5 of 9',
    '3 found',
    '2 not found',
    '3 credits',
  ])
  const check = { kind: 'verify' as const, counts: { valid: 2, catch_all: 1 } }
  expect(countsToTell(check).map(({ word }) => word)).toEqual(['verified', 'accept-all'])
})

test('which runs read web sites', () => {
  expect(mayReadWebsites({ kind: 'find_emails', list_type: 'local' })).toBe(true)
  expect(mayReadWebsites({ kind: 'search', list_type: 'single' })).toBe(true)
  expect(mayReadWebsites({ kind: 'search', list_type: 'local' })).toBe(false)
})
