import type { EnrichAction, EnrichQuote } from '#contract/prospecting/enrichment.ts'
import { type PeopleSource, selectedSources } from './people-sources.ts'
import type { EnrichPlan } from './plan-enrichment.ts'

export type EnrichFigures = Pick<
  EnrichQuote,
  'leads' | 'eligible' | 'websites' | 'skipped' | 'found' | 'credits' | 'unit_cost' | 'basis' | 'sources'
>

/** Results of the account's own runs; null while there are too few. */
export interface Experience {
  hitRate: number
  addressesPerAttempt: number
}

/** Defaults for an account without results: share of websites with an email, people per website. */
const DEFAULTS = { hitRate: 0.6, peoplePerWebsite: 4 }

const span = (expected: number, max: number) => ({
  min: 0,
  expected: Math.min(Math.round(expected), max),
  max,
})

interface EmployeeTerms {
  maxPeople: number
  withEmails: boolean
  /** Credits for one address. */
  price: number
  sources: readonly PeopleSource[]
}

/** People added by people sources to the `expected` ones of some websites, each up to `limit`. */
function sourceFigures(
  sources: readonly PeopleSource[],
  { websites, expected, limit }: { websites: number; expected: number; limit: number },
) {
  let left = Math.max(0, limit - expected)
  return sources.map(
    ({ id, label, unitCost, isSelected, leftOut, counted }): EnrichQuote['sources'][number] => {
      const isExcluded = !isSelected || leftOut !== null
      const max = isExcluded ? 0 : counted && !counted.isEstimate ? Math.min(counted.people, limit) : limit
      const people = span(Math.min(left, counted?.people ?? websites * DEFAULTS.peoplePerWebsite), max)
      left -= people.expected
      const credits = { min: 0, expected: people.expected * unitCost, max: max * unitCost }
      return { id, label, is_selected: isSelected, left_out: leftOut, unit_cost: unitCost, people, credits }
    },
  )
}

function employeeFigures(plan: EnrichPlan, perWebsite: number, terms: EmployeeTerms) {
  const limit = plan.websites.length * terms.maxPeople
  const onWebsites = span(plan.websites.length * Math.min(perWebsite, terms.maxPeople), limit)
  const { expected } = onWebsites
  const sources = sourceFigures(terms.sources, { websites: plan.websites.length, expected, limit })
  const unit = terms.withEmails ? terms.price : 0
  const fromSources = sources.reduce((sum, { people }) => sum + people.expected, 0)
  const highestPrice = Math.max(0, ...selectedSources(terms.sources).map(({ unitCost }) => unitCost))
  const atSources = sources.reduce((sum, { credits }) => sum + credits.max, 0)
  return {
    found: span(expected + fromSources, limit),
    credits: {
      min: 0,
      expected: expected * unit + sources.reduce((sum, { credits }) => sum + credits.expected, 0),
      // No person is paid for twice, so the most expensive source sets the bound.
      max: limit * unit + Math.min(atSources, limit * highestPrice),
    },
    unit_cost: unit,
    sources,
  }
}

/**
 * Min, expected and max. The minimum is 0: a run can be stopped, and a miss is free. Except for the price, the terms
 * apply to get-employees only.
 */
export function enrichFigures(
  action: EnrichAction,
  plan: EnrichPlan,
  own: Experience | null,
  terms: EmployeeTerms,
): EnrichFigures {
  const eligible = plan.items.length
  const shared = {
    leads: plan.leads,
    eligible,
    websites: plan.websites.length,
    skipped: plan.skipped as Record<string, number>,
    basis: own ? ('history' as const) : ('default' as const),
  }
  if (action === 'get-employees') {
    const perWebsite = own?.addressesPerAttempt ?? DEFAULTS.peoplePerWebsite
    return { ...shared, ...employeeFigures(plan, perWebsite, terms) }
  }
  const found =
    action === 'verify' || action === 'check-websites'
      ? { min: eligible, expected: eligible, max: eligible }
      : span(eligible * (own?.hitRate ?? DEFAULTS.hitRate), eligible)
  const unit = action === 'verify' ? 0 : terms.price
  // A website is checked once for all its leads.
  const paid = action === 'check-websites' ? { expected: shared.websites, max: shared.websites } : found
  const credits = { min: 0, expected: paid.expected * unit, max: paid.max * unit }
  return { ...shared, found, credits, unit_cost: unit, sources: [] }
}
