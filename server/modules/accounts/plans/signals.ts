import type { Offer } from '#contract/accounts/sales.ts'
import { defineQuestion } from '#server/platform/signals.ts'

/** The payment vendor and URL for a seller's package; null: it is requested. */
export const checkoutOffer = defineQuestion<
  { sellerId: number; planId: number },
  Pick<Offer, 'buy' | 'checkout_url'>
>('checkoutOffer')

/** Credits that a seller can still sell: what it has, less what waits for it. Null: it issues them, without limit. */
export const creditsToSell = defineQuestion<{ sellerId: number }, number | null>('creditsToSell')

/**
 * Plans the change to a version for customers, in the same transaction. It replaces earlier moves; customers who have
 * planned a change of their own keep it. The answer is for how many it is planned.
 */
export const planMove = defineQuestion<
  {
    moveId: number
    versionId: number
    currency: string | null
    userId: number
    customers: readonly { accountId: number; appliesAt: Date }[]
  },
  number
>('planMove')

/** Whether an account has this kit, which its package may name. */
export const hasKit = defineQuestion<{ accountId: number; kitId: number }, boolean>('hasKit')

/** Drops a move for everyone whose next period has not started. The answer is how many those are. */
export const dropMove = defineQuestion<{ moveId: number }, number>('dropMove')
