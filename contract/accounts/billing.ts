import * as z from 'zod/mini'
import { Day, dataReply, Id, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { Ticket } from '../core/files.ts'
import { Credits } from './credits.ts'

const api = defineArea({ tag: 'Credits', access: { can: 'use_wallet' }, scope: 'write' })

export const billingPortals = api.get('/api/wl/check-billing-portals', {
  name: 'billing.portals',
  whileLocked: true,
  reads: ['me', 'brand'],
  summary: 'Billing portal and seller of the account',
  description:
    '`type` and `value` are null where the seller takes no payments here. A portal of Stripe works for a short time.',
  reply: dataReply(
    z.object({
      type: z.nullable(z.enum(['stripe', 'paykickstart'])),
      value: z.nullable(z.string()).check(z.describe('Address of the portal')),
      plan: z.nullable(z.string()),
      seller: z
        .nullable(z.object({ name: z.string(), email: z.nullable(z.string()) }))
        .check(z.describe('Null for the account without a seller')),
    }),
  ),
})

const Alert = z.object({
  threshold: z.nullable(z.int()).check(z.describe('Null: no alert')),
  low_since: z.nullable(Timestamp).check(z.describe('Since when fewer credits than that are available')),
})

export const creditAlert = api.get('/api/wallet/alert', {
  name: 'billing.alert',
  whileLocked: true,
  reads: ['wallet'],
  summary: 'Low balance alert of the account',
  reply: dataReply(Alert),
})

export const setCreditAlert = api.put('/api/wallet/alert', {
  name: 'billing.setAlert',
  changes: ['wallet'],
  audit: 'credit_alert.changed',
  summary: 'Set the balance below which owners get one email; null turns it off',
  description: 'The next email is sent only after the balance has recovered.',
  body: z.strictObject({ threshold: z.nullable(Credits) }),
  reply: z.object({ data: Alert, message: z.string() }),
})

export const REQUEST_STATES = ['open', 'done', 'declined'] as const

export const CreditRequest = z.object({
  id: Id,
  account: z.string().check(z.describe('Name of the requester')),
  requested_by: z.nullable(z.string()),
  amount: z.int(),
  pack: z
    .nullable(z.object({ name: z.string(), price: z.int(), currency: z.string() }))
    .check(z.describe('The top-up pack that was requested; the price in minor units')),
  note: z.string(),
  state: z.enum(REQUEST_STATES),
  created_at: Timestamp,
  decided_at: z.nullable(Timestamp),
})
export type CreditRequest = z.output<typeof CreditRequest>

export const creditRequests = api.get('/api/credit-requests', {
  name: 'creditRequests.index',
  whileLocked: true,
  reads: ['credit_requests'],
  summary: 'Credit requests of the account, newest first',
  query: z.strictObject(pageQuery),
  reply: page(CreditRequest),
})

export const requestCredits = api.create('/api/credit-requests', {
  name: 'creditRequests.create',
  whileLocked: true,
  idempotent: true,
  changes: ['credit_requests'],
  audit: 'credits.requested',
  summary: 'Request credits from the seller, who gets an email',
  body: z.strictObject({
    amount: z.optional(Credits).check(z.describe('Not needed with a pack')),
    pack_id: z.optional(Id).check(z.describe('A top-up pack that the seller offers')),
    note: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  }),
  reply: z.object({ data: CreditRequest, message: z.string() }),
  errors: ['conflict', 'rate_limited'],
})

export const receivedCreditRequests = api.get('/api/credit-requests/received', {
  name: 'creditRequests.received',
  access: { can: 'manage_account' },
  reads: ['credit_requests'],
  summary: 'Credit requests of the account’s customers, newest first',
  query: z.strictObject(pageQuery),
  reply: page(CreditRequest),
})

export const decideCreditRequest = api.put('/api/credit-requests/{id}', {
  name: 'creditRequests.decide',
  access: { can: 'manage_account' },
  changes: ['credit_requests', 'wallet'],
  audit: 'credit_request.decided',
  summary: 'Answer a customer’s credit request; `done` gives the credits from your own balance',
  body: z.strictObject({ state: z.enum(REQUEST_STATES) }),
  reply: dataReply(CreditRequest),
  errors: ['conflict', 'insufficient_credits'],
})

export const exportTransactions = api.post('/api/wallet/ledger/export', {
  name: 'wallet.exportTransactions',
  scope: 'export',
  whileLocked: true,
  idempotent: true,
  audit: 'export.created',
  summary: 'Ticket for all transactions of a period as CSV, with run, list and person',
  description: 'Days of the account’s time zone, both included.',
  body: z.strictObject({ from: Day, to: Day }).check(
    z.refine(({ from, to }) => from <= to, {
      error: 'The last day must not be before the first',
      path: ['to'],
    }),
  ),
  reply: dataReply(Ticket),
})
