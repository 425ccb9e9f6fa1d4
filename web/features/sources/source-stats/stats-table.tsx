import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { HIT_RATE_MEANING, type SourceStats } from '#contract/sources/source-stats.ts'
import { emailShares } from '#web/lib/email-shares.ts'
import { formatDecimal, formatNumber } from '#web/lib/format.ts'
import { type Column, DataTable, type Found } from '#web/ui/data-table.tsx'
import { ShareBar } from '#web/ui/share-bar.tsx'
import { costOfOne, rateLabel, shareLabel, timeLabel } from './source-figures.ts'

interface Figure {
  label: string
  /** Tooltip. */
  title: string
  format: (stats: SourceStats) => string
}

const FIGURES: readonly Figure[] = [
  {
    label: 'Hit rate',
    title: HIT_RATE_MEANING,
    format: ({ hit_rate }) => shareLabel(hit_rate),
  },
  { label: 'Requests', title: 'Websites or leads', format: ({ attempts }) => formatNumber(attempts) },
  { label: 'Addresses', title: 'Delivered addresses', format: ({ addresses }) => formatNumber(addresses) },
  {
    label: 'Bounce rate',
    title: 'Share of delivered addresses with a hard bounce',
    format: ({ bounced, addresses }) => rateLabel(bounced, addresses),
  },
  { label: 'Credits', title: 'Charged', format: ({ credits }) => formatNumber(credits) },
  {
    label: 'Refunded',
    title: 'Credits refunded for bounces',
    format: ({ refunded }) => formatNumber(refunded),
  },
  {
    label: 'Per address',
    title: 'Credits per delivered address, after refunds',
    format: (stats) => {
      const cost = costOfOne(stats)
      return cost === null ? '–' : formatDecimal(cost)
    },
  },
  { label: 'Time', title: 'Average time per lookup', format: ({ seconds }) => timeLabel(seconds) },
]

const COLUMNS: readonly Column<SourceStats>[] = [
  { id: 'source', label: 'Source', cell: ({ label }) => label },
  ...FIGURES.map(
    ({ label, title, format }): Column<SourceStats> => ({
      id: label,
      label,
      title,
      align: 'end',
      cell: format,
    }),
  ),
  {
    id: 'states',
    label: 'States',
    cell: ({ label, by_state }) => (
      <Box miw={120}>
        <ShareBar label={`States of ${label}`} parts={emailShares(by_state)} compact />
      </Box>
    ),
  },
]

interface StatsTableProps {
  found: Found<SourceStats>
  empty: ReactNode
}

/** Results, quality and cost of each source. */
export function StatsTable({ found, empty }: StatsTableProps) {
  return (
    <DataTable
      label="Source statistics"
      things="sources"
      found={found}
      columns={COLUMNS}
      rowKey={({ source, kind }) => `${source} ${kind}`}
      empty={empty}
    />
  )
}
