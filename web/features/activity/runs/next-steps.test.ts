import { expect, test } from 'vitest'
import { RUN_KINDS } from '#contract/activity/run-kinds/index.ts'
import type { Run } from '#contract/activity/runs.ts'
import { sampleRun } from '#web/testing/sample-run.ts'
import { availableFile, nextSteps } from './next-steps.ts'

const run = sampleRun({ id: 9 })
const labels = (extra: Partial<Run>) => nextSteps(run(extra)).map(({ label }) => label)

test.each<[Partial<Run>, string[]]>([
  [{ counts: { delivered: 3 } }, ['Open list', 'Find emails']],
  [{ counts: { delivered: 3 }, list_type: 'single' }, ['Open list', 'Export']],
  [{ counts: { delivered: 0 } }, ['New search']],
  [{ state: 'failed' }, ['Try again']],
  [{ state: 'cancelled', counts: { delivered: 3 } }, ['Open list', 'Find emails']],
  [
    { kind: 'find_emails', counts: { found: 1, potential: 2, failed: 3 } },
    ['Verify emails', 'Export', 'See which couldn’t be read'],
  ],
  [{ kind: 'find_emails', counts: { not_found: 3 } }, ['Open list']],
  [{ kind: 'find_emails', state: 'failed' }, ['Try again']],
  [{ kind: 'get_employees', list_type: 'people', counts: { people: 2 } }, ['Open list', 'Find emails']],
  [{ kind: 'verify' }, ['Open list']],
  [{ kind: 'verify', list_id: null, list_type: null }, ['See results']],
  [{ kind: 'corpus_import', list_id: null, list_type: null }, ['New search']],
  [{ kind: 'export', counts: { rows: 3 } }, ['Export again']],
  [{ kind: 'export', file: { bytes: 3, expires_at: '2999-01-01T00:00:00Z' } }, ['Download again']],
  [{ kind: 'export', file: { bytes: 3, expires_at: '2020-01-01T00:00:00Z' } }, ['Export again']],
  [{ kind: 'export', state: 'cancelled' }, ['Export again']],
])('%j is followed by %j', (extra, expected) => {
  expect(labels(extra)).toEqual(expected)
})

test('an active run offers no next step, and none is offered on a deleted list', () => {
  for (const kind of RUN_KINDS) {
    expect(labels({ kind, state: 'running' })).toEqual([])
    const gone = { kind, list_id: null, list_type: null, counts: { delivered: 1, found: 1, people: 1 } }
    for (const state of ['succeeded', 'failed', 'cancelled'] as const)
      expect(nextSteps(run({ ...gone, state })).filter((step) => 'ask' in step)).toEqual([])
  }
})

test('a file can be downloaded until it expires', () => {
  const file = { bytes: 1, expires_at: '2026-01-02T00:00:00Z' }
  expect(availableFile({ file }, Date.parse('2026-01-01T23:59:59Z'))).toEqual(file)
  expect(availableFile({ file }, Date.parse('2026-01-02T00:00:00Z'))).toBeNull()
})
