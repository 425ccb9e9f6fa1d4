import * as z from 'zod/mini'
import { dataReply, Id, IdParam } from '../../core/common.ts'
import { defineArea } from '../../core/define-area.ts'
import { Ticket } from '../../core/files.ts'

const api = defineArea({ tag: 'Reports', access: { can: 'see_revenue' }, scope: 'admin' })

/** Maximum number of months in a report, including the current one. */
export const REPORT_MONTHS = [6, 12, 24] as const
export const REPORT_FREQUENCIES = ['never', 'weekly', 'monthly'] as const
export type ReportFrequency = (typeof REPORT_FREQUENCIES)[number]

const Money = z.record(z.string(), z.int()).check(z.describe('Minor units by currency'))

export const ReportMonth = z.object({
  month: z.string().check(z.describe('YYYY-MM')),
  new: z.int().check(z.describe('Subscriptions that became paid')),
  churned: z.int().check(z.describe('Paid subscriptions that ended')),
  churn_rate: z
    .nullable(z.number())
    .check(z.describe('Of those at the start of the month; null without any')),
  active: z.int().check(z.describe('Paid subscriptions at the end of the month')),
  trials: z.int().check(z.describe('Trials started')),
  converted: z.int().check(z.describe('Trials converted')),
  mrr: Money,
})
export type ReportMonth = z.output<typeof ReportMonth>

export const Cohort = z.object({
  month: z.string(),
  size: z.int().check(z.describe('Subscriptions that became paid in the month')),
  kept: z.array(z.int()).check(z.describe('Remaining subscriptions after 0, 1, 2… months')),
})
export type Cohort = z.output<typeof Cohort>

const States = z.object({
  active: z.int(),
  trialing: z.int(),
  past_due: z.int().check(z.describe('Unpaid ones among them')),
  paused: z.int(),
  cancelling: z.int().check(z.describe('Active ones that end with their period')),
})

export const SubscriptionReport = z.object({
  currencies: z.array(z.string()),
  now: States,
  months: z.array(ReportMonth).check(z.describe('The oldest first')),
  cohorts: z.array(Cohort),
})
export type SubscriptionReport = z.output<typeof SubscriptionReport>

const months = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(36)), 12)

export const subscriptionReport = api.get('/api/admin/reports/subscriptions', {
  name: 'reports.subscriptions',
  reads: ['subscriptions', 'dashboard'],
  summary: 'New and ended subscriptions, MRR, trials, past due and cohorts',
  description:
    'Paid subscriptions of the platform’s own customers or, with `account_id`, of a reseller’s. A reopened subscription ' +
    'counts as new. Prices are those of the current package version; months are those of the platform’s ' +
    'time zone.',
  query: z.strictObject({ months, account_id: z.optional(IdParam) }),
  reply: dataReply(SubscriptionReport),
  errors: ['not_found'],
  cli: {
    name: 'reports subscriptions',
    summary: 'New and churned subscriptions, MRR and trials by month',
    options: {
      months: 'Months, including the current one (12 by default)',
      account: { field: 'account_id', help: 'A reseller whose customers to report; yours by default' },
    },
    notes: ['For owners of the installation and finance staff.'],
    examples: ['leadwright reports subscriptions --months 6 --json'],
    rows: 'months',
    columns: {
      MONTH: 'month',
      '>NEW': 'new|number',
      '>CHURNED': 'churned|number',
      '>ACTIVE': 'active|number',
      '>TRIALS': 'trials|number',
      MRR: 'mrr|money',
    },
  },
})

export const exportSubscriptionReport = api.post('/api/admin/reports/subscriptions/export', {
  name: 'reports.exportSubscriptions',
  scope: 'export',
  idempotent: true,
  audit: 'export.created',
  summary: 'Ticket for the subscriptions report as CSV, a line for each month and currency',
  body: z.strictObject({ months, account_id: z.optional(Id) }),
  reply: dataReply(Ticket),
  errors: ['not_found'],
})

const Schedule = z.object({ frequency: z.enum(REPORT_FREQUENCIES) })

export const reportSchedule = api.get('/api/admin/reports/schedule', {
  name: 'reports.schedule',
  reads: ['dashboard'],
  summary: 'How often you get the subscriptions report by email',
  reply: dataReply(Schedule),
})

export const setReportSchedule = api.put('/api/admin/reports/schedule', {
  name: 'reports.setSchedule',
  changes: ['dashboard'],
  audit: 'report.scheduled',
  summary:
    'Subscribe to the subscriptions report by email every Monday or on the first of each month, or never',
  body: z.strictObject({ frequency: z.enum(REPORT_FREQUENCIES) }),
  reply: z.object({ data: Schedule, message: z.string() }),
})
