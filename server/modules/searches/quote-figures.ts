import type { QuoteFigures } from './searches-store.ts'

/** What is known before anything is spent. */
export interface QuoteFacts {
  /** Entities that match. */
  matched: number
  withoutCoordinates: number
  /** Of the first `limit` that would be delivered: in one of the account's lists already. */
  inLists: number
  /** Of those that would be delivered: paid before, so they cost nothing. */
  paid: number
  /** Most leads that the run may deliver. */
  limit: number
  onlyNew: boolean
  unitCost: number
}

/**
 * Min, expected and max of a search. A source that counts exactly has no spread in leads; the minimum is 0
 * credits because a run can be stopped, and stopping costs nothing for what did not arrive.
 */
export function quoteFigures(facts: QuoteFacts): QuoteFigures {
  const fresh = facts.onlyNew ? facts.matched - facts.inLists : facts.matched
  const most = Math.max(0, Math.min(fresh, facts.limit))
  const paid = Math.min(facts.onlyNew ? 0 : facts.paid, most)
  const credits = (most - paid) * facts.unitCost
  return {
    matched: facts.matched,
    already_in_lists: facts.inLists,
    already_paid: facts.paid,
    without_coordinates: facts.withoutCoordinates,
    leads: { min: 0, expected: most, max: most },
    credits: { min: 0, expected: credits, max: credits },
    unit_cost: facts.unitCost,
  }
}
