import { Box, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { exportAnalytics, type UsageGroup } from '#contract/admin/user-analytics.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { reasonLabel } from '#web/lib/ledger-labels.ts'
import { CHART_HEIGHT } from '#web/ui/chart/chart-layout.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'

const GROUP_LABELS: Record<UsageGroup, string> = {
  user: 'User',
  account: 'Account',
  reseller: 'Reseller',
  type: 'Type',
}
export const groupOptions = <Group extends UsageGroup>(groups: readonly Group[]) =>
  groups.map((value) => ({ value, label: `By ${GROUP_LABELS[value].toLowerCase()}` }))

interface Named {
  key: string
  name: string
  account: string | null
}

const UNNAMED: Record<UsageGroup, string> = {
  user: 'Nobody',
  account: '–',
  reseller: 'No reseller',
  type: '–',
}

/** Columns that name the subject of a row. */
export function nameColumns<Row extends Named>(by: UsageGroup): Column<Row>[] {
  const name: Column<Row> = {
    id: 'name',
    label: GROUP_LABELS[by],
    card: 'title',
    wrap: '260px',
    cell: (row) => (by === 'type' ? reasonLabel(row.name) : row.name || UNNAMED[by]),
  }
  if (by !== 'user') return [name]
  return [name, { id: 'account', label: 'Account', wrap: '220px', cell: ({ account }) => account ?? '–' }]
}

interface AnalyticsPageProps {
  action: ReactNode
  /** Chart above the rows, with a skeleton while it loads. */
  chart: ReactNode
  /** Height of the chart, so that nothing moves when it loads. */
  height?: number
  children: ReactNode
}

/** One analysis: tab, chart and rows, which scroll together. */
export function AnalyticsPage({ action, chart, height = CHART_HEIGHT + 72, children }: AnalyticsPageProps) {
  return (
    <>
      <PageHeader
        title="User Analytics"
        subtitle="Credit usage and sign-ins in all accounts"
        actions={action}
      >
        <PageTabs of="user-analytics" label="User analytics" />
      </PageHeader>
      <Box flex="none">
        <Stack gap="md" p="md">
          {chart ?? <Skeleton height={height} />}
        </Stack>
        {children}
      </Box>
    </>
  )
}

/** Downloads an analysis with all rows. */
export const ExportAnalysis = ({ body }: { body: CallInput<typeof exportAnalytics>['body'] }) => (
  <ExportButton ticket={() => call(exportAnalytics, { body })} />
)
