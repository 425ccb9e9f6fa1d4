import type { BillingDeps } from '#server/modules/accounts/billing/index.ts'
import type { SalesDeps } from '#server/modules/accounts/plans/index.ts'

/** How a seller's offer is paid for, and where an account manages its payments. */
export interface Paying {
  checkoutOf: SalesDeps['checkoutOf']
  packUrlOf(sellerId: number, packId: number): Promise<string | null>
  portalOf: BillingDeps['portalOf']
}

/** Payments are built later than what they pay for. */
export const lazyPaying = (paying: () => Paying): Paying => ({
  checkoutOf: (...of) => paying().checkoutOf(...of),
  packUrlOf: (...of) => paying().packUrlOf(...of),
  portalOf: (...of) => paying().portalOf(...of),
})
