import { NativeSelect, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  type Cohort,
  exportSubscriptionReport,
  REPORT_FREQUENCIES,
  REPORT_MONTHS,
  type ReportFrequency,
  type ReportMonth,
  reportSchedule,
  type SubscriptionReport,
  setReportSchedule,
  subscriptionReport,
} from '#contract/admin/statistics/subscription-report.ts'
import { call } from '#web/lib/api.ts'
import { formatMinor, formatMonth, formatNumber, formatPercent } from '#web/lib/format.ts'
import { oneOf, pageSearch } from '#web/lib/page-search.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { useSaved } from '#web/lib/use-saved.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { Frame } from '#web/ui/frame.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { changeSeries, keptShares, mrrSeries } from './report-series.ts'

export const reportSearch = pageSearch({ months: oneOf(REPORT_MONTHS, 12 as const) })

const FREQUENCY_LABELS: Record<ReportFrequency, string> = {
  never: 'Don’t email me',
  weekly: 'Email me every Monday',
  monthly: 'Email me every month',
}

/** Email frequency of the report. */
function Schedule() {
  const { data } = useEndpoint(reportSchedule)
  const schedule = useSaved(data?.data.frequency ?? 'never', (frequency) =>
    call(setReportSchedule, { body: { frequency } }),
  )
  return (
    <NativeSelect
      size="xs"
      aria-label="Report by email"
      disabled={!data || schedule.isSaving}
      value={schedule.value}
      onChange={({ currentTarget: { value } }) => schedule.choose(value as ReportFrequency)}
      data={REPORT_FREQUENCIES.map((value) => ({ value, label: FREQUENCY_LABELS[value] }))}
    />
  )
}

type Months = (typeof REPORT_MONTHS)[number]

/** How many months a report covers. */
export const MonthsSelect = ({
  months,
  change,
}: {
  months: Months
  change: (part: { months: Months }) => void
}) => (
  <NativeSelect
    size="xs"
    aria-label="Period"
    value={String(months)}
    onChange={({ currentTarget: { value } }) => change({ months: Number(value) as Months })}
    data={REPORT_MONTHS.map((value) => ({ value: String(value), label: `Last ${value} months` }))}
  />
)

const NOW: readonly [keyof SubscriptionReport['now'], string][] = [
  ['active', 'Active'],
  ['trialing', 'On trial'],
  ['past_due', 'Past due'],
  ['paused', 'Paused'],
  ['cancelling', 'Cancelling at period end'],
]

const money = (currencies: readonly string[], mrr: ReportMonth['mrr']) =>
  currencies.map((currency) => formatMinor(mrr[currency] ?? 0, currency)).join(', ') || '–'

const monthColumns = (currencies: readonly string[]): readonly Column<ReportMonth>[] => [
  { id: 'month', label: 'Month', card: 'title', cell: ({ month }) => formatMonth(month) },
  { id: 'new', label: 'New', align: 'end', cell: (row) => formatNumber(row.new) },
  { id: 'churned', label: 'Churned', align: 'end', cell: ({ churned }) => formatNumber(churned) },
  {
    id: 'rate',
    label: 'Churn rate',
    align: 'end',
    cell: ({ churn_rate }) => (churn_rate === null ? '–' : formatPercent(churn_rate)),
  },
  { id: 'active', label: 'Active', align: 'end', cell: ({ active }) => formatNumber(active) },
  { id: 'trials', label: 'Trials', align: 'end', cell: ({ trials }) => formatNumber(trials) },
  { id: 'converted', label: 'Converted', align: 'end', cell: ({ converted }) => formatNumber(converted) },
  { id: 'mrr', label: 'MRR', align: 'end', cell: ({ mrr }) => money(currencies, mrr) },
]

const cohortColumns = (cohorts: readonly Cohort[]): readonly Column<Cohort>[] => {
  const width = Math.max(0, ...cohorts.map(({ kept }) => kept.length))
  return [
    { id: 'month', label: 'First paid in', card: 'title', cell: ({ month }) => formatMonth(month) },
    { id: 'size', label: 'Subscriptions', align: 'end', cell: ({ size }) => formatNumber(size) },
    ...Array.from(
      { length: width },
      (_, at): Column<Cohort> => ({
        id: `month-${at}`,
        label: at === 0 ? 'Month 0' : `+${at}`,
        align: 'end',
        cell: (cohort) => {
          const share = keptShares(cohort, width)[at]
          return share == null ? '–' : formatPercent(share)
        },
      }),
    ),
  ]
}

export const loaded = <Row,>(rows: Row[]) => ({ rows, isError: false, error: null, refetch: () => undefined })

/** Figures, charts and tables of a report; `children` come before the months. */
export function Report({ report, children }: { report: SubscriptionReport; children?: ReactNode }) {
  const { currencies, months, cohorts, now } = report
  return (
    <Stack p="md" gap="lg">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm">
        {NOW.map(([name, label]) => (
          <Frame key={name} p="md">
            <Text c="dimmed">{label}</Text>
            <Text fz="xl" fw={600}>
              {formatNumber(now[name])}
            </Text>
          </Frame>
        ))}
      </SimpleGrid>
      {currencies.map((currency) => (
        <Chart
          key={currency}
          title={`MRR per month in ${currency}`}
          kind="lines"
          column="Month"
          unit={`MRR, ${currency}`}
          {...mrrSeries(months, currency)}
          format={(value) => formatMinor(value, currency)}
        />
      ))}
      <Chart
        title="New and churned subscriptions per month"
        kind="bars"
        column="Month"
        unit="Subscriptions"
        {...changeSeries(months)}
        format={formatNumber}
      />
      {children}
      <section>
        <Title order={2} mb="xs">
          By month
        </Title>
        <DataTable
          label="Months"
          framed
          found={loaded(months.toReversed())}
          columns={monthColumns(currencies)}
          rowKey={({ month }) => month}
        />
      </section>
      <section>
        <Title order={2} mb="xs">
          Cohorts
        </Title>
        <DataTable
          label="Cohorts"
          framed
          found={loaded(cohorts)}
          columns={cohortColumns(cohorts)}
          rowKey={({ month }) => month}
          empty={<Text>Once customers pay, you’ll see how many from each month stay.</Text>}
        />
      </section>
    </Stack>
  )
}

/** Development of the platform's own subscriptions. */
export function ReportsPage() {
  const [{ months }, change] = usePageSearch(reportSearch)
  const found = usePagedQuery(subscriptionReport, { query: { months } })
  const report = found.data?.data
  return (
    <>
      <PageHeader
        title="Reports"
        subtitle="Paid subscriptions of your own customers"
        actions={
          <>
            <MonthsSelect months={months} change={change} />
            <Schedule />
            <ExportButton ticket={() => call(exportSubscriptionReport, { body: { months } })} />
          </>
        }
      />
      {!report && found.isError && <LoadError what="The report" query={found} />}
      {!report && !found.isError && <Skeleton m="md" height={320} />}
      {report && <Report report={report} />}
    </>
  )
}
