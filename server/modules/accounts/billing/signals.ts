import type { PaymentVendor } from '#contract/accounts/payments.ts'
import { defineQuestion } from '#server/platform/signals.ts'

/** URL of the vendor's portal where an account manages what it pays its seller; null without one. */
export const accountPortal = defineQuestion<
  { accountId: number },
  { type: PaymentVendor; value: string } | null
>('accountPortal')

/** Where a seller's top-up pack is paid for externally; null: nowhere. */
export const packCheckoutUrl = defineQuestion<{ sellerId: number; packId: number }, string | null>(
  'packCheckoutUrl',
)
