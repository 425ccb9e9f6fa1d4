import * as z from 'zod/mini'
import { dataReply, Id, IdParam, page, pageQuery, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { MinorAmount } from '../core/money.ts'
import { PERIODS } from './plans.ts'

const api = defineArea({ tag: 'Payments', access: { can: 'sell' }, scope: 'write' })
const buys = { can: 'use_wallet' } as const

export const PAYMENT_VENDORS = ['stripe', 'paykickstart'] as const
export type PaymentVendor = (typeof PAYMENT_VENDORS)[number]

/** State of an event from a payment vendor. */
export const EVENT_OUTCOMES = ['received', 'done', 'ignored', 'failed'] as const
export type EventOutcome = (typeof EVENT_OUTCOMES)[number]

export const CONNECTION_STATES = ['pending', 'connected', 'disconnected'] as const
export const StripeConnection = z.object({
  state: z
    .enum(CONNECTION_STATES)
    .check(z.describe('`pending`: created here, but its setup at Stripe is not complete')),
  external_id: z.string().check(z.describe('Id of the Stripe account')),
  name: z.nullable(z.string()),
  live: z.boolean().check(z.describe('False in test mode')),
  charges_enabled: z.boolean(),
  payouts_enabled: z.boolean(),
  requirements: z.array(z.string()).check(z.describe('What Stripe still needs to know')),
  country: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  connected_at: z.nullable(Timestamp),
  disconnected_at: z.nullable(Timestamp),
  checked_at: Timestamp,
})
export type StripeConnection = z.output<typeof StripeConnection>
export const StripeStatus = z.object({
  available: z.boolean().check(z.describe('The installation is set up for Stripe')),
  oauth: z.boolean().check(z.describe('An existing Stripe account can be connected')),
  is_platform: z.boolean().check(z.describe('The platform account sells on its own Stripe account')),
  connection: z.nullable(StripeConnection),
  tax: z.boolean().check(z.describe('Stripe Tax calculates tax on new sales')),
  fee_percent: z.number().check(z.describe('Share of each sale that the platform keeps')),
})
export type StripeStatus = z.output<typeof StripeStatus>
const Connected = z.object({ data: StripeStatus, message: z.string() })
const Address = dataReply(z.object({ url: z.string() }))

export const stripeStatus = api.get('/api/wl/stripe', {
  name: 'payments.stripe',
  reads: ['payments'],
  summary: 'Stripe account that the account sells on, with what Stripe still needs',
  reply: dataReply(StripeStatus),
})

export const authorizeStripe = api.post('/api/wl/stripe/authorize', {
  name: 'payments.authorizeStripe',
  scope: null,
  audit: 'stripe.authorization_begun',
  summary: 'Stripe address for connecting an existing account',
  description:
    'Stripe returns to `/whitelabel/stripe/callback` with `code` and `state`, which work once within 15 minutes.',
  reply: Address,
  errors: ['conflict'],
})

export const connectStripe = api.post('/api/wl/stripe/callback', {
  name: 'payments.connectStripe',
  scope: null,
  changes: ['payments', 'packages'],
  audit: 'stripe.connected',
  summary: 'Connect the Stripe account with what Stripe sent to `/whitelabel/stripe/callback`',
  body: z.strictObject({ code: text(500), state: text(200) }),
  reply: Connected,
  errors: ['conflict', 'unavailable'],
})

export const createStripeAccount = api.post('/api/wl/stripe/account', {
  name: 'payments.createStripeAccount',
  scope: null,
  changes: ['payments'],
  audit: 'stripe.account_created',
  summary: 'Stripe address for setting up a new account, or completing the pending one',
  body: z.strictObject({
    country: z.optional(
      z.string().check(
        z.regex(/^[A-Z]{2}$/, {
          error: 'Use a country code such as US',
        }),
      ),
    ),
  }),
  reply: Address,
  errors: ['conflict', 'unavailable'],
})

export const refreshStripe = api.post('/api/wl/stripe/refresh', {
  name: 'payments.refreshStripe',
  changes: ['payments', 'packages'],
  audit: 'stripe.refreshed',
  summary: 'Read the state of the Stripe account again',
  reply: Connected,
  errors: ['conflict', 'unavailable'],
})

export const setStripeTax = api.put('/api/wl/stripe/tax', {
  name: 'payments.setStripeTax',
  changes: ['payments'],
  audit: 'stripe.tax_changed',
  summary:
    'Turn Stripe Tax on or off for new sales; for the account of the installation also its share of sales',
  body: z.strictObject({
    tax: z.optional(z.boolean()),
    fee_percent: z
      .optional(z.number().check(z.minimum(0), z.maximum(50), z.multipleOf(0.01)))
      .check(z.describe('Share of resellers’ new sales that the platform keeps; for its own account only')),
  }),
  reply: Connected,
  errors: ['conflict'],
})

export const disconnectStripe = api.delete('/api/wl/stripe', {
  name: 'payments.disconnectStripe',
  changes: ['payments', 'packages', 'subscriptions'],
  audit: 'stripe.disconnected',
  summary: 'Disconnect the Stripe account',
  description:
    'Stripe keeps charging. Subscriptions count as not verified until the account is connected again; paid access remains.',
  reply: Connected,
  errors: ['conflict', 'unavailable'],
})

/** A purchase in addition to a package. */
const Extras = {
  coupon: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  add_ons: z._default(z.array(text(100)).check(z.maxLength(20)), []),
}
const Email = z.email().check(z.maxLength(254))

export const buyPackage = api.post('/api/packages/{id}/checkout', {
  name: 'packages.checkout',
  scope: null,
  access: 'public',
  changesNothing: true,
  summary: 'Checkout address for a package, for a buyer without an account',
  description:
    'On the domains of its seller. An invitation is sent to the email once the payment has arrived. Whoever has an account there signs in instead (`conflict`): a second purchase would be charged besides the first.',
  body: z.strictObject({ ...Extras, email: Email }),
  reply: Address,
  errors: ['conflict', 'rate_limited', 'unavailable'],
})

export const buy = api.post('/api/payments/checkout', {
  name: 'payments.checkout',
  access: buys,
  whileLocked: true,
  audit: 'checkout.begun',
  summary: 'Checkout address for a package, add-ons or a top-up pack',
  description:
    'Add-ons bought with a package are charged every period, and end with `payments.endAddOn`; those bought alone are paid once.',
  body: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('package'), package_id: Id, ...Extras }),
    z.strictObject({
      kind: z.literal('add_ons'),
      add_ons: z.array(text(100)).check(z.minLength(1), z.maxLength(20)),
    }),
    z.strictObject({ kind: z.literal('pack'), pack_id: Id }),
  ]),
  reply: Address,
  errors: ['not_found', 'conflict', 'rate_limited', 'unavailable'],
})

