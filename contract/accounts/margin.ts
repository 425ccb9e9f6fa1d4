import * as z from 'zod/mini'
import { dataReply, Id, page, pageQuery } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { Ticket } from '../core/files.ts'

const api = defineArea({ tag: 'Credits', access: { can: 'sell' }, scope: 'write' })

/** Dimensions of the margin report. */
export const MARGIN_GROUPS = ['customer', 'package', 'type'] as const
export type MarginGroup = (typeof MARGIN_GROUPS)[number]
/** Calendar months in a report, including the current one. */
export const MARGIN_MONTHS = [1, 3, 12] as const

const Money = z.int().check(z.describe('Minor units of the currency, rounded'))
const Figures = {
  currency: z.nullable(z.string()).check(z.describe('Null where no price was set')),
  credits: z.int().check(z.describe('Credits spent minus refunds')),
  retail: Money.check(z.describe('What customers paid for the credits that they spent')),
  refunds: Money.check(z.describe('The refunded part of it')),
  wholesale: Money.check(z.describe('What the account paid for these credits, minus refunds')),
  provider_cost: z
    .nullable(z.int())
    .check(z.describe('What they cost the installation, minus refunds; null for other accounts')),
  margin: Money.check(z.describe('Retail minus refunds and wholesale')),
}

export const MarginRow = z.object({
  customer_id: z.nullable(Id),
  name: z.string().check(z.describe('Customer, package or kind of charge')),
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
  summary: 'What the account earned on credits that its customers spent',
  description:
    'Booked when credits are spent and refunded, with the cost of those credits. Months are those of the account’s ' +
    'time zone.',
  query: z.strictObject({
    ...pageQuery,
    months,
    by: z._default(z.enum(MARGIN_GROUPS), 'customer'),
  }),
  reply: z.extend(page(MarginRow), { months: z.array(MarginMonth) }),
})

export const exportMargin = api.post('/api/wl/margin/export', {
  name: 'margin.export',
  scope: 'export',
  audit: 'export.created',
  summary: 'Ticket for the margin book as CSV: per month, customer, package and kind of charge',
  body: z.strictObject({ months: z._default(z.int().check(z.minimum(1), z.maximum(36)), 12) }),
  reply: dataReply(Ticket),
})
