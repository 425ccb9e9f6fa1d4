import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs'
import { creditUsage, USAGE_GROUPS, type UsageGroup, type UsageRow } from '#contract/admin/user-analytics.ts'
import { formatNumber, formatShortDay } from '#web/lib/format.ts'
import { freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DayInputs, daysOf } from '#web/ui/day-inputs.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { AnalyticsPage, ExportAnalysis, groupOptions, nameColumns } from './analytics-parts.tsx'

const usageSearch = pageSearch({
  by: oneOf(USAGE_GROUPS, 'user' as const),
  from: freeText(10),
  to: freeText(10),
  ...paging,
})

const columnsFor = (by: UsageGroup): readonly Column<UsageRow>[] => [
  ...nameColumns<UsageRow>(by),
  { id: 'charges', label: 'Charges', align: 'end', cell: ({ charges }) => formatNumber(charges) },
  { id: 'credits', label: 'Credits', align: 'end', cell: ({ credits }) => formatNumber(credits) },
]

/** Credits spent by people of all accounts. */
export function CreditUsagePage() {
  const [query, change] = usePageSearch(usageSearch)
  const { by, page, limit } = query
  const days = daysOf(query)
  const found = usePagedQuery(creditUsage, { query: { page, limit, by, ...days } })
  return (
    <AnalyticsPage
      action={<ExportAnalysis body={{ report: 'credit-usage', by, ...days }} />}
      chart={
        found.data && (
          <Chart
            title="Credits spent per day"
            kind="bars"
            column="Day"
            unit="Credits"
            columns={found.data.days.map(({ day }) => formatShortDay(day))}
            series={[
              { id: 'credits', label: 'Credits', points: found.data.days.map(({ credits }) => credits) },
            ]}
            format={formatNumber}
            empty="Nothing spent in this period"
          />
        )
      }
    >
      <ListSection
        label="Credit usage"
        list={{ found, query, change }}
        filters={[{ name: 'by', label: 'Group', options: groupOptions(USAGE_GROUPS) }]}
        toolbar={<DayInputs query={query} shown={found.data} change={change} />}
        columns={columnsFor(by)}
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
