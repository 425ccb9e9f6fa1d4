import type { PackageVersion } from './plan-of-subscription.ts'

/** A change of package: when, in which cycle, and for which amount in minor units. */
export interface ChangeTerms {
  rule: 'now' | 'period_end'
  /** A new cycle starts: its allowance is granted at once, and earlier credits stay. */
  newCycle: boolean
  charge: number | null
  credit: number | null
  currency: string | null
}

interface Span {
  start: Date
  end: Date
}

type Priced = Pick<PackageVersion, 'credits' | 'price_minor' | 'currency' | 'period'>

/** A version without a currency has no price. */
const comparablePrice = ({ currency, price_minor }: Priced): number | null =>
  currency === null ? null : price_minor

const MONTHS = { month: 1, year: 12 } as const
const perYear = (value: number, period: Priced['period']) => (value * 12) / MONTHS[period ?? 'year']

/** More credits per time, or the same for a higher price. */
function isUpgrade(from: Priced, to: Priced): boolean {
  const credits = perYear(to.credits, to.period) - perYear(from.credits, from.period)
  if (credits !== 0) return credits > 0
  return perYear(to.price_minor, to.period) > perYear(from.price_minor, from.period)
}

/** The prorated price of the rest of a period, in minor units, rounded down. */
export function prorate(price: number, { start, end }: Span, now: Date): number {
  const total = BigInt(end.getTime() - start.getTime())
  const left = BigInt(Math.min(Math.max(end.getTime() - now.getTime(), 0), end.getTime() - start.getTime()))
  return total === 0n ? 0 : Number((BigInt(price) * left) / total)
}

const fullPrice = (to: Priced): Pick<ChangeTerms, 'charge' | 'credit' | 'currency'> => ({
  charge: comparablePrice(to),
  credit: to.currency === null ? null : 0,
  currency: to.currency,
})

/**
 * How a change of package applies. With credits in either package, an upgrade applies now at full price in a new
 * cycle, and a downgrade at the end of the period: with proration, credits could be spent and the rest refunded.
 * Without credits the change is prorated.
 */
export function changeTerms(
  from: Priced,
  to: Priced,
  { span, now, isTrial }: { span: Span | null; now: Date; isTrial: boolean },
): ChangeTerms {
  const free = { charge: null, credit: null, currency: to.currency }
  // Nothing was paid for a trial; the new package's credits come with its first period.
  if (isTrial) return { rule: 'now', newCycle: false, ...free }
  if (!span) return { rule: 'now', newCycle: true, ...fullPrice(to) }
  const hasCredits = from.credits > 0 || to.credits > 0
  if (hasCredits && !isUpgrade(from, to)) return { rule: 'period_end', newCycle: true, ...free }
  if (hasCredits || from.period !== to.period || from.currency !== to.currency)
    return { rule: 'now', newCycle: true, ...fullPrice(to) }
  return {
    rule: 'now',
    newCycle: false,
    charge: to.currency === null ? null : prorate(to.price_minor, span, now),
    credit: from.currency === null ? null : prorate(from.price_minor, span, now),
    currency: to.currency,
  }
}
