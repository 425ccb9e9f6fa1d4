import type { EnrichAction, EnrichQuote } from '#contract/prospecting/enrichment.ts'
import type { EnrichPlan } from './plan-enrichment.ts'

export type EnrichFigures = Pick<
  EnrichQuote,
  'leads' | 'eligible' | 'websites' | 'skipped' | 'found' | 'credits' | 'unit_cost' | 'basis'
>

/** What the account's own runs have brought so far; null while there are too few. */
export interface Experience {
  hitRate: number
  addressesPerAttempt: number
}

/** Expected while an account has no results of its own: share of websites that show an address, people on one. */
const DEFAULTS = { hitRate: 0.6, peoplePerWebsite: 4 }

const span = (expected: number, max: number) => ({
  min: 0,
  expected: Math.min(Math.round(expected), max),
  max,
})

/**
 * Min, expected and max. The minimum is 0: a run can be stopped, and a miss costs nothing. `maxPeople` and
 * `withEmails` belong to get-employees; `price` is credits for one address.
 */
export function enrichFigures(
  action: EnrichAction,
  plan: EnrichPlan,
  own: Experience | null,
  { maxPeople, withEmails, price }: { maxPeople: number; withEmails: boolean; price: number },
): EnrichFigures {
  const eligible = plan.items.length
  const websites = plan.websites.length
  const hitRate = own?.hitRate ?? DEFAULTS.hitRate
  const perWebsite = Math.min(own?.addressesPerAttempt ?? DEFAULTS.peoplePerWebsite, maxPeople)
  const found = {
    'find-emails': span(eligible * hitRate, eligible),
    'get-employees': span(websites * perWebsite, websites * maxPeople),
    verify: { min: eligible, expected: eligible, max: eligible },
  }[action]
  const paid = action === 'find-emails' || (action === 'get-employees' && withEmails)
  const unit = paid ? price : 0
  return {
    leads: plan.leads,
    eligible,
    websites,
    skipped: plan.skipped as Record<string, number>,
    found,
    credits: { min: 0, expected: found.expected * unit, max: found.max * unit },
    unit_cost: unit,
    basis: own ? 'history' : 'default',
  }
}
