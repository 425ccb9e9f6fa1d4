import type { MarginType } from '#contract/accounts/margin.ts'
import { findPaidSubscription } from '#server/modules/accounts/payments/index.ts'
import type { creditsSold } from '#server/modules/accounts/wallet/index.ts'
import type { Context } from '#server/platform/context.ts'
import { insertSale } from './margin-store.ts'

type Sold = Parameters<typeof creditsSold.emit>[1]

/** What credits were given for. */
const TYPES: Record<string, MarginType> = { allowance: 'package', payment: 'top_up' }

/**
 * Books what sold credits cost their seller, and their price unless it is a payment of its own. Costs in another
 * currency than the price are not converted and count as 0.
 */
export async function bookSale(
  ctx: Context,
  { accountId, sale, amount, providerCost, sourceKind, isExpired = false }: Sold,
): Promise<void> {
  const { seller, customer, price, cost, currency, cost_currency } = sale
  const type = TYPES[sourceKind] ?? 'given'
  const isPaidHere =
    type === 'top_up' || (type === 'package' && (await findPaidSubscription(ctx.db, customer)) !== undefined)
  await insertSale(ctx.db, {
    accountId,
    seller,
    customer,
    kind: type,
    amount,
    price: isPaidHere || isExpired ? '0' : price,
    cost: currency === null || cost_currency === null || currency === cost_currency ? cost : '0',
    providerCost,
    currency: currency ?? cost_currency,
  })
}
