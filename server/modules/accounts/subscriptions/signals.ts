import type { Actor } from '#server/platform/http/actor.ts'
import { defineQuestion } from '#server/platform/signals.ts'

/**
 * Closes an account on behalf of its seller, who is allowed to. Joins the current transaction.
 * @throws AppError conflict, not_found.
 */
export const closeCustomer = defineQuestion<{ actor: Actor; accountId: number }, void>('closeCustomer')

/** Reopens an account within the grace period, on behalf of its seller. @throws AppError conflict. */
export const reopenCustomer = defineQuestion<{ accountId: number }, void>('reopenCustomer')
