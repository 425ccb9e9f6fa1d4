import type { Run } from '#contract/runs.ts'
import { formatNumber } from '../../lib/format.ts'
import { countsToTell } from '../../lib/run-facts.ts'

/** Whether a run still works. */
export const isActive = (run: Pick<Run, 'state'>): boolean =>
  run.state === 'queued' || run.state === 'running'

/** Share done in percent, 0 to 100; undefined while the total is not known. */
export function progressOf(run: Pick<Run, 'state' | 'done' | 'total'>): number | undefined {
  if (run.state === 'succeeded') return 100
  if (run.total === null) return undefined
  return run.total === 0 ? 0 : Math.min(100, Math.floor((run.done / run.total) * 100))
}

/** What a run brought, in words: `120 delivered · 8 already in the list · 5 not delivered`. */
export function countWords(run: Pick<Run, 'kind' | 'state' | 'counts' | 'total'>): string {
  const parts = countsToTell(run)
    .filter(({ name }) => run.counts[name] !== undefined)
    .map(({ name, word }) => `${formatNumber(run.counts[name] ?? 0)} ${word}`)
  const missing = notDelivered(run)
  if (missing > 0) parts.push(`${formatNumber(missing)} not delivered`)
  return parts.join(' · ')
}

/** What a finished search was to bring and did not: the credits ended, or it was cancelled. A limit is no loss. */
function notDelivered(run: Pick<Run, 'kind' | 'state' | 'counts' | 'total'>): number {
  const { matched = 0, delivered = 0, already_in_list = 0, unpaid = 0 } = run.counts
  if (run.kind !== 'search' || isActive(run)) return 0
  return Math.max(0, Math.min(matched, run.total ?? matched) - delivered - already_in_list - unpaid)
}

/** Where the run's list stands, or undefined when it has none. */
export const runListPath = (run: Pick<Run, 'list_id' | 'list_type'>): string | undefined =>
  run.list_id !== null && run.list_type ? `/saved-lists/${run.list_type}-${run.list_id}` : undefined
