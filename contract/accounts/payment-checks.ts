import * as z from 'zod/mini'
import { dataOf, Timestamp } from '../core/common.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { StripeStatus } from './payments.ts'

const tag = 'Payments'
const sells = { can: 'sell' } as const

export const paymentStatus = defineEndpoint({
  name: 'payments.status',
  method: 'GET',
  path: '/api/wl/payment-status',
  access: sells,
  scope: 'read',
  tag,
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
export const reconcilePayments = defineEndpoint({
  name: 'payments.reconcile',
  method: 'POST',
  path: '/api/wl/payments/reconcile',
  access: sells,
  scope: 'write',
  tag,
  changes: ['payments', 'subscriptions'],
  audit: 'payments.reconciled',
  summary: 'Compare with Stripe: repairs states and reports money differences, without giving credits',
  reply: dataOf(z.object({ checked: z.int(), repaired: z.int(), differences: z.array(Difference) })),
  errors: ['conflict', 'unavailable'],
})
