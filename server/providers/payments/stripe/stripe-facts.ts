import type Stripe from 'stripe'

/*
 * What the program reads from Stripe's objects. All vendor fields are read here and nowhere else, so this is the
 * place to adapt to API changes.
 */

/** An event with a valid signature. */
export interface RawEvent {
  id: string
  type: string
  /** The connected account; empty for the platform's own. */
  account: string
  live: boolean
  at: Date
  object: { kind: string; id: string | null; refs: Record<string, string> }
}
export interface AccountFacts {
  id: string
  name: string | null
  chargesEnabled: boolean
  payoutsEnabled: boolean
  requirements: string[]
  country: string | null
  currency: string | null
}
export interface MethodFacts {
  id: string
  kind: string
  brand: string | null
  last4: string | null
  fingerprint: string | null
  /** First day of the month in which a card expires. */
  expiresMonth: Date | null
}
export interface CustomerFacts {
  id: string
  email: string | null
  name: string | null
  method: MethodFacts | null
}
export interface SubscriptionFacts {
  id: string
  status: string
  customer: CustomerFacts
  metadata: Record<string, string>
  /** In no promised order: which one is the package, its price says. */
  items: { id: string; price: string; start: Date; end: Date }[]
  trial: { start: Date; end: Date } | null
  cancelAt: Date | null
  /** Nothing is collected although the status is active. */
  isCollectionPaused: boolean
  hasPendingUpdate: boolean
  method: MethodFacts | null
}
export interface InvoiceFacts {
  id: string
  number: string | null
  status: string
  reason: string
  subscription: string | null
  customer: string | null
  totalMinor: number
  /** The rest to be paid after the customer's balance was applied. */
  dueMinor: number
  taxMinor: number
  currency: string
  lines: { price: string | null; isProration: boolean; start: Date; end: Date; amountMinor: number }[]
  /** Payments of the invoice; empty where nothing was due, or it was marked as paid. */
  intents: string[]
  attempts: number
  url: string | null
  pdf: string | null
  createdAt: Date
}
export interface IntentFacts {
  id: string
  status: string
  receivedMinor: number
  refundedMinor: number
  /** Fees of Stripe and of the platform; null until Stripe reports them. */
  feeMinor: number | null
  currency: string
  customer: string | null
  metadata: Record<string, string>
  declineReason: string | null
  nextUrl: string | null
  createdAt: Date
}
export interface CheckoutFacts {
  id: string
  url: string | null
  mode: string
  status: string
  isPaid: boolean
  totalMinor: number
  taxMinor: number
  currency: string
  intent: string | null
  subscription: string | null
  customer: string | null
  metadata: Record<string, string>
}
export interface DisputeFacts {
  id: string
  intent: string | null
  state: 'open' | 'won' | 'lost'
  createdAt: Date
}

const readDate = (seconds: number): Date => new Date(seconds * 1000)
export const readId = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)
const ifLoaded = <T extends { id: string }>(value: string | T | null | undefined): T | null =>
  typeof value === 'object' && value !== null ? value : null

export function readMethod(value: string | Stripe.PaymentMethod | null | undefined): MethodFacts | null {
  const method = ifLoaded(value)
  if (!method) return null
  const { card } = method
  return {
    id: method.id,
    kind: method.type,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    fingerprint: card?.fingerprint ?? null,
    expiresMonth: card ? new Date(Date.UTC(card.exp_year, card.exp_month - 1, 1)) : null,
  }
}

export function readCustomer(value: string | Stripe.Customer | Stripe.DeletedCustomer | null): CustomerFacts {
  const customer = ifLoaded(value)
  if (!customer || customer.deleted) return { id: readId(value) ?? '', email: null, name: null, method: null }
  return {
    id: customer.id,
    email: customer.email,
    name: customer.name ?? null,
    method: readMethod(customer.invoice_settings?.default_payment_method),
  }
}

export function readSubscription(subscription: Stripe.Subscription): SubscriptionFacts {
  // Periods belong to the items; the subscription no longer has one.
  const items = subscription.items.data.map((item) => ({
    id: item.id,
    price: item.price.id,
    start: readDate(item.current_period_start),
    end: readDate(item.current_period_end),
  }))
  return {
    id: subscription.id,
    status: subscription.status,
    customer: readCustomer(subscription.customer),
    metadata: subscription.metadata ?? {},
    items,
    trial:
      subscription.trial_start && subscription.trial_end
        ? { start: readDate(subscription.trial_start), end: readDate(subscription.trial_end) }
        : null,
    cancelAt: subscription.cancel_at
      ? readDate(subscription.cancel_at)
      : subscription.cancel_at_period_end
        ? items.reduce<Date | null>((last, { end }) => (last && last > end ? last : end), null)
        : null,
    isCollectionPaused: Boolean(subscription.pause_collection),
    hasPendingUpdate: Boolean(subscription.pending_update),
    method: readMethod(subscription.default_payment_method),
  }
}

