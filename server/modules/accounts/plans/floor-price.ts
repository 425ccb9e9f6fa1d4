import type { Coupon, Wholesale } from '#contract/accounts/plans.ts'
import type { Currency } from '#contract/core/money.ts'

/** A seller's plan, as far as it sets the seller's costs. */
export interface SellerPlan {
  price_minor: number
  currency: Currency | null
  credits: number
  wholesale: Partial<Wholesale>
}
/** A seller's costs in minor units: per credit as an exact fraction, per seat and module monthly. */
export interface Costs {
  currency: Currency | null
  credit: { minor: bigint; per: bigint }
  seat: bigint
  modules: Readonly<Record<string, bigint>>
}
export interface Sold {
  credits: number
  seats: number | null
  modules: readonly string[]
  period: 'month' | 'year' | null
}
export interface FloorPrice {
  total: bigint
  credits: bigint
  seats: bigint
  modules: bigint
}

const NOTHING: Costs = { currency: null, credit: { minor: 0n, per: 1n }, seat: 0n, modules: {} }

/** A seller's costs: those its plan states, and per credit otherwise the plan's price divided by its credits. */
export function countCosts(plan: SellerPlan | undefined): Costs {
  if (!plan?.currency) return NOTHING
  const { wholesale, credits, price_minor } = plan
  const thousand = wholesale.credits_1000_minor ?? null
  const credit =
    thousand === null
      ? { minor: credits > 0 ? BigInt(price_minor) : 0n, per: BigInt(Math.max(1, credits)) }
      : { minor: BigInt(thousand), per: 1000n }
  const modules = Object.entries(wholesale.modules ?? {}).map(([slug, minor]) => [slug, BigInt(minor)])
  return {
    currency: plan.currency,
    credit,
    seat: BigInt(wholesale.seat_minor ?? 0),
    modules: Object.fromEntries(modules),
  }
}

/** Whether people get it by registering: nothing is paid or agreed. */
export const isFree = (terms: { price_minor: number; set_up_minor: number; modules: readonly string[] }) =>
  terms.price_minor === 0 && terms.set_up_minor === 0 && !terms.modules.includes('whitelabel')

/** Whether a seller has any costs. */
export const isCostly = ({ credit, seat, modules }: Costs): boolean =>
  credit.minor > 0n || seat > 0n || Object.values(modules).some((minor) => minor > 0n)

const MONTHS = { month: 1n, year: 12n }

/**
 * The lowest price of a period that covers the seller's costs: credits, seats and modules as exact fractions,
 * rounded up once. The parts add up to the total.
 */
export function floorPrice(costs: Costs, sold: Sold): FloorPrice {
  const months = MONTHS[sold.period ?? 'month']
  const { minor, per } = costs.credit
  const credits = BigInt(sold.credits) * minor
  const seats = BigInt(sold.seats ?? 0) * costs.seat * months * per
  const each = sold.modules.map((slug) => costs.modules[slug] ?? 0n)
  const modules = each.reduce((sum, item) => sum + item, 0n) * months * per
  const exact = credits + seats + modules
  const total = (exact + per - 1n) / per
  if (!costs.currency || total === 0n) return { total, credits: 0n, seats: 0n, modules: 0n }
  const [a = 0n, b = 0n, c = 0n] = splitMoney(total, [credits, seats, modules])
  return { total, credits: a, seats: b, modules: c }
}

/** Divides an amount by ratios so that the parts add up to it: the first parts get the units that are left over. */
export function splitMoney(amount: bigint, ratios: readonly bigint[]): bigint[] {
  const sum = ratios.reduce((total, ratio) => total + ratio, 0n)
  const parts = ratios.map((ratio) => (amount * ratio) / sum)
  let left = parts.reduce((rest, part) => rest - part, amount)
  return parts.map((part, index) => {
    if (left === 0n || ratios[index] === 0n) return part
    left -= 1n
    return part + 1n
  })
}

/** The price with a coupon, in minor units; never negative. Half a unit is rounded up. */
export function priceWith(
  priceMinor: number,
  { percent, amount_minor }: Pick<Coupon, 'percent' | 'amount_minor'>,
): bigint {
  if (percent === null) return BigInt(Math.max(0, priceMinor - (amount_minor ?? 0)))
  return (BigInt(priceMinor) * BigInt(100 - percent) + 50n) / 100n
}
