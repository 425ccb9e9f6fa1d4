import type { ProblemAction, ProblemKind } from '#contract/accounts/payment-checks.ts'
import type { EventOutcome, Invoice, PaymentVendor, StripeStatus } from '#contract/accounts/payments.ts'
import { formatMinor } from '#web/lib/format.ts'

export const VENDOR_LABELS: Record<PaymentVendor, string> = { stripe: 'Stripe', paykickstart: 'PayKickstart' }

export const OUTCOME_LOOKS: Record<EventOutcome, { state: string; label: string }> = {
  received: { state: 'queued', label: 'Waiting' },
  done: { state: 'succeeded', label: 'Done' },
  ignored: { state: 'cancelled', label: 'Ignored' },
  failed: { state: 'failed', label: 'Failed' },
}

interface ProblemText {
  title: string
  /** What it means for the customer and the seller. */
  means: (vendor: string) => string
}

export const PROBLEM_TEXTS: Record<ProblemKind, ProblemText> = {
  payment_missing: {
    title: 'A payment brought nothing',
    means: (vendor) =>
      `A customer paid at ${vendor} and got neither package nor credits for it. Give what was bought, or refund it there.`,
  },
  amount_differs: {
    title: 'The amount isn’t the price',
    means: () =>
      'Something else was paid than what is sold, so nothing was given or booked for the difference. Give what was bought, or correct the amount where it was paid.',
  },
  refund_differs: {
    title: 'A refund is missing here',
    means: (vendor) =>
      `${vendor} gave money back, and the customer still has the credits. Fetch it again to take them back.`,
  },
  subscription_unknown: {
    title: 'An unknown subscription',
    means: (vendor) => `${vendor} charges for a subscription that no account of yours has. Cancel it there.`,
  },
  two_subscriptions: {
    title: 'A customer pays twice',
    means: (vendor) =>
      `The customer is charged for both. Cancel one at ${vendor}, refund it, and fetch again.`,
  },
  event_failed: {
    title: 'A report couldn’t be applied',
    means: (vendor) =>
      `${vendor} reported a purchase, refund or cancellation, and nothing was changed here. Mend the reason, then fetch it again.`,
  },
}

/** Buttons of a problem; those with a question ask first. */
export const PROBLEM_ACTION_LABELS: Record<
  ProblemAction,
  { label: string; question?: (vendor: string) => string }
> = {
  fetch: { label: 'Fetch again' },
  give: {
    label: 'Give what was bought',
    question: () =>
      'The customer gets the package or credits although the payment differs. What was paid is booked as it arrived.',
  },
  settle: {
    label: 'Mark as settled',
    question: (vendor) =>
      `Nothing else changes, here or at ${vendor}. Do this once you have refunded the payment or given the credits yourself.`,
  },
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
