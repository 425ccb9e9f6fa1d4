import { describe, expect, it } from 'vitest'
import { limitThatHit } from './limits.js'
import { progressText } from './progress-line.js'
import { createTally } from './tally.js'

/** A tally by a clock that is set by hand, and what happened so far. */
function tallyOf(...events) {
  let time = 0
  const tally = createTally(() => time)
  for (const event of events) tally.take(event)
  return {
    tally,
    at: (ms) => {
      time = ms
    },
  }
}

const begun = (file) => ({ kind: 'file started', file })
const test = (file, name) => ({ kind: 'work started', id: `${file} ${name}`, file, name })
const result = (file, name, state, note) => ({
  kind: 'test ended',
  id: `${file} ${name}`,
  file,
  name,
  state,
  note,
})

describe('the tally', () => {
  it('counts tests, files that fail outside tests, and uncaught errors', () => {
    const { tally } = tallyOf(
      { kind: 'run', files: 2 },
      begun('a.test.ts'),
      test('a.test.ts', 'one'),
      result('a.test.ts', 'one', 'passed'),
      result('a.test.ts', 'two', 'failed'),
      result('a.test.ts', 'three', 'skipped', 'no data here'),
      result('a.test.ts', 'four', 'passed'),
      { kind: 'file ended', file: 'a.test.ts', broken: 1, seconds: 2.5 },
      { kind: 'run ended', unhandled: 1 },
    )
    expect(tally.totals()).toEqual({
      files: 2,
      filesEnded: 1,
      passed: 2,
      failed: 3,
      ended: true,
      skipped: [{ name: 'a.test.ts > three', reason: 'no data here' }],
    })
    expect(tally.running()).toEqual([])
  })

  it('names the running tests and hooks with their files', () => {
    const { tally, at } = tallyOf(begun('a.test.ts'))
    at(100)
    for (const event of [
      begun('b.test.ts'),
      { kind: 'work started', id: 'h', file: 'b.test.ts', name: 'beforeAll' },
      test('a.test.ts', 'one'),
      test('a.test.ts', 'two'),
      result('a.test.ts', 'one', 'passed'),
    ])
      tally.take(event)
    at(400)
    expect(tally.running()).toEqual([
      { file: 'a.test.ts', ms: 400, tests: ['two'] },
      { file: 'b.test.ts', ms: 300, tests: ['beforeAll'] },
    ])
    tally.take({ kind: 'hook ended', id: 'h' })
    expect(tally.running()[1].tests).toEqual([])
  })

  it('lists the slowest files', () => {
    const ended = (file, seconds) => ({ kind: 'file ended', file, broken: 0, seconds })
    const { tally } = tallyOf(ended('a', 1), ended('b', 3), ended('c', 2))
    expect(tally.slowest(2)).toEqual([
      { file: 'b', seconds: 3 },
      { file: 'c', seconds: 2 },
    ])
  })
})

describe('the limits', () => {
  it('end a run when one file or all of it takes too long, and name which', () => {
    const running = [
      { file: 'a.test.ts', ms: 1000 },
      { file: 'b.test.ts', ms: 61_000 },
    ]
    expect(limitThatHit(running, 70_000)).toBeNull()
    expect(limitThatHit(running, 70_000, 60_000)).toBe('b.test.ts took longer than 1 min')
    expect(limitThatHit([], 3_600_001)).toBe('the whole run took longer than 60 min')
  })
})

it('reports progress in files, tests and time', () => {
  expect(progressText({ files: 0 }, 0)).toBe('')
  expect(progressText({ files: 9, filesEnded: 3, passed: 40, failed: 1 }, 83_000)).toBe(
    '3 of 9 files, 40 passed, 1 failed, 1:23',
  )
})