export const CHANGE_RESULTS = ['applied', 'scheduled', 'payment_needed'] as const
export const changePlan = api.post('/api/payments/change-package', {
  name: 'payments.changePackage',
  scope: null,
  access: buys,
  changes: ['subscriptions', 'packages', 'wallet', 'me', 'payments'],
  audit: 'subscription.changed',
  summary: 'Change the package that the account pays for',
  description:
    'An upgrade starts at once and is paid in full; a downgrade starts with the next period. Until the payment succeeds, the old package stays.',
  body: z.strictObject({ package_id: Id }),
  reply: z.object({
    data: z.object({
      result: z.enum(CHANGE_RESULTS),
      url: z.nullable(z.string()).check(z.describe('Where to confirm the payment')),
    }),
    message: z.string(),
  }),
  errors: ['not_found', 'conflict', 'unavailable'],
})

export const cancelPlan = api.post('/api/payments/cancel', {
  name: 'payments.cancel',
  scope: null,
  access: buys,
  whileLocked: true,
  changes: ['subscriptions', 'payments', 'me'],
  audit: 'subscription.changed',
  summary: 'Cancel the package at the end of its period, or undo the cancellation',
  body: z.strictObject({ undo: z._default(z.boolean(), false) }),
  reply: z.object({ data: z.object({ cancel_at: z.nullable(Timestamp) }), message: z.string() }),
  errors: ['conflict', 'unavailable'],
})

export const endAddOn = api.delete('/api/payments/add-ons/{id}', {
  name: 'payments.endAddOn',
  scope: null,
  access: buys,
  whileLocked: true,
  changes: ['payments'],
  audit: 'subscription.changed',
  summary: 'End an add-on: it is not charged again, and its credits stay',
  params: z.object({ id: z.string().check(z.regex(/^\w{1,100}$/)) }),
  reply: z.object({ success: z.literal(true), message: z.string() }),
  errors: ['conflict', 'unavailable'],
})

export const Invoice = z.object({
  number: z.nullable(z.string()),
  state: z.enum(['open', 'paid', 'void', 'uncollectible', 'draft']),
  total_minor: z.int(),
  currency: z.string(),
  created_at: Timestamp,
  url: z.nullable(z.string()).check(z.describe('Vendor page for paying an open invoice')),
  pdf: z.nullable(z.string()),
})
export type Invoice = z.output<typeof Invoice>
export const PaymentMethod = z.object({
  kind: z.string().check(z.describe('`card` or another method')),
  brand: z.nullable(z.string()),
  last4: z.nullable(z.string()),
  expires: z.nullable(z.string()).check(z.describe('Year and month, as in `2027-05`')),
})

