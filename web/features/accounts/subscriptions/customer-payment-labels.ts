import type { Payment } from '#contract/accounts/payments.ts'
import { formatMinor } from '#web/lib/format.ts'

export const PAYMENT_LOOKS: Record<Payment['state'], { state: string; label: string }> = {
  paid: { state: 'succeeded', label: 'Paid' },
  refunded: { state: 'cancelled', label: 'Refunded' },
  partly_refunded: { state: 'partly', label: 'Partly refunded' },
  disputed: { state: 'partly', label: 'Disputed' },
  lost: { state: 'failed', label: 'Dispute lost' },
}

/** The refundable rest, in minor units. */
export const refundable = ({ amount_minor, refunded_minor, state }: Payment): number =>
  state === 'paid' || state === 'partly_refunded' ? amount_minor - refunded_minor : 0

/** `$49.00`, with its refunds, and the part from the customer’s balance at the vendor. */
export const amountLabel = ({ amount_minor, balance_minor, refunded_minor, currency }: Payment): string =>
  [
    formatMinor(amount_minor, currency),
    ...(balance_minor > 0 ? [`${formatMinor(balance_minor, currency)} from their balance`] : []),
    ...(refunded_minor > 0 ? [`${formatMinor(refunded_minor, currency)} refunded`] : []),
  ].join(', ')
