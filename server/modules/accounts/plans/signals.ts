import type { Offer } from '#contract/accounts/sales.ts'
import { defineQuestion } from '#server/platform/signals.ts'

/** The payment vendor and URL for a seller's package; null: it is requested. */
export const checkoutOffer = defineQuestion<
  { sellerId: number; planId: number },
  Pick<Offer, 'buy' | 'checkout_url'>
>('checkoutOffer')

/** Credits that a seller can still sell: what it has, less what waits for it. Null: it issues them, without limit. */
export const creditsToSell = defineQuestion<{ sellerId: number }, number | null>('creditsToSell')

/** Moves an account to another version of its package, in the same transaction; its periods continue. */
export const moveToVersion = defineQuestion<{ accountId: number; planVersionId: number }, void>(
  'moveToVersion',
)