export const accountPayments = api.get('/api/payments', {
  name: 'payments.account',
  access: buys,
  whileLocked: true,
  reads: ['payments', 'subscriptions'],
  summary: 'How the account pays its seller: package, invoices and payment method',
  reply: dataReply(
    z.object({
      vendor: z
        .nullable(z.enum(PAYMENT_VENDORS))
        .check(z.describe('Null: the seller takes no payments here')),
      can_buy: z.boolean().check(z.describe('Packages and top-ups can be paid by card')),
      pays: z.boolean().check(z.describe('The package is paid for through the vendor')),
      state: z.nullable(z.string()).check(z.describe('Billing state of the package')),
      period_end: z.nullable(Timestamp),
      cancel_at: z.nullable(Timestamp),
      pay_url: z.nullable(z.string()).check(z.describe('Where to pay an open invoice')),
      invoices: z.array(Invoice),
      method: z.nullable(PaymentMethod),
      add_ons: z
        .array(
          z.object({
            id: z.string().check(z.describe('The vendor’s id')),
            name: z.string(),
            credits: z.int(),
            price_minor: z.int().check(z.describe('Per period')),
            currency: z.string(),
            period: z.enum(PERIODS),
            renews_at: Timestamp,
          }),
        )
        .check(z.describe('Add-ons that are charged with the package every period')),
      owed_credits: z.int().check(z.describe('Deducted from the next paid credits after a refund')),
      recharge: z
        .nullable(
          z.object({
            suspended: z.boolean(),
            problem: z.nullable(z.string()),
            pay_url: z.nullable(z.string()),
          }),
        )
        .check(z.describe('Null: no automatic recharge was tried')),
    }),
  ),
})

export const openPortal = api.post('/api/payments/portal', {
  name: 'payments.portal',
  scope: null,
  access: buys,
  whileLocked: true,
  audit: 'billing_portal.opened',
  summary: 'Address of the vendor’s billing portal for the account; expires soon',
  reply: Address,
  errors: ['conflict', 'unavailable'],
})

export const PAYMENT_STATES = ['paid', 'refunded', 'partly_refunded', 'disputed', 'lost'] as const
export const PAYMENT_KINDS = ['package', 'pack', 'add_on', 'recharge'] as const
export const Payment = z.object({
  id: Id,
  vendor: z.enum(PAYMENT_VENDORS),
  external_id: z.string(),
  customer: z.object({ id: Id, name: z.string() }),
  kind: z.enum(PAYMENT_KINDS),
  name: z.string().check(z.describe('What was bought')),
  amount_minor: z.int(),
  balance_minor: z
    .int()
    .check(
      z.describe('The rest, from the customer’s balance at the vendor; negative: a debt was settled, too'),
    ),
  refunded_minor: z.int(),
  fee_minor: z.nullable(z.int()),
  currency: z.string(),
  credits: z.int(),
  owed_credits: z.int(),
  state: z.enum(PAYMENT_STATES),
  paid_at: Timestamp,
})
export type Payment = z.output<typeof Payment>

export const payments = api.get('/api/wl/payments', {
  name: 'payments.index',
  reads: ['payments'],
  summary: 'Payments of the account’s customers, newest first',
  query: z.strictObject({ ...pageQuery, customer_id: z.optional(IdParam) }),
  reply: page(Payment),
})

export const refundPayment = api.post('/api/wl/payments/{id}/refund', {
  name: 'payments.refund',
  scope: null,
  idempotent: true,
  changes: ['payments', 'wallet', 'subscriptions'],
  audit: 'payment.refunded',
  summary: 'Give a customer money back',
  description:
    'Unspent credits of the payment are taken back in proportion; the rest is deducted from the next paid credits.',
  body: z.strictObject({
    amount_minor: z.optional(MinorAmount).check(z.describe('Absent: the whole remaining amount')),
    refund_application_fee: z
      ._default(z.boolean(), true)
      .check(z.describe('Whether the platform refunds its share')),
  }),
  reply: z.object({ data: Payment, message: z.string() }),
  errors: ['conflict', 'unavailable'],
})

export const PaymentEvent = z.object({
  id: z.string().check(z.describe('The vendor’s id')),
  vendor: z.enum(PAYMENT_VENDORS),
  type: z.string(),
  received_at: Timestamp,
  outcome: z.enum(EVENT_OUTCOMES),
  detail: z.nullable(z.string()),
})
export type PaymentEvent = z.output<typeof PaymentEvent>

export const paymentEvents = api.get('/api/wl/payment-events', {
  name: 'payments.events',
  reads: ['payments'],
  summary: 'Events of payment vendors, newest first; the account of the installation sees all',
  query: z.strictObject({ ...pageQuery, outcome: z.optional(z.enum(EVENT_OUTCOMES)) }),
  reply: page(PaymentEvent),
  cli: {
    name: 'payments events',
    summary: 'List events of payment vendors, newest first',
    notes: ['Outcomes: received (waits for its worker), done, ignored, failed.'],
    examples: ['leadwright payments events --json'],
    columns: { ID: 'id', TYPE: 'type', RECEIVED: 'received_at', OUTCOME: 'outcome' },
    empty: false,
    json: ['id', 'type', 'received_at', 'outcome'],
    bare: true,
  },
})
