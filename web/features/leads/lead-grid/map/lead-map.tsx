import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { type Lead, leadPoints, showLead } from '#contract/leads/leads.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { LazyMap } from '#web/ui/map/lazy-map.tsx'
import { areaText, readAreaText, withArea } from '../../lead-data/filters/area-filter.ts'
import { type GridQuery, toLeadFilters } from '../../lead-data/grid-query.ts'
import { leadTitle } from '../../lead-data/lead-value.ts'
import type { ListTarget } from '../../lead-data/use-leads.ts'
import classes from './lead-map.module.css'

/** The lead of a point on the map: from the grid's page, or loaded. */
function PointCard({ target, id, row }: { target: ListTarget; id: number; row: Lead | undefined }) {
  const requested = useEndpoint(
    showLead,
    { params: { ...target, resultId: id } },
    { enabled: row === undefined },
  )
  const lead = row ?? requested.data?.data
  if (!lead)
    return (
      <Text component="span" c="dimmed">
        {requested.isError ? 'Could not be loaded' : 'Loading …'}
      </Text>
    )
  const { city, phone, website } = lead.values
  return (
    <>
      <Text component="div" fw={600} c="var(--app-heading)">
        {leadTitle(lead)}
      </Text>
      {city && (
        <Text component="div" c="dimmed">
          {city}
        </Text>
      )}
      {phone && <div>{phone}</div>}
      {website && <div>{String(website).replace(/^https?:\/\/(www\.)?|\/$/g, '')}</div>}
    </>
  )
}

type Points = Reply<typeof leadPoints>['data']

/** Number of leads on the map, and of those without coordinates. */
function mapNote({ ids, total, without_coordinates: without, truncated }: Points): string {
  const shown = truncated
    ? `The first ${formatNumber(ids.length)} of ${formatCount(total - without, 'lead')} with coordinates`
    : `${formatCount(ids.length, 'lead')} on the map`
  if (without === 0) return shown
  if (ids.length === 0) return `None of these leads have coordinates`
  return `${shown} · ${formatNumber(without)} without coordinates`
}

/** Filters of the leads, without sort order and page. */
const pointsBody = (query: GridQuery) => {
  const { page: _page, limit: _limit, sort: _sort, ...rest } = toLeadFilters(query)
  return rest
}

interface LeadMapProps {
  target: ListTarget
  query: GridQuery
  onChange: (next: GridQuery) => void
  /** The page of the grid. */
  rows: Lead[] | undefined
  onOpen: (id: number) => void
  /** The leads page has loaded: the map always waits for it. */
  ready: boolean
}

/** All matching leads of the list on a map; a drawn area is a filter. */
export function LeadMap({ target, query, onChange, rows, onOpen, ready }: LeadMapProps) {
  const points = usePagedQuery(leadPoints, { params: target, body: pointsBody(query) }, { enabled: ready })
  const text = areaText(query)
  const area = useMemo(() => readAreaText(text), [text])
  const data = points.data?.data
  if (points.isError && !data) {
    return (
      <aside className={classes.pane} aria-label="Map">
        <LoadError what="The map" query={points} />
      </aside>
    )
  }
  return (
    <aside className={classes.pane} aria-label="Map" aria-busy={points.isPlaceholderData || undefined}>
      <LazyMap
        label="Leads on a map"
        points={data}
        area={area}
        shapes={SHAPES}
        onArea={(drawn) => onChange(withArea(target.type, query, drawn))}
        onClear={() => onChange(withArea(target.type, query, null))}
        openId={query.lead}
        onOpen={onOpen}
        card={(id) => <PointCard target={target} id={id} row={rows?.find((row) => row.id === id)} />}
        note={data ? mapNote(data) : 'Loading the leads …'}
      />
    </aside>
  )
}

const SHAPES = ['circle', 'box'] as const
