import { RUN_DEFINITIONS } from '#contract/activity/run-kinds/index.ts'
import type { Run } from '#contract/activity/runs.ts'
import { type Words, wordFor } from '#contract/core/plural.ts'
import { formatCount, formatCredits, formatNumber, formatShare } from './format.ts'
import { listRef } from './list-ref.ts'

/** A count of a run, with the word after its number. */
export interface CountLabel {
  name: string
  label: Words
}

/** `12 found`: a count with its word. */
export const countText = (run: Pick<Run, 'counts'>, { name, label }: CountLabel): string => {
  const count = run.counts[name] ?? 0
  return `${formatNumber(count)} ${wordFor(count, label)}`
}

/** Counts of a kind of run, with labels in display order. */
export const countLabels = (kind: Run['kind']): CountLabel[] =>
  Object.entries(RUN_DEFINITIONS[kind].counts).flatMap(([name, label]) =>
    label === null ? [] : [{ name, label }],
  )

/** Failures of a finished run: `107 could not be read`; null without any. */
function failureLabel({ kind, state, counts }: Pick<Run, 'kind' | 'counts' | 'state'>): string | null {
  const { failures, counts: labels } = RUN_DEFINITIONS[kind]
  const count = failures ? (counts[failures] ?? 0) : 0
  return failures && state === 'succeeded' && count > 0
    ? countText(
        { counts },
        { name: failures, label: (labels as Record<string, Words | null>)[failures] ?? '' },
      )
    : null
}

/** State of a run for its badge. One with failures is not simply done: `Done, 107 could not be read`. */
export function runBadge(run: Pick<Run, 'kind' | 'counts' | 'state'>): { state: string; label?: string } {
  const failed = failureLabel(run)
  return failed ? { state: 'partly', label: `Done, ${failed}` } : { state: run.state }
}

/** Link to the leads that a run failed on: its list with a filter. Null without any. */
export function failedLeadsLink(run: Pick<Run, 'kind' | 'counts' | 'state' | 'list_id' | 'list_type'>) {
  const { failedLeads } = RUN_DEFINITIONS[run.kind]
  if (!failedLeads || run.list_id === null || !run.list_type || !failureLabel(run)) return null
  const { field, value } = failedLeads
  return {
    to: `/saved-lists/${listRef(run.list_type, run.list_id)}`,
    search: { f: [{ field, operator: 'like', value: [value] }] },
  }
}

/** Counts worth showing: neither zero nor already in the badge. */
export const countsToShow = (run: Pick<Run, 'kind' | 'counts' | 'state'>): CountLabel[] =>
  countLabels(run.kind).filter(
    ({ name }) =>
      ((run.counts[name] ?? 0) > 0 || name === 'delivered') &&
      !(name === RUN_DEFINITIONS[run.kind].failures && failureLabel(run)),
  )

/**
 * Progress of a run: `40 of 122 leads`; empty while the total is unknown. Who reads a file by bytes has only its
 * share, and none once it is read: its counts say what became of it.
 */
export function stepLabel({
  kind,
  list_type,
  done,
  total,
}: Pick<Run, 'kind' | 'list_type' | 'done' | 'total'>): string {
  if (total === null) return ''
  const { unit, pieces } = RUN_DEFINITIONS[kind]
  if (unit === 'bytes') return done < total ? formatShare(done, total) : ''
  const [one, many] = pieces?.(list_type) ?? ['', '']
  return `${formatNumber(done)} of ${formatCount(total, one, many)}`.trim()
}

/** Whether a run reads websites, so that it has progress per website. */
export const mayReadWebsites = (run: Pick<Run, 'kind' | 'list_type'>): boolean =>
  RUN_DEFINITIONS[run.kind].readsWebsites?.(run.list_type) ?? false

export const isRunActive = (run: Pick<Run, 'state'>): boolean =>
  run.state === 'queued' || run.state === 'running'

/** Whole percent done; null while the total is unknown. A finished run is at 100. */
export function runPercent(run: Pick<Run, 'state' | 'total' | 'done'>): number | null {
  if (run.state === 'succeeded') return 100
  if (run.total === null) return null
  return run.total === 0 ? 0 : Math.min(100, Math.floor((run.done / run.total) * 100))
}

/**
 * Results of a run so far: progress, its counts in the order of `labels`, and the cost:
 * `["40 of 90 leads", "12 found", "3 credits"]`.
 */
export function runFacts(
  run: Pick<Run, 'kind' | 'list_type' | 'counts' | 'total' | 'done' | 'cost'>,
  labels: readonly CountLabel[],
): string[] {
  const counts = labels.flatMap((label) => (label.name in run.counts ? [countText(run, label)] : []))
  return [
    ...[stepLabel(run)].filter((step) => step !== ''),
    ...counts,
    ...(run.cost > 0 ? [formatCredits(run.cost)] : []),
  ]
}
