import { Box, Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import type { LeadDetail } from '#contract/leads/leads.ts'
import { CHART_HEIGHT } from '#web/ui/chart/chart-layout.ts'
import { loadLater } from '../../../ui/load-later.tsx'

const StatsChart = loadLater(async () => (await import('./stats-chart.tsx')).StatsChart)

/** Whether leads of a type have an audience. */
export const hasStats = ({ type }: Pick<LeadDetail, 'type'>): boolean => type === 'influencer'

/** How an influencer's audience developed, if a source knows it. */
export function LeadStats({ lead }: { lead: LeadDetail }) {
  const months = lead.stats_history ?? []
  if (months.length === 0)
    return (
      <Box component="p" c="dimmed">
        No history yet. Enrich this influencer with a source that has one.
      </Box>
    )
  return (
    <Suspense
      fallback={
        <div role="status" aria-label="Loading the chart">
          <Skeleton height={CHART_HEIGHT} />
        </div>
      }
    >
      <StatsChart lead={lead} months={months} />
    </Suspense>
  )
}
