import type {
  EventOutcome,
  Invoice,
  Payment,
  PaymentVendor,
  StripeStatus,
} from '#contract/accounts/payments.ts'
import { formatMinor } from '#web/lib/format.ts'

export const VENDOR_LABELS: Record<PaymentVendor, string> = { stripe: 'Stripe', paykickstart: 'PayKickstart' }

export const OUTCOME_LOOKS: Record<EventOutcome, { state: string; label: string }> = {
  received: { state: 'queued', label: 'Waiting' },
  done: { state: 'succeeded', label: 'Done' },
  ignored: { state: 'cancelled', label: 'Ignored' },
  failed: { state: 'failed', label: 'Failed' },
}

export const INVOICE_LOOKS: Record<Invoice['state'], { state: string; label: string }> = {
  paid: { state: 'succeeded', label: 'Paid' },
  open: { state: 'partly', label: 'Open' },
  draft: { state: 'queued', label: 'Draft' },
  void: { state: 'cancelled', label: 'Void' },
  uncollectible: { state: 'failed', label: 'Not collected' },
}

export const PAYMENT_LOOKS: Record<Payment['state'], { state: string; label: string }> = {
  paid: { state: 'succeeded', label: 'Paid' },
  refunded: { state: 'cancelled', label: 'Refunded' },
  partly_refunded: { state: 'partly', label: 'Partly refunded' },
  disputed: { state: 'partly', label: 'Disputed' },
  lost: { state: 'failed', label: 'Dispute lost' },
}

/** What can still be refunded, in minor units. */
export const refundable = ({ amount_minor, refunded_minor, state }: Payment): number =>
  state === 'paid' || state === 'partly_refunded' ? amount_minor - refunded_minor : 0

/** `$49.00`, with what went back. */
export const amountLabel = ({ amount_minor, refunded_minor, currency }: Payment): string =>
  refunded_minor > 0
    ? `${formatMinor(amount_minor, currency)}, ${formatMinor(refunded_minor, currency)} refunded`
    : formatMinor(amount_minor, currency)

/** Whether a Stripe account sells: icon and words. */
export function connectionLook({ connection }: Pick<StripeStatus, 'connection'>) {
  if (!connection || connection.state === 'disconnected')
    return { state: 'cancelled', label: 'Not connected' }
  if (connection.state === 'pending') return { state: 'partly', label: 'Setup not finished' }
  if (!connection.charges_enabled) return { state: 'partly', label: 'Connected, can’t take payments yet' }
  return { state: 'succeeded', label: connection.live ? 'Connected' : 'Connected in test mode' }
}

/** `individual.verification.document` of Stripe, as words. */
export const requirementLabel = (code: string): string => {
  const words = code.replaceAll(/[._]/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `Visa ending in 4242, expires 2027-05`. */
export function methodLabel({
  kind,
  brand,
  last4,
  expires,
}: {
  kind: string
  brand: string | null
  last4: string | null
  expires: string | null
}): string {
  const name = requirementLabel(brand ?? kind)
  return `${name}${last4 ? ` ending in ${last4}` : ''}${expires ? `, expires ${expires}` : ''}`
}
