import * as z from 'zod/mini'
import { Day, dataOf, page, pageQuery } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { Ticket } from '../core/files.ts'

const api = defineArea({ tag: 'User analytics', access: { can: 'see_admin' }, scope: 'admin' })

/** Dimensions of an analysis. */
export const USAGE_GROUPS = ['user', 'account', 'reseller', 'type'] as const
export type UsageGroup = (typeof USAGE_GROUPS)[number]
export const LOGIN_GROUPS = ['user', 'account', 'reseller'] as const
export type LoginGroup = (typeof LOGIN_GROUPS)[number]

/** Maximum number of days in an analysis. */
export const MAX_ANALYTICS_DAYS = 366
/** Maximum number of months in the monthly analysis, including the current one. */
export const ANALYTICS_MONTHS = [3, 6, 12] as const

const Row = {
  key: z.string().check(z.describe('Id of the user or account, or the type; empty for nobody')),
  name: z.string().check(z.describe('Empty for nobody, and for accounts without a reseller')),
  account: z.nullable(z.string()).check(z.describe('Account of a user')),
}
export const UsageRow = z.object({ ...Row, credits: z.int(), charges: z.int() })
export type UsageRow = z.output<typeof UsageRow>
export const LoginRow = z.object({ ...Row, sign_ins: z.int(), users: z.int(), days: z.int() })
export type LoginRow = z.output<typeof LoginRow>
export const MonthlyRow = z.object({ ...Row, total: z.int(), months: z.array(z.int()) })
export type MonthlyRow = z.output<typeof MonthlyRow>

const span = { from: z.optional(Day), to: z.optional(Day) }
const usageBy = z._default(z.enum(USAGE_GROUPS), 'user')
const loginBy = z._default(z.enum(LOGIN_GROUPS), 'user')
const months = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(36)), 12)

export const creditUsage = api.get('/api/admin/user-analytics/credit-usage', {
  reads: ['dashboard'],
  name: 'userAnalytics.creditUsage',
  summary: 'Credits spent by user, account, reseller or type, the most first',
  description: 'Refunds are deducted. Days are those of the platform’s time zone, by default the last 30.',
  query: z.strictObject({ ...pageQuery, ...span, by: usageBy }),
  reply: z.extend(page(UsageRow), {
    from: z.string(),
    to: z.string(),
    credits: z.int().check(z.describe('Totals over all rows')),
    days: z.array(z.object({ day: z.string(), credits: z.int() })),
  }),
})

export const loginActivity = api.get('/api/admin/user-analytics/login-activity', {
  reads: ['dashboard'],
  name: 'userAnalytics.loginActivity',
  summary: 'Sign-ins by user, account or reseller, by day, and by weekday and hour',
  description: 'Only sign-ins of people themselves, not of others logged in as them.',
  query: z.strictObject({ ...pageQuery, ...span, by: loginBy }),
  reply: z.extend(page(LoginRow), {
    from: z.string(),
    to: z.string(),
    sign_ins: z.int(),
    days: z.array(z.object({ day: z.string(), sign_ins: z.int(), users: z.int() })),
    hours: z.array(z.array(z.int())).check(z.describe('Seven days from Monday, each with 24 hours')),
  }),
})

export const monthlyCreditUsage = api.get('/api/admin/user-analytics/monthly-credit-usage', {
  reads: ['dashboard'],
  name: 'userAnalytics.monthlyCreditUsage',
  summary: 'Credits spent per month by user, account, reseller or type',
  query: z.strictObject({ ...pageQuery, months, by: usageBy }),
  reply: z.extend(page(MonthlyRow), {
    months: z.array(z.string()).check(z.describe('YYYY-MM, the oldest first')),
    totals: z.array(z.int()),
  }),
})

export const exportAnalytics = api.post('/api/admin/user-analytics/export', {
  name: 'userAnalytics.export',
  scope: 'export',
  audit: 'export.created',
  summary: 'Ticket for one of the analyses as CSV, with all rows',
  body: z.discriminatedUnion('report', [
    z.strictObject({ report: z.literal('credit-usage'), ...span, by: usageBy }),
    z.strictObject({ report: z.literal('login-activity'), ...span, by: loginBy }),
    z.strictObject({ report: z.literal('monthly-credit-usage'), months, by: usageBy }),
  ]),
  reply: dataOf(Ticket),
})
