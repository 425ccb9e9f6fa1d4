import * as z from 'zod/mini'
import { dataReply, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { StripeStatus } from './payments.ts'

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

export const Difference = z.object({
  kind: z.enum([
    'payment_missing',
    'amount_differs',
    'refund_differs',
    'subscription_unknown',
    'two_subscriptions',
  ]),
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
