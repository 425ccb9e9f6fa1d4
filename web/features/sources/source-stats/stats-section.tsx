import { Box, Group, NativeSelect, SegmentedControl } from '@mantine/core'
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import { useState } from 'react'
import { HIT_RATE_MEANING, sourceStats } from '#contract/sources/source-stats.ts'
import { formatNumber, formatShare } from '#web/lib/format.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { Band } from '#web/ui/band.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { MEASURES, type Measure, weekLabel, weekSeries } from './source-figures.ts'
import { StatsTable } from './stats-table.tsx'

const SPANS = [
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last year' },
]

const OPTIONS = Object.entries(MEASURES).map(([value, { label }]) => ({ value, label }))

/** Results of the sources on the account's own data: a table, and a chart by week. */
export function StatsSection() {
  const [days, setDays] = useState(90)
  const [measure, setMeasure] = useState<Measure>('hits')
  const found = usePagedQuery(sourceStats, { query: { days } })
  const { data = [], by_week = [] } = found.data ?? {}
  const { weeks, series } = weekSeries(by_week, data, measure)
  const { label, least } = MEASURES[measure]
  return (
    <>
      <div style={{ borderBottom: 'var(--app-line)' }}>
        <Group gap="xs" py="sm" px="var(--app-gutter)">
          <Box component="h2" flex="1 0 auto">
            Results on your data
          </Box>
          <NativeSelect
            size="xs"
            aria-label="Period"
            data={SPANS}
            value={String(days)}
            onChange={(event) => setDays(Number(event.currentTarget.value))}
          />
        </Group>
        <StatsTable
          found={{ ...found, rows: found.data?.data, isStale: found.isPlaceholderData }}
          empty={
            <EmptyState
              icon={IconChartBar}
              title="No lookups in this period"
              action={
                <ButtonLink to="/lead-search/new-search" search={{ type: 'single' }}>
                  Search company websites
                </ButtonLink>
              }
            >
              Search domains or find emails for a list. You’ll see how often each source has a result and how
              many bounce.
            </EmptyState>
          }
        />
      </div>
      {weeks.length > 0 && (
        <Band>
          <Group gap="xs" mb="sm">
            <Box component="h2" flex="1 0 auto">{`${label} per week`}</Box>
            <SegmentedControl
              size="xs"
              aria-label="Metric"
              data={OPTIONS}
              value={measure}
              onChange={(next) => setMeasure(next as Measure)}
            />
          </Group>
          {measure === 'hits' && <Hint mt={-8} mb="sm">{`${HIT_RATE_MEANING}.`}</Hint>}
          <Chart
            kind="lines"
            column="Week"
            title={`${label} per week`}
            columns={weeks.map(weekLabel)}
            series={series}
            least={least}
            format={(value) =>
              measure === 'addresses'
                ? formatNumber(Math.round(value))
                : value < 0.1 && value > 0
                  ? `${Number((value * 100).toFixed(1))}%`
                  : formatShare(value, 1)
            }
          />
        </Band>
      )}
    </>
  )
}
