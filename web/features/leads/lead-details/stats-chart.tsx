import { SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import type { LeadDetail } from '#contract/leads/leads.ts'
import {
  STATS_HISTORY,
  STATS_LABELS,
  type StatsMonth,
  type StatsName,
} from '#contract/leads/stats-history.ts'
import { formatMonth, formatNumber } from '#web/lib/format.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import { OriginLine } from './origin-mark.tsx'

/** Figures with any values, in the order of their labels. */
const figuresIn = (months: readonly StatsMonth[]): StatsName[] =>
  (Object.keys(STATS_LABELS) as StatsName[]).filter((name) => months.some((month) => month[name] !== null))

/** The audience of an influencer by month: one figure at a time, since their magnitudes differ. */
export function StatsChart({ lead, months }: { lead: LeadDetail; months: readonly StatsMonth[] }) {
  const figures = figuresIn(months)
  const [chosen, setChosen] = useState<StatsName>('followers')
  const name = figures.includes(chosen) ? chosen : (figures[0] as StatsName)
  const origin = lead.provenance[STATS_HISTORY]
  return (
    <Stack gap="xs">
      {figures.length > 1 && (
        <SegmentedControl
          style={{ alignSelf: 'flex-start' }}
          aria-label="Figure"
          size="xs"
          data={figures.map((value) => ({ value, label: STATS_LABELS[value] }))}
          value={name}
          onChange={(value) => setChosen(value as StatsName)}
        />
      )}
      <Chart
        kind="lines"
        title={`${STATS_LABELS[name]} by month`}
        column="Month"
        columns={months.map(({ month }) => formatMonth(month))}
        series={[{ id: name, label: STATS_LABELS[name], points: months.map((month) => month[name]) }]}
        format={formatNumber}
      />
      {origin && <OriginLine shared={{ origin, fields: [STATS_HISTORY], methods: [origin.method] }} alone />}
    </Stack>
  )
}
