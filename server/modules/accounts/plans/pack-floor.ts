import type { CreditPack } from '#contract/accounts/credits.ts'
import { type Currency, moneyText } from '#contract/core/money.ts'
import { countCosts, floorPrice } from './floor-price.ts'
import type { Seller } from './plan-problems.ts'

/** Why a seller can't sell a top-up pack: it costs less than the seller pays for its credits. Null: it can. */
export function packProblem(
  { plan }: Pick<Seller, 'plan'>,
  { credits, price, currency }: Pick<CreditPack, 'credits' | 'price' | 'currency'>,
): string | null {
  const costs = countCosts(plan)
  const { total } = floorPrice(costs, { credits, seats: 0, modules: [], period: 'month' })
  if (!costs.currency || total === 0n) return null
  if (currency !== costs.currency)
    return `You pay in ${costs.currency}, so the price must be in ${costs.currency} too`
  if (BigInt(price) >= total) return null
  return `The price must be at least ${moneyText(Number(total), costs.currency as Currency)}: that is what its credits cost you`
}
