import * as z from 'zod/mini'
import { PAYMENT_KINDS } from '../../accounts/payments.ts'
import { dataReply } from '../../core/common.ts'
import { defineArea } from '../../core/define-area.ts'
import { SubscriptionReport } from './subscription-report.ts'

const api = defineArea({ tag: 'Reports', access: { can: 'sell' }, scope: 'write' })

const Received = {
  currency: z.string(),
  payments: z.int(),
  received: z.int().check(z.describe('Minor units, without tax and after coupons')),
  refunded: z.int().check(z.describe('The part that went back, also by lost disputes')),
  fees: z.int().check(z.describe('Kept by the vendor and the platform, as far as they are known')),
}

export const SalesReport = z.extend(SubscriptionReport, {
  received: z
    .array(z.object({ month: z.string(), ...Received }))
    .check(z.describe('Money by month and currency, the oldest first; months without any are left out')),
  packages: z
    .array(z.object({ kind: z.enum(PAYMENT_KINDS), name: z.string(), ...Received }))
    .check(z.describe('The same of all months by package, pack or add-on, the most first')),
})
export type SalesReport = z.output<typeof SalesReport>

export const salesReport = api.get('/api/wl/sales', {
  name: 'sales.report',
  reads: ['subscriptions', 'payments'],
  summary:
    'New and ended subscriptions, MRR, trials and churn of the account’s customers, and what they paid',
  description:
    'Subscriptions count as in the subscriptions report of the platform. Money is what arrived through Stripe and ' +
    'PayKickstart; what is paid elsewhere isn’t known here. Months are those of the account’s time zone.',
  query: z.strictObject({
    months: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(36)), 12),
  }),
  reply: dataReply(SalesReport),
})
