import * as z from 'zod/mini'
import { dataReply, Id, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { PAYMENT_VENDORS, StripeStatus } from './payments.ts'

const api = defineArea({ tag: 'Payments', access: { can: 'sell' }, scope: 'write' })

export const paymentStatus = api.get('/api/wl/payment-status', {
  name: 'payments.status',
  reads: ['payments'],
  summary: 'State of payments: connection, waiting or failed events, last reconciliation',
  reply: dataReply(
    z.object({
      stripe: StripeStatus,
      events: z.object({ received: z.int(), done: z.int(), ignored: z.int(), failed: z.int() }),
      last_event_at: z.nullable(Timestamp),
      reconciled_at: z.nullable(Timestamp),
      differences: z.int().check(z.describe('Open money differences of the last reconciliation')),
    }),
  ),
  cli: {
    name: 'payments status',
    summary: 'Show whether payments work: Stripe, waiting and failed events, last comparison',
    notes: ['The platform account sees the events of all sellers.'],
    examples: ['leadwright payments status --json'],
    text: [
      "Stripe: {stripe.connection.state ?? stripe.available?not connected ?? 'not set up'}",
      'Events: {events.done} done, {events.received} waiting, {events.ignored} ignored, {events.failed} failed',
      "Compared with Stripe: {reconciled_at ?? 'never'}, {differences} differences",
    ],
    fails: 'events.failed',
  },
})

const PROBLEM_KINDS = [
  'payment_missing',
  'amount_differs',
  'refund_differs',
  'subscription_unknown',
  'two_subscriptions',
  'event_failed',
] as const
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

export const Difference = z.object({
  kind: z.enum(PROBLEM_KINDS),
  external_id: z.string(),
  message: z.string(),
})
export type Difference = z.output<typeof Difference>
export const reconcilePayments = api.post('/api/wl/payments/reconcile', {
  name: 'payments.reconcile',
  changes: ['payments', 'subscriptions'],
  audit: 'payments.reconciled',
  summary: 'Compare with Stripe: repairs states and reports money differences, without giving credits',
  reply: dataReply(z.object({ checked: z.int(), repaired: z.int(), differences: z.array(Difference) })),
  errors: ['conflict', 'unavailable'],
  cli: {
    name: 'payments reconcile',
    summary: 'Compare with Stripe: repair states, report differences of money, give no credits',
    notes: ['Exits with 1 if there are differences.'],
    examples: ['leadwright payments reconcile --json'],
    text: [
      '{checked} checked, {repaired} repaired, {differences.length} differences',
      { each: 'differences', line: '{kind}  {external_id}  {message}' },
    ],
    fails: 'differences',
  },
})

/** Ways to resolve a payment problem: read the vendor again, give what was bought, or nothing is left to do. */
const PROBLEM_ACTIONS = ['fetch', 'give', 'settle'] as const
export type ProblemAction = (typeof PROBLEM_ACTIONS)[number]

const Named = z.nullable(z.object({ id: Id, name: z.string() }))
export const PaymentProblem = z.object({
  id: Id,
  vendor: z.enum(PAYMENT_VENDORS),
  ...Difference.shape,
  found_at: Timestamp,
  seller: Named.check(z.describe('Whose sale it is, where that is another account')),
  customer: Named.check(z.describe('Who paid, where that is known')),
  can: z.array(z.enum(PROBLEM_ACTIONS)).check(z.describe('What the account can do about it')),
})
export type PaymentProblem = z.output<typeof PaymentProblem>

export const paymentProblems = api.get('/api/wl/payment-problems', {
  name: 'payments.problems',
  reads: ['payments'],
  summary: 'Open differences between the payment vendors and the account’s books, newest first',
  description: 'The account of the installation sees those of all sellers, and resolves its own.',
  query: z.strictObject({ ...pageQuery }),
  reply: page(PaymentProblem),
})

export const resolveProblem = api.post('/api/wl/payment-problems/{id}/resolve', {
  name: 'payments.resolveProblem',
  changes: ['payments', 'subscriptions', 'wallet'],
  idempotent: true,
  audit: 'payment_problem.resolved',
  summary: 'Read a payment at its vendor again, give what was bought, or mark the problem as settled',
  description:
    '`fetch` applies what the vendor says now; the problem stays open while both still differ. `give` gives the package, pack or add-on although the payment differs. `settle` changes nothing else.',
  body: z.strictObject({ action: z.enum(PROBLEM_ACTIONS) }),
  reply: z.object({ data: z.object({ resolved: z.boolean() }), message: z.string() }),
  errors: ['not_found', 'conflict', 'unavailable'],
})
