import type { Run, RunKind } from '#contract/runs.ts'
import { EMAIL_STATE_ORDER, emailWords } from './email-labels.ts'
import { formatBytes, formatCredits, formatNumber } from './format.ts'

/** A count of a run with the word that follows its number. */
export interface CountWord {
  name: string
  word: string
}

const word = (name: string, words = name.replaceAll('_', ' ')): CountWord => ({ name, word: words })

/** What each kind of run counts, in words and in the order in which it is told. */
export const COUNT_WORDS: Record<RunKind, readonly CountWord[]> = {
  search: [word('delivered'), word('already_in_list', 'already in the list')],
  corpus_import: [word('imported'), word('updated'), word('rejected')],
  export: [word('rows')],
  find_emails: [
    word('found'),
    word('potential'),
    word('not_found'),
    word('inferred'),
    word('failed', 'could not be read'),
  ],
  get_employees: [word('people'), word('emails', 'addresses'), word('failed', 'could not be read')],
  verify: EMAIL_STATE_ORDER.map((state) => word(state, emailWords(state).word.toLowerCase())),
  bounce_import: [
    word('hard'),
    word('soft'),
    word('repeated', 'known already'),
    word('rejected'),
    word('leads', 'leads marked as invalid'),
    word('refunded', 'credits given back'),
  ],
}

/** Counts of these that nobody needs to read when they are nothing. */
export const countsToTell = (run: Pick<Run, 'kind' | 'counts'>): CountWord[] =>
  (COUNT_WORDS[run.kind] ?? []).filter(({ name }) => (run.counts[name] ?? 0) > 0 || name === 'delivered')

/** Whether a run reads web sites, so that its progress can be told per web site. */
export const mayReadWebsites = (run: Pick<Run, 'kind' | 'list_type'>): boolean =>
  run.kind === 'find_emails' ||
  run.kind === 'get_employees' ||
  (run.kind === 'search' && run.list_type === 'single')

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
