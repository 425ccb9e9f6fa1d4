import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs'
import {
  exportMargin,
  MARGIN_GROUPS,
  MARGIN_MONTHS,
  type MarginGroup,
  type MarginMonth,
  type MarginRow,
  type MarginType,
  margin,
} from '#contract/accounts/margin.ts'
import { call } from '#web/lib/api.ts'
import { formatMinor, formatNumber } from '#web/lib/format.ts'
import { reasonLabel } from '#web/lib/ledger-labels.ts'
import { oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { listCurrencies, marginSeries } from './margin-series.ts'

const marginSearch = pageSearch({
  by: oneOf(MARGIN_GROUPS, 'customer' as const),
  months: oneOf(MARGIN_MONTHS, 12 as const),
  ...paging,
})
type MarginQuery = ReturnType<typeof marginSearch.read>

const GROUP_LABELS: Record<MarginGroup, string> = {
  customer: 'Customer',
  package: 'Package',
  type: 'Type',
}
const MONTH_LABELS: Record<(typeof MARGIN_MONTHS)[number], string> = {
  1: 'This month',
  3: 'Last 3 months',
  12: 'Last 12 months',
}

const TYPE_LABELS: Record<MarginType, string> = {
  package: 'Packages',
  top_up: 'Top-ups, add-ons and recharges',
  given: 'Credits given by hand',
}
/** Older lines are of the kinds of searches that credits were spent on. */
const formatType = (name: string) =>
  name in TYPE_LABELS ? TYPE_LABELS[name as MarginType] : `Spent: ${reasonLabel(name)}`

const formatName = (by: MarginGroup, { name }: MarginRow) =>
  by === 'type' ? formatType(name) : name || (by === 'package' ? 'No package' : '–')

const money = (value: number | null, { currency }: MarginRow) =>
  currency === null || value === null ? '–' : formatMinor(value, currency)

const columnsFor = (by: MarginGroup, hasCost: boolean): readonly Column<MarginRow>[] => [
  { id: 'name', label: GROUP_LABELS[by], card: 'title', wrap: '280px', cell: (row) => formatName(by, row) },
  { id: 'received', label: 'Received', align: 'end', cell: (row) => money(row.received, row) },
  { id: 'elsewhere', label: 'Sold elsewhere', align: 'end', cell: (row) => money(row.elsewhere, row) },
  { id: 'refunds', label: 'Refunds', align: 'end', cell: (row) => money(row.refunds, row) },
  { id: 'fees', label: 'Fees', align: 'end', cell: (row) => money(row.fees, row) },
  { id: 'credits', label: 'Credits', align: 'end', cell: ({ credits }) => formatNumber(credits) },
  { id: 'wholesale', label: 'Wholesale', align: 'end', cell: (row) => money(row.wholesale, row) },
  ...(hasCost
    ? [
        {
          id: 'provider',
          label: 'Provider cost',
          align: 'end' as const,
          cell: (row: MarginRow) => money(row.provider_cost, row),
        },
      ]
    : []),
  { id: 'margin', label: 'Margin', align: 'end', cell: (row) => money(row.margin, row) },
]

const FILTERS: readonly ListFilter<MarginQuery>[] = [
  {
    name: 'by',
    label: 'Group by',
    options: MARGIN_GROUPS.map((value) => ({ value, label: GROUP_LABELS[value] })),
  },
  {
    name: 'months',
    label: 'Period',
    options: MARGIN_MONTHS.map((value) => ({ value: String(value), label: MONTH_LABELS[value] })),
    read: Number,
  },
]

function MarginChart({ months }: { months: readonly MarginMonth[] }) {
  return listCurrencies(months).map((currency) => (
    <Chart
      key={currency}
      title={`Margin per month in ${currency}`}
      kind="bars"
      column="Month"
      unit={currency}
      {...marginSeries(months, currency)}
      format={(value) => formatMinor(value, currency)}
    />
  ))
}

/** What a seller earns on what it sells: per month, customer, package and type. */
export function MarginPage() {
  const [query, change] = usePageSearch(marginSearch)
  const { page, limit, by, months } = query
  const found = usePagedQuery(margin, { query: { page, limit, by, months } })
  return (
    <ListPage
      title="Margin"
      subtitle="What you earn on what you sell: money received, minus refunds, fees and your cost of the credits"
      action={
        <ExportButton ticket={() => call(exportMargin, { body: { months } })} disabled={!found.data?.total} />
      }
      banner={found.data && found.data.months.length > 0 && <MarginChart months={found.data.months} />}
      label="Margin"
      list={{ found, query, change }}
      filters={FILTERS}
      columns={columnsFor(by, found.data?.data.some(({ provider_cost }) => provider_cost !== null) === true)}
      rowKey={(row) => `${row.customer_id ?? row.name} ${row.currency}`}
      noMatches={{ title: 'Nothing was sold in this period', reset: 'Show the last 12 months' }}
      empty={
        <EmptyState icon={IconCoins} title="No margin yet">
          When customers pay or get credits, you’ll see here what you received and what it cost you.
        </EmptyState>
      }
    />
  )
}
