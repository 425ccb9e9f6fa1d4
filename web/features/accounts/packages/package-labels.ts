import type { LOG_IN_AS, Package, PlanTerms } from '#contract/accounts/plans.ts'
import type { Offer, PublicOffer } from '#contract/accounts/sales.ts'
import { MODULE_LABELS, type ModuleSlug } from '#contract/core/constants.ts'
import { formatCount, formatCredits, formatMinor } from '#web/lib/format.ts'

type Priced = Pick<Package, 'price_minor' | 'currency' | 'period'>

/** `$49.00 per month`, or free. */
export const priceLabel = ({ price_minor, currency, period }: Priced): string =>
  price_minor > 0 && currency ? `${formatMinor(price_minor, currency)} per ${period}` : 'Free'

/** What the button to buy says: a trial comes first. */
export const buyLabel = ({ trial_days }: Pick<Offer, 'trial_days'>): string =>
  trial_days > 0 ? `Start ${trial_days}-day free trial` : 'Buy'

/** How visitors get a package, on the way to its page. */
export function choiceLabel(
  offer: Pick<PublicOffer, 'trial_days' | 'buy' | 'checkout_url' | 'sign_up'>,
): string {
  if (offer.buy || offer.checkout_url) return buyLabel(offer)
  return offer.sign_up ? 'Sign up' : 'Request'
}

/** `Set-up fee: $49.00, paid once`; nothing where there is none. */
export const setUpLabels = ({
  set_up_minor,
  currency,
  trial_days,
}: Pick<Offer, 'set_up_minor' | 'currency' | 'trial_days'>) =>
  set_up_minor > 0 && currency
    ? [
        `Set-up fee: ${formatMinor(set_up_minor, currency)}, paid once${trial_days > 0 ? ' when the trial starts' : ''}`,
      ]
    : []

type Contents = Pick<PlanTerms, 'credits' | 'period' | 'seats'> & {
  modules: readonly ModuleSlug[]
  trial_days?: number
}

const EVERY = { month: ' per month', year: ' per year' } as const

/** A package's credits, with how long they last. */
function creditLabel(credits: number, period: Contents['period']): string {
  if (!period) return `${formatCredits(credits)}, no expiry`
  return `${formatCredits(credits)}${EVERY[period]}, each valid for one ${period}`
}

/** The contents of a package, one line each. */
export function contentLabels({ modules, credits, period, seats, trial_days = 0 }: Contents): string[] {
  return [
    ...modules.map((slug) => MODULE_LABELS[slug]),
    ...(credits > 0 ? [creditLabel(credits, period)] : []),
    seats === null ? 'Unlimited members' : formatCount(seats, 'member'),
    ...(trial_days > 0 ? [`${trial_days}-day free trial`] : []),
  ]
}

/** Whether a package is on sale, and in which version. */
export function stateLabel({
  state,
  version,
  has_draft,
}: Pick<Package, 'state' | 'version' | 'has_draft'>): string {
  if (state === 'draft') return 'Draft'
  return `Published, version ${version}${has_draft ? ' · unpublished changes' : ''}`
}

export const LOG_IN_AS_LABELS: Record<(typeof LOG_IN_AS)[number], string> = {
  unless_refused: 'Allowed, unless a member turns it off',
  always: 'Always allowed',
  never: 'Never allowed',
}
