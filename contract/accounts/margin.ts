import * as z from 'zod/mini'
import { dataReply, Id, numberedPage, numberedPageQuery } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { Ticket } from '../core/files.ts'

const api = defineArea({ tag: 'Credits', access: { can: 'sell' }, scope: 'write' })

/** Dimensions of the margin report. */
export const MARGIN_GROUPS = ['customer', 'package', 'type'] as const
export type MarginGroup = (typeof MARGIN_GROUPS)[number]
/** What was sold: a package's period, a top-up, add-on or recharge, or credits given by hand. */
export type MarginType = 'package' | 'top_up' | 'given'
/** Calendar months in a report, including the current one. */
export const MARGIN_MONTHS = [1, 3, 12] as const

const Money = z.int().check(z.describe('Minor units of the currency, rounded'))
const Figures = {
  currency: z.nullable(z.string()).check(z.describe('Null where no price was set')),
  credits: z.int().check(z.describe('Credits sold or given, minus those that came back')),
  received: Money.check(z.describe('What customers paid through Stripe and PayKickstart, without tax')),
  elsewhere: Money.check(z.describe('The price of credits that were sold without such a payment')),
  refunds: Money.check(z.describe('The part of what was received that went back')),
  fees: Money.check(z.describe('Kept by the vendor and the platform, as far as they are known')),
  wholesale: Money.check(z.describe('What the account pays for these credits')),
  provider_cost: z
    .nullable(z.int())
    .check(z.describe('What they cost the installation; null for other accounts')),
  margin: Money.check(z.describe('What was received and sold elsewhere, minus refunds, fees and wholesale')),
}

export const MarginRow = z.object({
  customer_id: z.nullable(Id),
  name: z.string().check(z.describe('Customer, package or type')),
  ...Figures,
})
export type MarginRow = z.output<typeof MarginRow>

export const MarginMonth = z.object({ month: z.string().check(z.describe('YYYY-MM')), ...Figures })
export type MarginMonth = z.output<typeof MarginMonth>

const months = z._default(
  z.coerce
    .number()
    .check(z.int(), z.minimum(1), z.maximum(36), z.describe('Months, including the current one')),
  12,
)

export const margin = api.get('/api/wl/margin', {
  name: 'margin.index',
  reads: ['wallet'],
  summary: 'What the account earned on what it sold to its customers',
  description:
    'Money counts in the month in which it was paid, the cost of credits when the customer gets them. Types are ' +
    '`package`, `top_up` (with add-ons and recharges) and `given`; older ones are kinds of charges, from when ' +
    'credits were booked as they were spent. Months are those of the account’s time zone.',
  query: z.strictObject({
    ...numberedPageQuery,
    months,
    by: z._default(z.enum(MARGIN_GROUPS), 'customer'),
  }),
  reply: z.extend(numberedPage(MarginRow), { months: z.array(MarginMonth) }),
})

export const exportMargin = api.post('/api/wl/margin/export', {
  name: 'margin.export',
  scope: 'export',
  idempotent: true,
  audit: 'export.created',
  summary: 'Ticket for the margin book as CSV: per month, customer, package and type',
  body: z.strictObject({ months: z._default(z.int().check(z.minimum(1), z.maximum(36)), 12) }),
  reply: dataReply(Ticket),
})