export const readInvoice = (invoice: Stripe.Invoice): InvoiceFacts => ({
  id: invoice.id,
  number: invoice.number,
  status: invoice.status ?? 'draft',
  reason: invoice.billing_reason ?? 'manual',
  subscription: readId(invoice.parent?.subscription_details?.subscription),
  customer: readId(invoice.customer),
  totalMinor: invoice.total,
  dueMinor: Math.max(0, invoice.amount_due),
  taxMinor: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
  currency: invoice.currency.toUpperCase(),
  lines: invoice.lines.data.map((line) => ({
    price: readId(line.pricing?.price_details?.price),
    isProration: Boolean(
      line.parent?.subscription_item_details?.proration ?? line.parent?.invoice_item_details?.proration,
    ),
    start: readDate(line.period.start),
    end: readDate(line.period.end),
    amountMinor: line.amount,
  })),
  intents: (invoice.payments?.data ?? [])
    .filter(({ status }) => status === 'paid')
    .flatMap(({ payment }) => readId(payment.payment_intent) ?? []),
  attempts: invoice.attempt_count,
  url: invoice.hosted_invoice_url ?? null,
  pdf: invoice.invoice_pdf ?? null,
  createdAt: readDate(invoice.created),
})

export function readIntent(intent: Stripe.PaymentIntent): IntentFacts {
  const charge = ifLoaded(intent.latest_charge)
  const balance = ifLoaded(charge?.balance_transaction)
  return {
    id: intent.id,
    status: intent.status,
    receivedMinor: intent.amount_received,
    refundedMinor: charge?.amount_refunded ?? 0,
    feeMinor: balance?.fee ?? null,
    currency: intent.currency.toUpperCase(),
    customer: readId(intent.customer),
    metadata: intent.metadata ?? {},
    declineReason: intent.last_payment_error?.message ?? null,
    nextUrl: intent.next_action?.redirect_to_url?.url ?? null,
    createdAt: readDate(intent.created),
  }
}

export const readCheckout = (session: Stripe.Checkout.Session): CheckoutFacts => ({
  id: session.id,
  url: session.url,
  mode: session.mode,
  status: session.status ?? 'open',
  isPaid: session.payment_status === 'paid',
  totalMinor: session.amount_total ?? 0,
  taxMinor: session.total_details?.amount_tax ?? 0,
  currency: (session.currency ?? '').toUpperCase(),
  intent: readId(session.payment_intent),
  subscription: readId(session.subscription),
  customer: readId(session.customer),
  metadata: session.metadata ?? {},
})

export const readDispute = (dispute: Stripe.Dispute): DisputeFacts => ({
  id: dispute.id,
  intent: readId(dispute.payment_intent),
  state:
    dispute.status === 'lost'
      ? 'lost'
      : dispute.status === 'won' || dispute.status === 'warning_closed'
        ? 'won'
        : 'open',
  createdAt: readDate(dispute.created),
})

export const readAccount = (account: Stripe.Account): AccountFacts => ({
  id: account.id,
  name: account.business_profile?.name ?? account.settings?.dashboard?.display_name ?? null,
  chargesEnabled: account.charges_enabled,
  payoutsEnabled: account.payouts_enabled,
  requirements: [
    ...new Set([...(account.requirements?.currently_due ?? []), ...(account.requirements?.past_due ?? [])]),
  ],
  country: account.country ?? null,
  currency: account.default_currency?.toUpperCase() ?? null,
})

const REFS = ['customer', 'subscription', 'payment_intent', 'charge', 'invoice'] as const
type Loose = Record<string, unknown>
const asRecord = (value: unknown): Loose =>
  typeof value === 'object' && value !== null ? (value as Loose) : {}
const readText = (value: unknown): string | null => {
  const id = typeof value === 'object' && value !== null ? (value as Loose).id : value
  return typeof id === 'string' && id.length <= 255 ? id : null
}

/** An event reduced to ids, without personal data. Null when it is not an event. */
export function readEvent(value: unknown): RawEvent | null {
  const event = asRecord(value)
  const [id, type] = [readText(event.id), readText(event.type)]
  if (id === null || type === null) return null
  const object = asRecord(asRecord(event.data).object)
  const related = asRecord(event.related_object)
  const parent = asRecord(asRecord(object.parent).subscription_details)
  const refs = Object.fromEntries(
    [...REFS.map((name) => [name, readText(object[name])]), ['parent', readText(parent.subscription)]].filter(
      ([, ref]) => ref !== null,
    ),
  ) as Record<string, string>
  return {
    id,
    type,
    account: readText(event.account) ?? readText(event.context) ?? '',
    live: event.livemode === true,
    at: typeof event.created === 'number' ? readDate(event.created) : new Date(String(event.created)),
    object: {
      kind: readText(object.object) ?? readText(related.type) ?? '',
      id: readText(object.id) ?? readText(related.id),
      refs,
    },
  }
}
