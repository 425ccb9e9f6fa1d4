import type { Run } from '#contract/runs.ts'
import { formatNumber } from '../lib/format.ts'

/** A count of a run with the word that follows its number. */
export interface CountWord {
  name: string
  word: string
}

/** The counts that a run has, in the order of the words: `["12 imported", "3 rejected"]`. */
export const runCounts = (run: Pick<Run, 'counts'>, words: readonly CountWord[]): string[] =>
  words.flatMap(({ name, word }) => {
    const count = run.counts[name]
    return count === undefined ? [] : [`${formatNumber(count)} ${word}`]
  })

/** Share done in whole percent; null while the total is not known. A finished run is at 100. */
export function runPercent(run: Pick<Run, 'state' | 'total' | 'done'>): number | null {
  if (run.state === 'succeeded') return 100
  if (run.total === null) return null
  return run.total === 0 ? 0 : Math.min(100, Math.floor((run.done / run.total) * 100))
}
