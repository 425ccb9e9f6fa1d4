import { Anchor, Box, NativeSelect, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { orderSearchers, type Searcher, searchers } from '#contract/sources/searchers.ts'
import { call } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { Band } from '#web/ui/band.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { Figure } from '#web/ui/facts.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { SearcherDrawer } from './searcher-drawer.tsx'
import { dayLabel, daySeries, describeState, keyLabel, listFigures } from './searcher-labels.ts'
import classes from './searchers.module.css'

/** The sources in order, sorted by dragging or with buttons. */
function SearcherLines({ sources, onOpen }: { sources: readonly Searcher[]; onOpen: (id: string) => void }) {
  return (
    <SortableList
      label="Source order"
      rows={sources}
      getName={({ label }) => label}
      lineClass={classes.line}
      onSort={(ids) => call(orderSearchers, { body: { ids } })}
    >
      {(source, { grip, buttons }) => (
        <>
          {grip}
          <Box miw={0}>
            <Anchor
              component="button"
              c="var(--app-heading)"
              fw={500}
              underline="hover"
              inherit
              onClick={() => onOpen(source.id)}
            >
              {source.label}
            </Anchor>
            <Hint>{keyLabel(source)}</Hint>
          </Box>
          <span className={classes.badge}>
            <StateBadge {...describeState(source)} />
          </span>
          <dl className={classes.figures}>
            {listFigures(source).map((figure) => (
              <Figure key={figure.label} label={figure.label} size="sm">
                {figure.value}
              </Figure>
            ))}
          </dl>
          <span className={classes.tools}>{buttons}</span>
        </>
      )}
    </SortableList>
  )
}

const SPANS = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
]

/** Order, prices and health of all sources, for administrators. */
export function SearchersPage() {
  const [days, setDays] = useState(7)
  const [open, setOpen] = useState<string | null>(null)
  const found = usePagedQuery(searchers, { query: { days } })
  const sources = found.data?.data
  const { columns, series } = daySeries(found.data?.by_day ?? [])
  const place = sources?.findIndex(({ id }) => id === open) ?? -1
  return (
    <>
      <PageHeader
        title="Searchers"
        subtitle="Lead sources in the order they’re used"
        actions={
          <NativeSelect
            size="xs"
            aria-label="Period"
            data={SPANS}
            value={String(days)}
            onChange={(event) => setDays(Number(event.currentTarget.value))}
          />
        }
      />
      <Band aria-labelledby="searcher-order">
        <Title order={2} mb="sm" id="searcher-order">
          Sources
        </Title>
        <Text mt={-8} mb="sm" c="dimmed">
          Sources are used from top to bottom. A source that keeps failing is paused automatically.
        </Text>
        {found.isError && !sources && <LoadError what="The sources" query={found} />}
        {found.isPending && <SkeletonRows rows={4} height={56} label="Loading the sources" />}
        {sources && <SearcherLines sources={sources} onOpen={setOpen} />}
      </Band>
      <Band aria-labelledby="searcher-use">
        <Title order={2} mb="sm" id="searcher-use">
          Requests per day
        </Title>
        <Chart
          kind="stacked"
          column="Day"
          title="Requests per day"
          columns={columns.map(dayLabel)}
          series={series}
          format={formatNumber}
          empty="No requests with a key in this period"
        />
      </Band>
      <SearcherDrawer
        sources={sources ?? []}
        open={place < 0 ? null : place}
        onOpen={(next) => setOpen(next === null ? null : (sources?.[next]?.id ?? null))}
      />
    </>
  )
}
