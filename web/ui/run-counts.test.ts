import { expect, test } from 'vitest'
import { runCounts, runPercent } from './run-counts.ts'

test('only counts that the run has are told, in the given order', () => {
  const words = [
    { name: 'imported', word: 'imported' },
    { name: 'rejected', word: 'rejected' },
  ]
  expect(runCounts({ counts: { rejected: 0, other: 4 } }, words)).toEqual(['0 rejected'])
})

test('progress never passes 100 and is unknown without a total', () => {
  expect(runPercent({ state: 'running', total: null, done: 5 })).toBeNull()
  expect(runPercent({ state: 'running', total: 3, done: 9 })).toBe(100)
  expect(runPercent({ state: 'running', total: 0, done: 0 })).toBe(0)
  expect(runPercent({ state: 'succeeded', total: null, done: 1 })).toBe(100)
})
