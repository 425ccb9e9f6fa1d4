import type { SignalId } from '#contract/leads/signals.ts'
import { type Counted, createExactTest } from './exact-test.ts'
import { ALPHA, MIN_ODDS_RATIO, oddsRatio } from './find-segments.ts'
import type { SignalCount } from './pattern-reads.ts'

/** A value of a signal that some leads have more often than all others, both counted where it is known. */
export interface CommonSignal {
  signal: SignalId
  value: 'yes' | 'no'
  inside: Counted
  outside: Counted
  /** Probability of such a difference by chance, corrected for the number of tests. */
  chance: number
}

/** Leads of which a signal must be known on either side. */
const MIN_KNOWN = 10

/** Signals that the leads inside have clearly more often, the clearest first: tested as segments are. */
export function findCommonSignals(counts: readonly SignalCount[]): CommonSignal[] {
  const bySignal = Map.groupBy(counts, ({ signal }) => signal)
  const sums = [...bySignal].flatMap(([signal, values]) => {
    const sum = (name: 'inside' | 'outside') => values.reduce((total, count) => total + count[name], 0)
    const known = { inside: sum('inside'), outside: sum('outside') }
    return Math.min(known.inside, known.outside) < MIN_KNOWN ? [] : [{ signal, values, known }]
  })
  const tests = sums.reduce((total, { values }) => total + values.length, 0)
  return sums
    .flatMap(({ signal, values, known }) =>
      values.map(({ value, inside, outside }): CommonSignal & { isMore: boolean } => {
        const total = { leads: known.inside + known.outside, matching: inside + outside }
        const own = { leads: known.inside, matching: inside }
        const chance = Math.exp(createExactTest(total)(own)) * tests
        const rest = { leads: known.outside, matching: outside }
        const isMore = oddsRatio(total, own) >= MIN_ODDS_RATIO
        return { signal, value, inside: own, outside: rest, chance, isMore }
      }),
    )
    .filter(({ chance, isMore }) => isMore && chance < ALPHA)
    .sort((a, b) => a.chance - b.chance)
    .map(({ isMore: _isMore, ...common }) => common)
}
