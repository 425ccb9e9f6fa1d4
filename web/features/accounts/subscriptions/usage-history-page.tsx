import { SegmentedControl, Skeleton } from '@mantine/core'
import {
  exportUsageHistory,
  USAGE_METRICS,
  type UsageHistory,
  type UsageMetric,
  usageHistory,
} from '#contract/accounts/subscriptions.ts'
import { call } from '#web/lib/api.ts'
import { formatBytes, formatNumber, formatShortDay } from '#web/lib/format.ts'
import { freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import { CHART_HEIGHT } from '#web/ui/chart/chart-layout.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { DayInputs, readDays } from '#web/ui/day-inputs.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { ListPage } from '#web/ui/list-page.tsx'

const usageSearch = pageSearch({
  from: freeText(10),
  to: freeText(10),
  metric: oneOf(USAGE_METRICS, 'credits'),
  ...paging,
})

const METRIC_LABELS: Record<UsageMetric, string> = {
  credits: 'Credits',
  searches: 'Searches',
  members: 'Members',
  storage_bytes: 'Storage',
}
const chooseFormat = (metric: UsageMetric) => (metric === 'storage_bytes' ? formatBytes : formatNumber)

type Row = UsageHistory['customers']['data'][number]
const COLUMNS: readonly Column<Row>[] = [
  { id: 'company', label: 'Customer', card: 'title', wrap: '260px', cell: ({ company }) => company },
  ...USAGE_METRICS.map(
    (metric): Column<Row> => ({
      id: metric,
      label: METRIC_LABELS[metric],
      align: 'end',
      cell: (row) => chooseFormat(metric)(row[metric]),
    }),
  ),
]

function UsageChart({ usage, metric }: { usage: UsageHistory | undefined; metric: UsageMetric }) {
  if (!usage) return <Skeleton height={CHART_HEIGHT + 72} />
  return (
    <Chart
      title={`${METRIC_LABELS[metric]} per day`}
      kind="bars"
      column="Day"
      unit={METRIC_LABELS[metric]}
      columns={usage.days.map(({ day }) => formatShortDay(day))}
      series={[{ id: metric, label: METRIC_LABELS[metric], points: usage.days.map((day) => day[metric]) }]}
      format={chooseFormat(metric)}
      empty="Nothing in this period"
    />
  )
}

/** Usage of customers, by day and customer. */
export function UsageHistoryPage() {
  const [query, change] = usePageSearch(usageSearch)
  const { metric, page, limit } = query
  const span = readDays(query)
  const found = usePagedQuery(usageHistory, { query: { ...span, page, limit } })
  const usage = found.data?.data
  return (
    <ListPage
      title="Usage history"
      subtitle="Credits, searches, members and storage of your customers"
      action={<ExportButton ticket={() => call(exportUsageHistory, { body: span })} />}
      banner={<UsageChart usage={usage} metric={metric} />}
      label="Customers"
      list={{ found: { ...found, data: usage?.customers }, query, change }}
      heading="By customer"
      toolbar={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Chart"
            value={metric}
            onChange={(value) => change({ metric: value as UsageMetric })}
            data={USAGE_METRICS.map((value) => ({ value, label: METRIC_LABELS[value] }))}
          />
          <DayInputs query={query} shown={usage} change={change} />
        </>
      }
      columns={COLUMNS}
      rowKey={({ id }) => id}
      noMatches={{ title: 'Nothing used', reset: 'Show all' }}
      empty={<EmptyState title="Nothing used">No customer used anything in this period.</EmptyState>}
    />
  )
}
