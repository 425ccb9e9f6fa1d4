import * as z from 'zod/mini'
import { dataReply } from '../../core/common.ts'
import { Ticket } from '../../core/files.ts'
import { defineStatistic, makeChoices, type StatisticChoices, statisticsArea } from './define.ts'

export type {
  FactName,
  MeasureOf,
  Statistic,
  StatisticChoices,
  StatisticEndpoint,
  StatisticRow,
} from './define.ts'

/** Maximum number of days in a statistic. */
export const MAX_STATISTIC_DAYS = 366
/** Numbers of months to choose from, including the current one. */
export const STATISTIC_MONTHS = [3, 6, 12] as const

const SPENT = {
  title: 'Nothing spent in this period',
  short: 'Nothing spent',
  hint: 'Everyone who spends credits on searches and enrichment appears here.',
}

export const creditUsage = defineStatistic('credit-usage', {
  period: 'days',
  summary: 'Credits spent by user, account, reseller, type or source, the most first',
  description: 'Refunds are deducted. Days are those of the platform’s time zone, by default the last 30.',
  facts: 'usage',
  by: ['user', 'account', 'reseller', 'type', 'source'],
  measures: { credits: { label: 'Credits' }, charges: { label: 'Charges' } },
  total: 'credits',
  chart: { title: 'Credits spent per day', kind: 'bars', series: ['credits'] },
  empty: SPENT,
})

export const loginActivity = defineStatistic('login-activity', {
  period: 'days',
  summary: 'Sign-ins by user, account or reseller, by day, and by weekday and hour',
  description: 'Only sign-ins of people themselves, not of others logged in as them.',
  facts: 'sign_ins',
  by: ['user', 'account', 'reseller'],
  measures: {
    sign_ins: { label: 'Sign-ins' },
    users: { label: 'Users', exceptBy: 'user' },
    days: { label: 'Days' },
  },
  total: 'sign_ins',
  chart: { title: 'Sign-ins per day', kind: 'bars', series: ['sign_ins', 'users'] },
  hours: 'Sign-ins by weekday and hour',
  empty: {
    title: 'No sign-ins in this period',
    short: 'No sign-ins',
    hint: 'Everyone who signs in appears here.',
  },
})

export const monthlyCreditUsage = defineStatistic('monthly-credit-usage', {
  period: 'months',
  summary: 'Credits spent per month by user, account, reseller, type or source',
  facts: 'usage',
  by: ['user', 'account', 'reseller', 'type', 'source'],
  measures: { credits: { label: 'Credits' } },
  total: 'credits',
  chart: { title: 'Credits spent per month', kind: 'bars', series: ['credits'] },
  empty: SPENT,
})

export const STATISTICS = [creditUsage, loginActivity, monthlyCreditUsage]

/** Which statistic as a file, and its choices. */
export type StatisticOrder = StatisticChoices & { report: string }

const orders = STATISTICS.map(({ statistic }) =>
  z.strictObject({ report: z.literal(statistic.id), ...makeChoices(statistic) }),
)

export const exportAnalytics = statisticsArea.post('/api/admin/user-analytics/export', {
  name: 'userAnalytics.export',
  scope: 'export',
  idempotent: true,
  audit: 'export.created',
  summary: 'Ticket for one of the statistics as CSV, with all rows',
  body: z.discriminatedUnion('report', orders as never) as unknown as z.ZodMiniType<
    StatisticOrder,
    Partial<StatisticOrder> & Pick<StatisticOrder, 'report'>
  >,
  reply: dataReply(Ticket),
})
