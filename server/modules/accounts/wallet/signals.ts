import { defineEvent, defineQuestion } from '#server/platform/signals.ts'
import type { SoldCredits } from './grant-types.ts'

/** Credits of an account have moved, in the same transaction. */
export const walletMoved = defineEvent<{ accountId: number }>()

/** An account got credits of the one above, or they went back to it. In the same transaction. */
export const creditsSold = defineEvent<SoldCredits>()

/**
 * A pool has given credits to an account below, had too few for it (`isShort`), or has lost expired ones. In the same
 * transaction; the pool's wallet is locked.
 */
export const poolUsed = defineEvent<{ accountId: number; isShort: boolean }>()

/** The account's own alert: a balance below is low. Null without one. */
export const alertThreshold = defineQuestion<{ accountId: number }, number | null>('alertThreshold')

/** How many tokens of training an account has and may have. */
export const trainingTokens = defineQuestion<{ accountId: number }, { limit: number; used: number }>(
  'trainingTokens',
)
