import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { patternFields } from '#server/modules/ai/lead-patterns/index.ts'

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

const logit = (share: number): number => Math.log(share / (1 - share))

/** Naive Bayes: a weight per value of each field. Null where all or none are won. */
export function createScoreModel(type: ListTypeId, cells: readonly Cell[]): ScoreModel | null {
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
    return [...counts].map(([value, counted]) => {
      const share = (counted.won + PRIOR_LEADS * average) / (counted.leads + PRIOR_LEADS)
      return { field: name, value, ...counted, weight: logit(share) - logit(average) }
    })
  })
  return { leads, won, weights }
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
