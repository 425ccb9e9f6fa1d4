import type { MarginMonth } from '#contract/accounts/margin.ts'
import { formatMonth } from '#web/lib/format.ts'
import type { ChartSeries } from '#web/ui/chart/chart-types.ts'

const SERIES = [
  ['sold', 'Sold', (entry: MarginMonth) => Math.max(0, entry.received + entry.elsewhere - entry.refunds)],
  ['costs', 'Fees and wholesale', (entry: MarginMonth) => Math.max(0, entry.fees + entry.wholesale)],
  ['margin', 'Margin', (entry: MarginMonth) => Math.max(0, entry.margin)],
] as const

/** The currencies of the report, the one with the most months first. */
export function listCurrencies(months: readonly MarginMonth[]): string[] {
  const counts = Map.groupBy(
    months.filter(({ currency }) => currency !== null),
    ({ currency }) => currency as string,
  )
  return [...counts].sort(([, one], [, other]) => other.length - one.length).map(([currency]) => currency)
}

/** Months of one currency as columns of a chart, in minor units. */
export function marginSeries(
  months: readonly MarginMonth[],
  currency: string,
): { columns: string[]; series: ChartSeries[] } {
  const own = months.filter((entry) => entry.currency === currency)
  return {
    columns: own.map(({ month }) => formatMonth(month)),
    series: SERIES.map(([id, label, value]) => ({ id, label, points: own.map(value) })),
  }
}
