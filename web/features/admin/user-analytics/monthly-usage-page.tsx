import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs'
import {
  ANALYTICS_MONTHS,
  type MonthlyRow,
  monthlyCreditUsage,
  USAGE_GROUPS,
  type UsageGroup,
} from '#contract/admin/user-analytics.ts'
import { formatMonth, formatNumber } from '#web/lib/format.ts'
import { oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { AnalyticsPage, ExportAnalysis, groupOptions, nameColumns } from './analytics-parts.tsx'

const usageSearch = pageSearch({
  by: oneOf(USAGE_GROUPS, 'user' as const),
  months: oneOf(ANALYTICS_MONTHS, 6 as const),
  ...paging,
})

const columnsFor = (by: UsageGroup, months: readonly string[]): readonly Column<MonthlyRow>[] => [
  ...nameColumns<MonthlyRow>(by),
  ...months.map(
    (month, at): Column<MonthlyRow> => ({
      id: month,
      label: formatMonth(month),
      align: 'end',
      cell: (row) => formatNumber(row.months[at] ?? 0),
    }),
  ),
  { id: 'total', label: 'Total', align: 'end', cell: ({ total }) => formatNumber(total) },
]

/** Credits spent by people of all accounts, by month. */
export function MonthlyUsagePage() {
  const [query, change] = usePageSearch(usageSearch)
  const { by, months, page, limit } = query
  const found = usePagedQuery(monthlyCreditUsage, { query: { page, limit, by, months } })
  return (
    <AnalyticsPage
      action={<ExportAnalysis body={{ report: 'monthly-credit-usage', by, months }} />}
      chart={
        found.data && (
          <Chart
            title="Credits spent per month"
            kind="bars"
            column="Month"
            unit="Credits"
            columns={found.data.months.map(formatMonth)}
            series={[{ id: 'credits', label: 'Credits', points: found.data.totals }]}
            format={formatNumber}
            empty="Nothing spent in this period"
          />
        )
      }
    >
      <ListSection
        label="Monthly credit usage"
        list={{ found, query, change }}
        filters={[
          { name: 'by', label: 'Group', options: groupOptions(USAGE_GROUPS) },
          {
            name: 'months',
            label: 'Period',
            options: ANALYTICS_MONTHS.map((value) => ({
              value: String(value),
              label: `Last ${value} months`,
            })),
            read: Number,
          },
        ]}
        columns={columnsFor(by, found.data?.months ?? [])}
        rowKey={({ key }) => key}
        noMatches={{ title: 'Nothing spent', reset: 'Show all' }}
        empty={
          <EmptyState icon={IconCoins} title="Nothing spent in this period">
            Everyone who spends credits on searches and enrichment appears here.
          </EmptyState>
        }
      />
    </AnalyticsPage>
  )
}
