import { RUN_DEFINITIONS } from '#contract/activity/run-kinds/index.ts'
import type { Run } from '#contract/activity/runs.ts'
import { formatBytes, formatCount, formatCredits, formatNumber } from './format.ts'
import { listRef } from './list-ref.ts'

/** A count of a run with the word that follows its number. */
export interface CountLabel {
  name: string
  label: string
}

/** What a kind of run counts, in words and in the order in which it is told. */
export const countLabels = (kind: Run['kind']): CountLabel[] =>
  Object.entries(RUN_DEFINITIONS[kind].counts).flatMap(([name, label]) =>
    label === null ? [] : [{ name, label }],
  )

/** What went wrong in a run that has come to its end, in words: `107 could not be read`; null when nothing did. */
function failureLabel({ kind, state, counts }: Pick<Run, 'kind' | 'counts' | 'state'>): string | null {
  const { failures, counts: labels } = RUN_DEFINITIONS[kind]
  const count = failures ? (counts[failures] ?? 0) : 0
  return failures && state === 'succeeded' && count > 0 ? `${formatNumber(count)} ${labels[failures]}` : null
}

/** How a run stands, for its badge. One that ended with failures is not simply done: `Done, 107 could not be read`. */
export function runLook(run: Pick<Run, 'kind' | 'counts' | 'state'>): { state: string; label?: string } {
  const failed = failureLabel(run)
  return failed ? { state: 'partly', label: `Done, ${failed}` } : { state: run.state }
}

/** Where the leads that a run failed on stand: its list with a filter. Null when there are none. */
export function failedLeadsLink(run: Pick<Run, 'kind' | 'counts' | 'state' | 'list_id' | 'list_type'>) {
  const { failedLeads } = RUN_DEFINITIONS[run.kind]
  if (!failedLeads || run.list_id === null || !run.list_type || !failureLabel(run)) return null
  const { field, value } = failedLeads
  return {
    to: `/saved-lists/${listRef(run.list_type, run.list_id)}`,
    // Typed as never because the router's pages are data: it knows no page's own parameters.
    search: { f: [{ field, operator: 'like', value: [value] }] } as never,
  }
}

/** Counts of these that someone needs to read: not those that are nothing, nor what the badge says already. */
export const countsToShow = (run: Pick<Run, 'kind' | 'counts' | 'state'>): CountLabel[] =>
  countLabels(run.kind).filter(
    ({ name }) =>
      ((run.counts[name] ?? 0) > 0 || name === 'delivered') &&
      !(name === RUN_DEFINITIONS[run.kind].failures && failureLabel(run)),
  )

/** How far a run is: `40 of 122 leads`, `3 KB of 9 KB`; empty while the whole is not known. */
export function stepLabel(
  { kind, list_type, done, total }: Pick<Run, 'kind' | 'list_type' | 'done' | 'total'>,
  unit: 'pieces' | 'bytes' = 'pieces',
): string {
  if (total === null) return ''
  if (unit === 'bytes') return `${formatBytes(done)} of ${formatBytes(total)}`
  const [one, many] = RUN_DEFINITIONS[kind].pieces?.(list_type) ?? ['', '']
  return `${formatNumber(done)} of ${formatCount(total, one, many)}`.trim()
}

/** Whether a run reads websites, so that its progress can be told per website. */
export const mayReadWebsites = (run: Pick<Run, 'kind' | 'list_type'>): boolean =>
  RUN_DEFINITIONS[run.kind].readsWebsites?.(run.list_type) ?? false

/** Whether a run still works. */
export const isRunActive = (run: Pick<Run, 'state'>): boolean =>
  run.state === 'queued' || run.state === 'running'

/** Share done in whole percent; null while the total is not known. A finished run is at 100. */
export function runPercent(run: Pick<Run, 'state' | 'total' | 'done'>): number | null {
  if (run.state === 'succeeded') return 100
  if (run.total === null) return null
  return run.total === 0 ? 0 : Math.min(100, Math.floor((run.done / run.total) * 100))
}

/**
 * What a run did so far, in words: how far it is (in pieces or bytes), the counts it has in the order of `words`,
 * and what it cost: `["40 of 90 leads", "12 found", "3 credits"]`.
 */
export function runFacts(
  run: Pick<Run, 'kind' | 'list_type' | 'counts' | 'total' | 'done' | 'cost'>,
  labels: readonly CountLabel[],
  unit: 'pieces' | 'bytes' = 'pieces',
): string[] {
  const counts = labels.flatMap(({ name, label }) => {
    const count = run.counts[name]
    return count === undefined ? [] : [`${formatNumber(count)} ${label}`]
  })
  return [
    ...(run.total === null ? [] : [stepLabel(run, unit)]),
    ...counts,
    ...(run.cost > 0 ? [formatCredits(run.cost)] : []),
  ]
}
