import * as z from 'zod/mini'
import { dataOf, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { StripeStatus } from './payments.ts'

const api = defineArea({ tag: 'Payments', access: { can: 'sell' }, scope: 'write' })

export const paymentStatus = api.get('/api/wl/payment-status', {
  name: 'payments.status',
  reads: ['payments'],
  summary: 'State of payments: connection, waiting or failed events, last reconciliation',
  reply: dataOf(
    z.object({
      stripe: StripeStatus,
      events: z.object({ received: z.int(), done: z.int(), ignored: z.int(), failed: z.int() }),
      last_event_at: z.nullable(Timestamp),
      reconciled_at: z.nullable(Timestamp),
      differences: z.int().check(z.describe('Open money differences of the last reconciliation')),
    }),
  ),
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
  reply: dataOf(z.object({ checked: z.int(), repaired: z.int(), differences: z.array(Difference) })),
  errors: ['conflict', 'unavailable'],
})
