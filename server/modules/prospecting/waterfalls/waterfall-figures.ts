import type { SourceHistory } from './lookups-store.ts'

/** Hit rate assumed for a source with too little data, and the number of requests from which its own is used. */
const DEFAULT_RATE = 0.4
const MIN_ASKED = 20

/** A step's current state. */
export interface PricedStep {
  source: string
  label: string
  price: number
  isReady: boolean
}

/** A source's share of requests with a hit; null while there are too few. */
export const countHitRate = (history: SourceHistory | undefined): number | null =>
  history && history.asked >= MIN_ASKED ? history.hits / history.asked : null

/**
 * A waterfall's expected results and cost: each source is queried for what the previous ones missed. The maximum
 * is the most expensive source for every lead.
 */
export function waterfallFigures(
  eligible: number,
  steps: readonly PricedStep[],
  history: ReadonlyMap<string, SourceHistory>,
) {
  let left = eligible
  let credits = 0
  const presented = steps.map((step) => {
    const rate = countHitRate(history.get(step.source)) ?? DEFAULT_RATE
    const requests = step.isReady ? left : 0
    const found = requests * rate
    left -= found
    credits += found * step.price
    return {
      source: step.source,
      label: step.label,
      price: step.price,
      is_ready: step.isReady,
      expected_requests: Math.round(requests),
      expected_found: Math.round(found),
    }
  })
  const ready = steps.filter(({ isReady }) => isReady)
  const highestPrice = Math.max(0, ...ready.map(({ price }) => price))
  const max = eligible * highestPrice
  const limit = ready.length > 0 ? eligible : 0
  return {
    found: { min: 0, expected: Math.min(limit, Math.round(eligible - left)), max: limit },
    credits: { min: 0, expected: Math.min(max, Math.round(credits)), max },
    unit_cost: highestPrice,
    steps: presented,
    basis:
      ready.length > 0 && ready.every(({ source }) => countHitRate(history.get(source)) !== null)
        ? ('history' as const)
        : ('default' as const),
  }
}
