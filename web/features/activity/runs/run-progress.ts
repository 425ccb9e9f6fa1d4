import type { Outcome, RunDefinition } from '#contract/activity/run-kinds/define.ts'
import { RUN_DEFINITIONS } from '#contract/activity/run-kinds/index.ts'
import type { Run } from '#contract/activity/runs.ts'
import { wordFor } from '#contract/core/plural.ts'
import { countLabels, countText } from '../../../lib/run-facts.ts'

export const isActive = (run: Pick<Run, 'state'>): boolean =>
  run.state === 'queued' || run.state === 'running'

/** Progress in percent, 0 to 100; undefined while the total is unknown. */
export function countProgress(run: Pick<Run, 'state' | 'done' | 'total'>): number | undefined {
  if (run.state === 'succeeded') return 100
  if (run.total === null) return undefined
  return run.total === 0 ? 0 : Math.min(100, Math.floor((run.done / run.total) * 100))
}

/** A part of a run's work: its count, outcome and label. */
export interface OutcomePart {
  name: string
  word: string
  value: number
  outcome: Outcome
}

type Counted = Pick<Run, 'kind' | 'state' | 'counts' | 'total'>

/** How the work of a run divides, in the order of its counts, without zeros. */
export function listOutcomes(run: Counted): OutcomePart[] {
  const { outcomes = {} } = RUN_DEFINITIONS[run.kind] as RunDefinition
  const parts = countLabels(run.kind).flatMap(({ name, label }) => {
    const outcome = outcomes[name]
    return outcome
      ? [{ name, word: wordFor(run.counts[name] ?? 0, label), value: run.counts[name] ?? 0, outcome }]
      : []
  })
  const missing = {
    name: 'missing',
    word: 'not delivered',
    value: notDelivered(run),
    outcome: 'not_tried' as const,
  }
  return [...parts, missing].filter(({ value }) => value > 0)
}

/** Other counts of a run: `5 people · 3 emails`; a search mentions it when it found nothing. */
export function remainingCounts(run: Counted): string {
  const { outcomes = {} } = RUN_DEFINITIONS[run.kind] as RunDefinition
  const beside = countLabels(run.kind).filter(({ name }) => !outcomes[name] && (run.counts[name] ?? 0) > 0)
  const noResults = listOutcomes(run).length === 0 && run.counts.delivered === 0 ? ['0 delivered'] : []
  return [...noResults, ...beside.map((label) => countText(run, label))].join(' · ')
}

/** What a finished search did not deliver because credits ran out or it was cancelled. A limit does not count. */
function notDelivered(run: Counted): number {
  const { matched = 0, delivered = 0, already_in_list = 0, unpaid = 0 } = run.counts
  if (run.kind !== 'search' || isActive(run)) return 0
  return Math.max(0, Math.min(matched, run.total ?? matched) - delivered - already_in_list - unpaid)
}

/** Path of the run's list, or undefined without one. */
export const runListPath = (run: Pick<Run, 'list_id' | 'list_type'>): string | undefined =>
  run.list_id !== null && run.list_type ? `/saved-lists/${run.list_type}-${run.list_id}` : undefined
