import { Box, Skeleton, Stack } from '@mantine/core'
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import {
  exportAnalytics,
  STATISTIC_MONTHS,
  STATISTICS,
  type Statistic,
  type StatisticEndpoint,
  type StatisticRow,
} from '#contract/admin/statistics/index.ts'
import type { StatisticId } from '#contract/admin/statistics/names.ts'
import { DIMENSIONS, type Dimension } from '#contract/core/dimensions.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { formatMonth, formatNumber, formatShortDay } from '#web/lib/format.ts'
import { reasonLabel } from '#web/lib/ledger-labels.ts'
import { freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import { CHART_HEIGHT } from '#web/ui/chart/chart-layout.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { DayInputs, type DayInputsProps, readDays } from '#web/ui/day-inputs.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { HeatMap } from './heat-map.tsx'

type Found = Reply<StatisticEndpoint>

const numberColumn = (
  id: string,
  label: string,
  read: (row: StatisticRow) => unknown,
): Column<StatisticRow> => ({
  id,
  label,
  align: 'end',
  cell: (row) => formatNumber(Number(read(row) ?? 0)),
})

/** Columns that name the group of a row. */
function nameColumns(by: Dimension): Column<StatisticRow>[] {
  const { label, none } = DIMENSIONS[by]
  const name: Column<StatisticRow> = {
    id: 'name',
    label,
    card: 'title',
    wrap: '260px',
    cell: (row) => (by === 'type' ? reasonLabel(row.name) : row.name || none),
  }
  if (by !== 'user') return [name]
  return [name, { id: 'account', label: 'Account', wrap: '220px', cell: ({ account }) => account ?? '–' }]
}

/** The columns of a statistic; its total comes last. */
function columnsFor({ measures, total }: Statistic, by: Dimension, months: readonly string[] | undefined) {
  if (months)
    return [
      ...nameColumns(by),
      ...months.map((month, at) => numberColumn(month, formatMonth(month), (row) => row.months?.[at])),
      numberColumn('total', 'Total', (row) => row.total),
    ]
  const shown = Object.entries(measures).filter(([, { exceptBy }]) => exceptBy !== by)
  return [
    ...nameColumns(by),
    ...shown
      .toSorted(([a], [b]) => Number(a === total) - Number(b === total))
      .map(([name, { label }]) => numberColumn(name, label, (row) => row[name])),
  ]
}

function StatisticChart({ statistic, found }: { statistic: Statistic; found: Found }) {
  const { chart, measures, total, empty } = statistic
  const { days = [], months, totals = [] } = found
  const labelOf = (name: string) => measures[name]?.label ?? name
  const pointsOf = (name: string) => days.map((day) => Number(day[name]))
  return (
    <Chart
      title={chart.title}
      kind={chart.kind}
      column={months ? 'Month' : 'Day'}
      unit={labelOf(total)}
      columns={months ? months.map(formatMonth) : days.map(({ day }) => formatShortDay(day))}
      series={chart.series.map((name) => ({
        id: name,
        label: labelOf(name),
        points: months ? totals : pointsOf(name),
      }))}
      format={formatNumber}
      empty={empty.title}
    />
  )
}

const MONTHS = STATISTIC_MONTHS.map((value) => ({ value: String(value), label: `Last ${value} months` }))

/** The parameters of a statistic's page. */
const searchFor = ({ by }: Statistic) =>
  pageSearch({
    by: oneOf(by, by[0] as Dimension),
    from: freeText(10),
    to: freeText(10),
    months: oneOf(STATISTIC_MONTHS, 6 as const),
    ...paging,
  })
type Search = ReturnType<ReturnType<typeof searchFor>['read']>
const SEARCHES = new Map(STATISTICS.map(({ statistic }) => [statistic, searchFor(statistic)]))

const filtersFor = ({ by, period }: Statistic): ListFilter<Search>[] => [
  {
    name: 'by',
    label: 'Group',
    options: by.map((value) => ({ value, label: `By ${DIMENSIONS[value].label.toLowerCase()}` })),
  },
  ...(period === 'months'
    ? [{ name: 'months' as const, label: 'Period', options: MONTHS, read: Number }]
    : []),
]

/** A declared statistic: tab, chart and rows, which scroll together. */
export function StatisticPage({ id }: { id: StatisticId }) {
  const endpoint = STATISTICS.find(({ statistic }) => statistic.id === id) as StatisticEndpoint
  const { statistic } = endpoint
  const { label, total, measures, hours, empty } = statistic
  const isDaily = statistic.period === 'days'
  const [query, change] = usePageSearch(SEARCHES.get(statistic) as ReturnType<typeof searchFor>)
  const { by, page, limit, months } = query
  const choices = { by, ...(isDaily ? readDays(query) : { months }) }
  const found = usePagedQuery(endpoint, { query: { page, limit, ...choices } })
  return (
    <>
      <PageHeader
        title="User Analytics"
        subtitle="Credit usage and sign-ins in all accounts"
        actions={<ExportButton ticket={() => call(exportAnalytics, { body: { report: id, ...choices } })} />}
      >
        <PageTabs group="user-analytics" label="User analytics" />
      </PageHeader>
      <Box flex="none">
        <Stack gap="md" p="md">
          {found.data ? (
            <StatisticChart statistic={statistic} found={found.data} />
          ) : (
            <Skeleton height={CHART_HEIGHT + (hours ? 300 : 72)} />
          )}
          {hours && found.data?.hours && (
            <HeatMap caption={hours} hours={found.data.hours} unit={measures[total]?.label ?? total} />
          )}
        </Stack>
        <ListSection
          label={label}
          list={{ found, query, change }}
          filters={filtersFor(statistic)}
          toolbar={
            isDaily && (
              <DayInputs query={query} shown={found.data as DayInputsProps['shown']} change={change} />
            )
          }
          columns={columnsFor(statistic, by, isDaily ? undefined : (found.data?.months ?? []))}
          rowKey={({ key }) => key}
          noMatches={{ title: empty.short, reset: 'Show all' }}
          empty={
            <EmptyState icon={IconChartBar} title={empty.title}>
              {empty.hint}
            </EmptyState>
          }
        />
      </Box>
    </>
  )
}
