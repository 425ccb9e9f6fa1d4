import { RUN_DEFINITIONS } from '#contract/run-kinds/index.ts'
import type { Run } from '#contract/runs.ts'
import { formatBytes, formatCredits, formatNumber } from './format.ts'

/** A count of a run with the word that follows its number. */
export interface CountWord {
  name: string
  word: string
}

/** What a kind of run counts, in words and in the order in which it is told. */
export const countWords = (kind: Run['kind']): CountWord[] =>
  Object.entries(RUN_DEFINITIONS[kind].counts).flatMap(([name, word]) =>
    word === null ? [] : [{ name, word }],
  )

/** Counts of these that nobody needs to read when they are nothing. */
export const countsToTell = (run: Pick<Run, 'kind' | 'counts'>): CountWord[] =>
  countWords(run.kind).filter(({ name }) => (run.counts[name] ?? 0) > 0 || name === 'delivered')

/** Whether a run reads web sites, so that its progress can be told per web site. */
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
 * and what it cost: `["40 of 90", "12 imported", "3 credits"]`.
 */
export function runFacts(
  run: Pick<Run, 'counts' | 'total' | 'done' | 'cost'>,
  words: readonly CountWord[],
  unit: 'pieces' | 'bytes' = 'pieces',
): string[] {
  const amount = unit === 'bytes' ? formatBytes : formatNumber
  const counts = words.flatMap(({ name, word }) => {
    const count = run.counts[name]
    return count === undefined ? [] : [`${formatNumber(count)} ${word}`]
  })
  return [
    ...(run.total === null ? [] : [`${amount(run.done)} of ${amount(run.total)}`]),
    ...counts,
    ...(run.cost > 0 ? [formatCredits(run.cost)] : []),
  ]
}
