/** What a search cannot have of its sources. */
export interface SearchLimits {
  /** Filters that the source cannot answer. */
  notApplied: string[]
  /** Sources that cannot answer this search, of one that asks several. */
  leftOut: { source: string; reason: string }[]
  /** Days after which values of a source are deleted. */
  retention: { source: string; days: number }[]
}

/** What a search is promised to bring and cost. */
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

/** What is known before anything is spent. */
export interface QuoteFacts extends SearchLimits {
  /** Entities that match. */
  matched: number
  withoutCoordinates: number
  /** Of all that match: in one of the account's lists; null when that is not known. */
  saved: number | null
  /** Of the first `limit` that would be delivered: in one of the account's lists already. */
  inLists: number
  /** Of the same: in no list now, but exported before. */
  exported: number
  /** Of the rest: sent to a CRM before. */
  inCrm: number
  /** Both are left out as well; a search into a list leaves out only what is in it. */
  withoutUsed: boolean
  /** Of those that would be delivered: paid before, so they cost nothing. */
  paid: number
  /** Most leads that the run may deliver. */
  limit: number
  onlyNew: boolean
  unitCost: number
}

const limitsOf = ({ notApplied, leftOut, retention }: SearchLimits) => ({
  not_applied: notApplied,
  left_out: leftOut,
  retention,
})

/**
 * Min, expected and max of a search. A source that counts exactly has no spread in leads; the minimum is 0
 * credits because a run can be stopped, and stopping costs nothing for what did not arrive.
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
    ...limitsOf(facts),
    leads: { min: 0, expected: limit, max: limit },
    credits: { min: 0, expected: credits, max: credits },
    unit_cost: facts.unitCost,
  }
}

/** The same for a source that only knows how much it will look at. */
export function ceilingFigures(
  facts: SearchLimits & {
    /** How many it will look at. */
    units: number
    leadsPerUnit: number
    /** Leads of a unit that are to be expected. */
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
    ...limitsOf(facts),
    leads: { min: 0, expected, max },
    credits: { min: 0, expected: expected * facts.unitCost, max: max * facts.unitCost },
    unit_cost: facts.unitCost,
  }
}
