import { expect, it } from 'vitest'
import type { Run } from '#contract/activity/runs.ts'
import type { ProgressState } from '../terminal/progress-bar.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { runReply } from '../testing/sample-replies.ts'
import { showProgress } from './run-report.ts'

function shown(extra: Partial<Run>): ProgressState | undefined {
  let last: ProgressState | undefined
  const progress = { update: (state: ProgressState) => (last = state), clear: () => {} }
  showProgress({ progress } as unknown as Terminal)(runReply({ state: 'running', ...extra }))
  return last
}

it.each<[string, string, Partial<Run>]>([
  ['Searching', '12 of 40 websites', { list_type: 'single', done: 12 }],
  ['Searching', '38 leads', { list_type: 'single', total: null }],
  ['Searching', '38 leads', { list_type: 'local' }],
  ['Stopping', '12 of 40 websites', { list_type: 'single', done: 12, cancel_requested: true }],
  [
    'Finding emails',
    '7 addresses',
    { kind: 'find_emails', counts: { found: 4, potential: 3, not_found: 9 } },
  ],
  ['Collecting people', '1,400 people', { kind: 'get_employees', counts: { people: 1400 } }],
  ['Verifying', '5 addresses', { kind: 'verify', counts: { valid: 3, unknown: 2 } }],
  ['Importing bounces', '6 bounces', { kind: 'bounce_import', counts: { received: 6, hard: 4 } }],
])('a run in progress reads “%s” with “%s”', (label, amount, run) => {
  expect(shown(run)).toMatchObject({ label, amount })
})
