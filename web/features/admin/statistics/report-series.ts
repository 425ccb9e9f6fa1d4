import type { SalesReport } from '#contract/admin/statistics/sales-report.ts'
import type { Cohort, SubscriptionReport } from '#contract/admin/statistics/subscription-report.ts'
import { formatMonth } from '#web/lib/format.ts'
import type { ChartSeries } from '#web/ui/chart/chart-types.ts'

type Months = SubscriptionReport['months']

/** Recurring revenue of one currency, a column for each month. */
export const mrrSeries = (
  months: Months,
  currency: string,
): { columns: string[]; series: ChartSeries[] } => ({
  columns: months.map(({ month }) => formatMonth(month)),
  series: [
    { id: currency, label: `MRR in ${currency}`, points: months.map(({ mrr }) => mrr[currency] ?? 0) },
  ],
})

/** Money of one currency that was received and not given back, a column for each month. */
export const receivedSeries = (
  { months, received }: Pick<SalesReport, 'months' | 'received'>,
  currency: string,
): { columns: string[]; series: ChartSeries[] } => {
  const own = new Map(received.filter((row) => row.currency === currency).map((row) => [row.month, row]))
  const points = months.map(({ month }) => {
    const row = own.get(month)
    return row ? row.received - row.refunded : 0
  })
  return {
    columns: months.map(({ month }) => formatMonth(month)),
    series: [{ id: currency, label: `Received in ${currency}`, points }],
  }
}

/** Subscriptions that started and ended, a column for each month. */
export const changeSeries = (months: Months): { columns: string[]; series: ChartSeries[] } => ({
  columns: months.map(({ month }) => formatMonth(month)),
  series: [
    { id: 'new', label: 'New', points: months.map((month) => month.new) },
    { id: 'churned', label: 'Churned', points: months.map(({ churned }) => churned) },
  ],
})

/** The remaining share of a cohort for each month so far; null for future months. */
export const keptShares = ({ size, kept }: Cohort, columns: number): (number | null)[] =>
  Array.from({ length: columns }, (_, at) => (kept[at] === undefined || size === 0 ? null : kept[at] / size))
