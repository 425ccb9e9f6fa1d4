import {
  BLANK_TERMS,
  PACKAGE_MODULES,
  type PlanTerms,
  PlanTerms as PlanTermsSchema,
} from '#contract/accounts/plans.ts'
import type { Seller } from './plan-problems.ts'
import type { PlanVersionRow, VersionContent } from './plans-store.ts'

export type SomeTerms = { [K in keyof PlanTerms]?: PlanTerms[K] | undefined }
type PackageModule = PlanTerms['modules'][number]

const isPackageModule = (slug: string): slug is PackageModule =>
  (PACKAGE_MODULES as readonly string[]).includes(slug)

/** Default terms: free, without credits, what the seller has except White Label. */
export const defaultTerms = ({ modules, own }: Pick<Seller, 'modules' | 'own'>): PlanTerms => ({
  ...BLANK_TERMS,
  support_open_ai_api_key: own?.hasModel ?? true,
  own_key_free: own?.ownKeyFree ?? true,
  modules: modules.filter(isPackageModule).filter((slug) => slug !== 'whitelabel'),
})

export function withTerms(base: PlanTerms, input: SomeTerms): PlanTerms {
  const known = Object.keys(PlanTermsSchema.shape) as (keyof PlanTerms)[]
  const set = Object.fromEntries(
    known.flatMap((key) => (input[key] === undefined ? [] : [[key, input[key]]])),
  )
  const terms = { ...base, ...set } as PlanTerms
  const isFree = terms.price_minor === 0 && terms.set_up_minor === 0
  const modules = PACKAGE_MODULES.filter((slug) => terms.modules.includes(slug))
  return { ...terms, modules, currency: isFree && !hasWholesale(terms) ? null : terms.currency }
}

const hasWholesale = ({ wholesale }: PlanTerms): boolean =>
  wholesale.credits_1000_minor !== null ||
  wholesale.seat_minor > 0 ||
  Object.values(wholesale.modules).some((minor) => minor > 0)

/** A stored version in contract form. */
export const readTerms = (row: PlanVersionRow): PlanTerms => ({
  modules: row.modules.filter(isPackageModule),
  credits: row.free_credits,
  period: row.period,
  price_minor: row.price_minor,
  currency: row.currency,
  set_up_minor: row.set_up_minor,
  trial_days: row.trial_days,
  seats: row.seats,
  audits_per_month: row.audits_per_month,
  credit_prices: row.credit_prices,
  support_open_ai_api_key: row.support_open_ai_api_key,
  own_key_free: row.own_key_free,
  ai_credits_per_1000_tokens: row.ai_credits_per_1000_tokens,
  ai_own_key_credits_per_1000_tokens: row.ai_own_key_credits_per_1000_tokens,
  training_tokens: row.training_tokens,
  log_in_as: row.log_in_as,
  calls_per_minute: row.calls_per_minute,
  wholesale: {
    credits_1000_minor: row.wholesale.credits_1000_minor ?? null,
    seat_minor: row.wholesale.seat_minor ?? 0,
    modules: row.wholesale.modules ?? {},
  },
})

/** Terms in stored form. */
export const makeVersionContent = ({ credits, ...terms }: PlanTerms): VersionContent => ({
  ...terms,
  free_credits: credits,
})
