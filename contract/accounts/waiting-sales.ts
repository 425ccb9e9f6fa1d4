import * as z from 'zod/mini'
import { dataReply, Id, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { PAYMENT_VENDORS } from './payments.ts'

const api = defineArea({ tag: 'Payments', access: { can: 'sell' }, scope: 'write' })
const buys = { can: 'use_wallet' } as const

/** A purchase with the email of a customer, made by someone who wasn’t signed in. */
export const WaitingSale = z.object({
  id: Id,
  vendor: z.enum(PAYMENT_VENDORS),
  external_id: z.string().check(z.describe('The vendor’s id of the purchase')),
  kind: z.enum(['package', 'pack']),
  name: z.string().check(z.describe('What was bought')),
  credits: z.int(),
  is_trial: z.boolean(),
  email: z.string().check(z.describe('The email that the buyer typed')),
  amount_minor: z.nullable(z.int()).check(z.describe('The last payment; null for a trial')),
  currency: z.nullable(z.string()),
  period_end: z.nullable(Timestamp).check(z.describe('Until when it is paid; null for a top-up pack')),
  ends_at: z.nullable(Timestamp).check(z.describe('When it ended or will end; null while it goes on')),
  created_at: Timestamp,
})
export type WaitingSale = z.output<typeof WaitingSale>

export const mySales = api.get('/api/payments/waiting', {
  name: 'payments.myWaitingSales',
  access: buys,
  whileLocked: true,
  reads: ['payments'],
  summary: 'Purchases made with your email while you weren’t signed in, which you can add to the account',
  reply: dataReply(z.array(WaitingSale)),
})

export const claimSale = api.post('/api/payments/waiting/{id}/claim', {
  name: 'payments.claimSale',
  scope: null,
  access: buys,
  whileLocked: true,
  changes: ['payments', 'subscriptions', 'packages', 'wallet', 'me'],
  audit: 'sale.claimed',
  summary: 'Add a purchase made with your email to the account',
  description:
    'A package replaces the current one. Whoever paid can cancel it or ask for the money back, which then applies to the account.',
  reply: z.object({ data: WaitingSale, message: z.string() }),
  errors: ['not_found', 'conflict'],
})

export const waitingSales = api.get('/api/wl/waiting-sales', {
  name: 'payments.waitingSales',
  reads: ['payments'],
  summary: 'Sales that wait until the customer with that email claims them, newest first',
  query: z.strictObject({ ...pageQuery }),
  reply: page(WaitingSale),
})
