import * as z from 'zod/mini'
import { dataReply, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'

/** What needs attention, the most urgent first. */
export const ATTENTION_KINDS = [
  'audit',
  'ledger',
  'backups',
  'disk',
  'queue',
  'payments',
  'sources',
  'webhooks',
  'runs',
  'bounces',
  'domains',
  'errors',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

export const AttentionItem = z.object({
  kind: z.enum(ATTENTION_KINDS),
  amount: z
    .int()
    .check(
      z.describe(
        'How many; for `queue` the seconds that the oldest job is overdue, for `disk` the free percentage',
      ),
    ),
  detail: z.nullable(z.string()).check(z.describe('Subject, such as names of sources')),
  checked_at: Timestamp,
})
export type AttentionItem = z.output<typeof AttentionItem>

/** Figures of the whole installation. Levels are as of the end of the period; the others are sums over it. */
export const FIGURES = [
  'accounts',
  'new_accounts',
  'users',
  'active_users',
  'searches',
  'credits_issued',
  'credits_spent',
  'revenue',
  'hit_rate',
] as const
export type FigureName = (typeof FIGURES)[number]

const Point = z.object({ day: z.string(), value: z.nullable(z.number()) })

export const Figure = z.object({
  name: z.enum(FIGURES),
  currency: z.nullable(z.string()).check(z.describe('Of revenue, which is in minor units')),
  value: z.nullable(z.number()).check(z.describe('Null if unknown; a fraction for the hit rate')),
  before: z.nullable(z.number()).check(z.describe('The value of the previous period of the same length')),
  days: z.array(Point),
})
export type Figure = z.output<typeof Figure>

/** Maximum number of days on the dashboard. */
export const DASHBOARD_DAYS = [7, 30, 90] as const

const api = defineArea({ tag: 'Dashboard', access: { can: 'see_admin' }, scope: 'admin' })

export const dashboard = api.get('/api/admin/dashboard', {
  name: 'dashboard.show',
  reads: ['dashboard'],
  summary: 'What needs attention, and how the installation grows',
  description:
    'Calculated by a job every 5 minutes. Days are those of the platform’s time zone. Revenue is what the platform’s ' +
    'own customers paid through Stripe and PayKickstart, without tax, after coupons, refunds and lost disputes; owners ' +
    'and finance see it.',
  query: z.strictObject({
    days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(366)), 30),
  }),
  reply: dataReply(
    z.object({
      from: z.string(),
      to: z.string(),
      updated_at: z.nullable(Timestamp).check(z.describe('Null before the job has run for the first time')),
      attention: z.array(AttentionItem),
      figures: z.array(Figure),
    }),
  ),
})
