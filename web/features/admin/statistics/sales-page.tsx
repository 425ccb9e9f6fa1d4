import { Skeleton, Text, Title } from '@mantine/core'
import type { Payment } from '#contract/accounts/payments.ts'
import { type SalesReport, salesReport } from '#contract/admin/statistics/sales-report.ts'
import { formatMinor, formatNumber } from '#web/lib/format.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ButtonLink } from '#web/ui/links.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { receivedSeries } from './report-series.ts'
import { loaded, MonthsSelect, Report, reportSearch } from './reports-page.tsx'

type Sold = SalesReport['packages'][number]

const KIND_LABELS: Record<Payment['kind'], string> = {
  package: 'Package',
  pack: 'Top-up pack',
  add_on: 'Add-on',
  recharge: 'Automatic recharge',
}

const COLUMNS: readonly Column<Sold>[] = [
  { id: 'name', label: 'Sold', card: 'title', wrap: '280px', cell: ({ name }) => name },
  { id: 'kind', label: 'Kind', cell: ({ kind }) => KIND_LABELS[kind] },
  { id: 'payments', label: 'Payments', align: 'end', cell: ({ payments }) => formatNumber(payments) },
  { id: 'received', label: 'Received', align: 'end', cell: (row) => formatMinor(row.received, row.currency) },
  { id: 'refunded', label: 'Refunded', align: 'end', cell: (row) => formatMinor(row.refunded, row.currency) },
  { id: 'fees', label: 'Fees', align: 'end', cell: (row) => formatMinor(row.fees, row.currency) },
  {
    id: 'left',
    label: 'Left',
    align: 'end',
    cell: (row) => formatMinor(row.received - row.refunded - row.fees, row.currency),
  },
]

/** Money that customers paid, by month and by what they bought. */
function Received({ report }: { report: SalesReport }) {
  const currencies = [...new Set(report.received.map(({ currency }) => currency))].sort()
  return (
    <>
      {currencies.map((currency) => (
        <Chart
          key={currency}
          title={`Money received per month in ${currency}`}
          kind="bars"
          column="Month"
          unit={currency}
          {...receivedSeries(report, currency)}
          format={(value) => formatMinor(value, currency)}
        />
      ))}
      <section>
        <Title order={2} mb="xs">
          Revenue by package
        </Title>
        <DataTable
          label="Revenue by package"
          framed
          found={loaded(report.packages)}
          columns={COLUMNS}
          rowKey={(row) => `${row.kind} ${row.name} ${row.currency}`}
          empty={
            <Text>
              Once customers pay through Stripe or PayKickstart, you’ll see here what each package brought.
            </Text>
          }
        />
      </section>
    </>
  )
}

/** How a reseller's sales develop: subscriptions, and the money received. */
export function SalesPage() {
  const [{ months }, change] = usePageSearch(reportSearch)
  const found = usePagedQuery(salesReport, { query: { months } })
  const report = found.data?.data
  return (
    <>
      <PageHeader
        title="Sales"
        subtitle="Subscriptions of your customers, and what they paid you, without tax"
        actions={
          <>
            <MonthsSelect months={months} change={change} />
            <ButtonLink to="/whitelabel/margin" variant="default" size="xs">
              Margin
            </ButtonLink>
          </>
        }
      />
      {!report && found.isError && <LoadError what="The report" query={found} />}
      {!report && !found.isError && <Skeleton m="md" height={320} />}
      {report && (
        <Report report={report}>
          <Received report={report} />
        </Report>
      )}
    </>
  )
}
