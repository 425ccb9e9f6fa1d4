/** Limits of the sources used for a search. */
export interface SearchLimits {
  /** Filters the source does not support. */
  notApplied: string[]
  /** Sources that do not support this search, among several. */
  leftOut: { source: string; reason: string }[]
  /** Days after which values of a source are deleted. */
  retention: { source: string; days: number }[]
}

/** A search's promised results and cost. */
export interface QuoteFigures {
  matched: number
  already_saved: number | null
  already_in_lists: number
  already_exported: number
  already_in_crm: number
  already_paid: number
  without_coordinates: number
  not_applied: string[]
  left_out: SearchLimits['leftOut']
  retention: SearchLimits['retention']
  leads: { min: number; expected: number; max: number }
  credits: { min: number; expected: number; max: number }
  unit_cost: number
}

/** Known facts before anything is spent. */
export interface QuoteFacts extends SearchLimits {
  /** Matching entities. */
  matched: number
  withoutCoordinates: number
  /** Of all matches: in one of the account's lists; null when unknown. */
  saved: number | null
  /** Of the first `limit` to be delivered: already in one of the account's lists. */
  inLists: number
  /** Of the same: in no list now, but exported before. */
  exported: number
  /** Of the rest: sent to a CRM before. */
  inCrm: number
  /** Whether both are skipped too; a search into a list skips only that list's leads. */
  withoutUsed: boolean
  /** Of those to be delivered: already paid, so free. */
  paid: number
  /** Maximum leads that the run may deliver. */
  limit: number
  onlyNew: boolean
  unitCost: number
}

const presentLimits = ({ notApplied, leftOut, retention }: SearchLimits) => ({
  not_applied: notApplied,
  left_out: leftOut,
  retention,
})

/**
 * Min, expected and max of a search. A source that counts exactly has no spread in leads; the minimum is 0
 * credits because a run can be stopped, and undelivered leads are free.
 */
export function quoteFigures(facts: QuoteFacts): QuoteFigures {
  const left = facts.inLists + (facts.withoutUsed ? facts.exported + facts.inCrm : 0)
  const fresh = facts.onlyNew ? facts.matched - left : facts.matched
  const limit = Math.max(0, Math.min(fresh, facts.limit))
  const paid = Math.min(facts.onlyNew ? 0 : facts.paid, limit)
  const credits = (limit - paid) * facts.unitCost
  return {
    matched: facts.matched,
    already_saved: facts.saved,
    already_in_lists: facts.inLists,
    already_exported: facts.exported,
    already_in_crm: facts.inCrm,
    already_paid: facts.paid,
    without_coordinates: facts.withoutCoordinates,
    ...presentLimits(facts),
    leads: { min: 0, expected: limit, max: limit },
    credits: { min: 0, expected: credits, max: credits },
    unit_cost: facts.unitCost,
  }
}

/** Figures of a source that only knows how many units it will examine. */
export function ceilingFigures(
  facts: SearchLimits & {
    /** Number of units to examine. */
    units: number
    leadsPerUnit: number
    /** Expected leads per unit. */
    average: number
    limit: number
    unitCost: number
  },
): QuoteFigures {
  const max = Math.min(facts.units * facts.leadsPerUnit, facts.limit)
  const expected = Math.min(Math.round(facts.units * facts.average), max)
  return {
    matched: 0,
    already_saved: null,
    already_in_lists: 0,
    already_exported: 0,
    already_in_crm: 0,
    already_paid: 0,
    without_coordinates: 0,
    ...presentLimits(facts),
    leads: { min: 0, expected, max },
    credits: { min: 0, expected: expected * facts.unitCost, max: max * facts.unitCost },
    unit_cost: facts.unitCost,
  }
}
