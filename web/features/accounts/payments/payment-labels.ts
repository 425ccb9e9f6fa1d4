import type { EventOutcome, Invoice, PaymentVendor, StripeStatus } from '#contract/accounts/payments.ts'
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

/** Whether a Stripe account can sell: icon and label. */
export function connectionBadge({ connection }: Pick<StripeStatus, 'connection'>) {
  if (!connection || connection.state === 'disconnected')
    return { state: 'cancelled', label: 'Not connected' }
  if (connection.state === 'pending') return { state: 'partly', label: 'Setup not finished' }
  if (!connection.charges_enabled) return { state: 'partly', label: 'Connected, can’t take payments yet' }
  return { state: 'succeeded', label: connection.live ? 'Connected' : 'Test mode: no real payments yet' }
}

/** Label of a Stripe requirement such as `individual.verification.document`. */
export const requirementLabel = (code: string): string => {
  const text = code.replaceAll(/[._]/g, ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
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

/** `1,000 extra credits, $25.00 per month`: an add-on bought with a package is charged every period. */
export const addOnLabel = (
  { name, price_minor }: { name: string; price_minor: number },
  { currency, period }: { currency: string | null; period: 'month' | 'year' | null },
): string => (currency ? `${name}, ${formatMinor(price_minor, currency)} per ${period ?? 'month'}` : name)
