import type { AddOn, Coupon, PlanTerms } from '#contract/accounts/plans.ts'
import { type Currency, moneyText } from '#contract/core/money.ts'
import { beyondSeller, moduleName, type Problem } from './beyond-seller.ts'
import {
  type Costs,
  countCosts,
  type FloorPrice,
  floorPrice,
  isCostly,
  isFree,
  priceWith,
  type SellerPlan,
} from './floor-price.ts'
import type { OwnTerms } from './terms-along-tree.ts'

/** A seller's modules, plan and own terms; the installation pays nobody and has what it likes. */
export interface Seller {
  modules: readonly string[]
  plan: SellerPlan | undefined
  own: OwnTerms | undefined
}
export interface Offers {
  coupons: readonly Pick<Coupon, 'code' | 'percent' | 'amount_minor'>[]
  addOns: readonly AddOn[]
}

const NONE: Offers = { coupons: [], addOns: [] }
const amount = (minor: bigint, currency: Currency) => moneyText(Number(minor), currency)

/** Problems of the terms themselves. */
function termProblems(seller: Seller, terms: PlanTerms): Problem[] {
  const found = beyondSeller(seller, terms)
  if (terms.price_minor + terms.set_up_minor === 0) return found
  if (!terms.currency) found.push({ field: 'currency', message: 'Choose the currency of the price' })
  if (!terms.period)
    found.push({ field: 'period', message: 'Choose whether the price is due each month or year' })
  return found
}

function priceProblems(terms: PlanTerms, costs: Costs, floor: FloorPrice, offers: Offers): Problem[] {
  const { currency, price_minor: price } = terms
  const costIn = costs.currency
  // A free package is a gift out of what its seller has paid for (ADR 0073).
  if (!costIn || floor.total === 0n || isFree(terms)) return []
  const minimum = amount(floor.total, costIn)
  if (currency && currency !== costIn)
    return [{ field: 'currency', message: `You pay in ${costIn}, so the price must be in ${costIn} too` }]
  if (BigInt(price) < floor.total) {
    const message = `The price must be at least ${minimum}: that is what its credits, seats and modules cost you`
    return [{ field: 'price_minor', message }]
  }
  return offers.coupons
    .filter((coupon) => priceWith(price, coupon) < floor.total)
    .map(({ code }) => ({
      field: 'coupons',
      message: `With the coupon ${code} the price falls below your costs of ${minimum}`,
    }))
}

function addOnProblems({ currency, period }: PlanTerms, costs: Costs, { addOns }: Offers): Problem[] {
  return addOns.flatMap(({ name, credits, seats, price_minor }) => {
    if (price_minor > 0 && !currency)
      return [{ field: 'add_ons', message: `Choose the currency of the package before pricing ${name}` }]
    const { total } = floorPrice(costs, { credits, seats, modules: [], period })
    if (!costs.currency || BigInt(price_minor) >= total) return []
    return [{ field: 'add_ons', message: `${name} must cost at least ${amount(total, costs.currency)}` }]
  })
}

/** A reseller on the package must not get anything cheaper than the seller: this keeps the floor at any depth. */
function wholesaleProblems(terms: PlanTerms, costs: Costs): Problem[] {
  if (!terms.modules.includes('whitelabel') || !costs.currency || !isCostly(costs)) return []
  const passed = countCosts(terms)
  const at = (item: string, minimum: bigint, unit: string): Problem => ({
    field: 'wholesale',
    message: `Resellers must pay at least ${amount(minimum, costs.currency as Currency)} ${unit} for ${item}: you pay that much`,
  })
  const { minor, per } = costs.credit
  const found: Problem[] = []
  if (passed.credit.minor * per < minor * passed.credit.per)
    found.push(at('1,000 credits', (minor * 1000n + per - 1n) / per, 'each'))
  if (passed.seat < costs.seat) found.push(at('a seat', costs.seat, 'a month'))
  for (const slug of terms.modules)
    if ((passed.modules[slug] ?? 0n) < (costs.modules[slug] ?? 0n))
      found.push(at(moduleName(slug), costs.modules[slug] ?? 0n, 'a month'))
  return found
}

/** The floor price of terms for a seller, and everything that prevents their sale. Pure. */
export function checkTerms(
  seller: Seller,
  terms: PlanTerms,
  offers: Offers = NONE,
): { costs: Costs; floor: FloorPrice; problems: Problem[] } {
  const costs = countCosts(seller.plan)
  const floor = floorPrice(costs, terms)
  const unlimited =
    costs.seat > 0n && terms.seats === null
      ? [{ field: 'seats', message: 'You pay for each seat, so the package needs a number of seats' }]
      : []
  const problems = [
    ...termProblems(seller, terms),
    ...unlimited,
    ...priceProblems(terms, costs, floor, offers),
    ...addOnProblems(terms, costs, offers),
    ...wholesaleProblems(terms, costs),
  ]
  return { costs, floor, problems }
}
