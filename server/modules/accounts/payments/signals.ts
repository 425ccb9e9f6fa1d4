import type { Actor } from '#server/platform/http/actor.ts'
import { defineQuestion } from '#server/platform/signals.ts'
import type { Handled } from './handled.ts'
import type { EventRow } from './payments-tables.ts'

/**
 * Applies an event of a vendor other than Stripe, in the transaction that marks it as done.
 * @throws NotYetError while what it is about is not known yet.
 */
export const applyVendorEvent = defineQuestion<{ event: EventRow }, Handled>('applyVendorEvent')

/** Whether an account has set up such a vendor. */
export const sellsAtVendor = defineQuestion<{ accountId: number }, boolean>('sellsAtVendor')

/** Where a package or top-up pack of a seller is bought at such a vendor; null where it is not. */
export const vendorCheckoutUrl = defineQuestion<
  { sellerId: number; offer: { planId: number } | { packId: number } },
  string | null
>('vendorCheckoutUrl')

/** URL of the portal of such a vendor for a customer; null where its seller doesn't use one. */
export const vendorPortal = defineQuestion<{ accountId: number }, string | null>('vendorPortal')

/** `cancel_at` is an ISO date; null: it goes on. */
export interface Cancellation {
  data: { cancel_at: string | null }
  message: string
}

/**
 * Ends the rebills of an account at such a vendor, or with `undo` goes on; null where it does not pay there.
 * @throws AppError conflict, unavailable.
 */
export const vendorCancel = defineQuestion<{ actor: Actor; undo: boolean }, Cancellation | null>(
  'vendorCancel',
)
