import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { findCommonSignals, patternFields, type SignalCount } from '#server/modules/ai/lead-patterns/index.ts'

export interface Weight {
  field: string
  value: string
  leads: number
  won: number
  /** Log-odds of being won with this value, minus those of all leads. */
  weight: number
}

export interface ScoreModel {
  leads: number
  won: number
  weights: Weight[]
}

interface Cell {
  values: Readonly<Record<string, string | null>>
  leads: number
  won: number
}

/** Average leads added to those of each value, since a rare value says little (m-estimate). */
const PRIOR_LEADS = 10

/** Most signals that count. */
const MAX_SIGNALS = 3

const logit = (share: number): number => Math.log(share / (1 - share))

/** How much a value speaks for a lead, beside the leads that it is compared with. */
function weigh(average: number, { leads, won }: { leads: number; won: number }): number {
  const share = (won + PRIOR_LEADS * average) / (leads + PRIOR_LEADS)
  return logit(share) - logit(average)
}

/**
 * Weights of the signals that won leads have clearly more or less often, the clearest alone: what websites lack comes
 * together, and each would count the same again. Compared with leads of which it is known, so that to have been checked
 * counts for nothing.
 */
function weighSignals(counts: readonly SignalCount[]): Weight[] {
  return findCommonSignals(counts)
    .slice(0, MAX_SIGNALS)
    .flatMap(({ signal }) => {
      const own = counts.filter((count) => count.signal === signal)
      const sum = (name: 'inside' | 'outside') => own.reduce((total, count) => total + count[name], 0)
      const average = sum('inside') / (sum('inside') + sum('outside'))
      return own.map(({ value, inside, outside }) => {
        const counted = { leads: inside + outside, won: inside }
        return { field: signal, value, ...counted, weight: weigh(average, counted) }
      })
    })
}

/** Naive Bayes: a weight per value of each field, and of the clearest signals. Null where all or none are won. */
export function createScoreModel(
  type: ListTypeId,
  cells: readonly Cell[],
  signals: readonly SignalCount[],
): ScoreModel | null {
  const leads = cells.reduce((sum, cell) => sum + cell.leads, 0)
  const won = cells.reduce((sum, cell) => sum + cell.won, 0)
  if (won === 0 || won === leads) return null
  const average = won / leads
  const weights = patternFields(type).flatMap(({ name }) => {
    const counts = new Map<string, { leads: number; won: number }>()
    for (const cell of cells) {
      const value = cell.values[name]
      if (!value) continue
      const known = counts.get(value) ?? { leads: 0, won: 0 }
      counts.set(value, { leads: known.leads + cell.leads, won: known.won + cell.won })
    }
    return [...counts].map(([value, counted]) => ({
      field: name,
      value,
      ...counted,
      weight: weigh(average, counted),
    }))
  })
  return { leads, won, weights: [...weights, ...weighSignals(signals)] }
}

/** The weights of a lead's values, strongest first. */
export function findReasons(
  { weights }: Pick<ScoreModel, 'weights'>,
  values: Readonly<Record<string, string | null>>,
): Weight[] {
  return weights
    .filter(({ field, value }) => values[field] === value)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
}

/** From 0 to 100: the share of won leads with these weights if half of all leads were won. */
export const countScore = (reasons: readonly Pick<Weight, 'weight'>[]): number =>
  Math.round(100 / (1 + Math.exp(-reasons.reduce((sum, { weight }) => sum + weight, 0))))
