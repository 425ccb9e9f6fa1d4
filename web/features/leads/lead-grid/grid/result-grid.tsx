import { Box, Button } from '@mantine/core'
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { useCallback } from 'react'
import type { List } from '#contract/leads/lists.ts'
import { formatNumber } from '#web/lib/format.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { ButtonLink } from '../../../../ui/links.tsx'
import type { ValueLabel } from '../../lead-data/filters/filter-edits.ts'
import { plainSort, sortFor } from '../../lead-data/filters/needs.ts'
import {
  EMPTY_QUERY,
  type GridQuery,
  isFiltered,
  refine,
  toLeadFilters,
  withoutFilters,
} from '../../lead-data/grid-query.ts'
import { leadHref } from '../../lead-data/lead-path.ts'
import type { Selection } from '../../lead-data/selection.ts'
import { type ListTarget, useLeadPage, type WhyOf } from '../../lead-data/use-leads.ts'
import { GridSkeleton } from './grid-skeleton.tsx'
import { LeadGrid } from './lead-grid.tsx'
import classes from './result-grid.module.css'
import type { Beyond } from './use-grid-keys.ts'

interface ResultGridProps {
  target: ListTarget
  list: List | undefined
  query: GridQuery
  onChange: (next: GridQuery) => void
  rows: ReturnType<typeof useLeadPage>
  /** Of which services it shows why leads need them. */
  whyOf: WhyOf
  selection: Selection
  onSelect: (next: Selection) => void
  onOpen: (id: number | null) => void
  /** Opens neighbors of the open lead across pages. */
  beyond: Beyond
  label: ValueLabel
  /** A search is delivering leads right now. */
  running: boolean
}

type EmptyGridProps = Pick<ResultGridProps, 'target' | 'query' | 'onChange' | 'running'>

/** Why there are no leads, and the next step. */
function EmptyGrid({ target, query, onChange, running }: EmptyGridProps) {
  if (isFiltered(query)) {
    return (
      <EmptyState
        icon={IconFilterOff}
        title="No leads match these filters"
        action={
          <Button variant="default" onClick={() => onChange(withoutFilters(query))}>
            Clear all filters
          </Button>
        }
      />
    )
  }
  if (query.view === 'bin') {
    return (
      <EmptyState icon={IconTrash} title="No deleted leads">
        Deleted leads stay here for 30 days.
      </EmptyState>
    )
  }
  if (running) return <GridSkeleton type={target.type} />
  return <EmptyList target={target} query={query} onChange={onChange} />
}

/** A list without leads: either in the trash, or none yet. */
function EmptyList({ target, query, onChange }: Omit<EmptyGridProps, 'running'>) {
  const bin = useLeadPage(target, { ...toLeadFilters(EMPTY_QUERY), view: 'bin', limit: 1 })
  if (bin.isPending) return <GridSkeleton type={target.type} />
  const deleted = bin.data?.total ?? 0
  if (deleted > 0) {
    return (
      <EmptyState
        icon={IconTrash}
        title="All leads in this list were deleted"
        action={
          <Button variant="default" onClick={() => onChange(refine(query, { view: 'bin' }))}>
            {`Show deleted leads (${formatNumber(deleted)})`}
          </Button>
        }
      >
        They stay in the trash for 30 days and can be restored.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={IconUsers}
      title="No leads yet"
      action={
        <ButtonLink
          to="/saved-lists/$listRef/new-search"
          params={{ listRef: listRef(target.type, target.id) }}
        >
          Add leads
        </ButtonLink>
      }
    >
      Leads from your searches appear here.
    </EmptyState>
  )
}

/** Addresses of leads. Stable while only the open lead changes, so that rows do not re-render. */
function useLeadHref({ type, id }: ListTarget, query: GridQuery): (leadId: number) => string {
  const text = JSON.stringify({ ...query, lead: null })
  return useCallback((leadId) => leadHref({ type, id }, JSON.parse(text), leadId), [type, id, text])
}

/** The grid, or its loading, error or empty state. */
export function ResultGrid(props: ResultGridProps) {
  const { target, list, query, onChange, rows, selection, onSelect, onOpen, label } = props
  const makeHref = useLeadHref(target, query)
  if (rows.isPending) {
    return (
      <div className={classes.gridFrame}>
        <GridSkeleton type={target.type} />
      </div>
    )
  }
  if (rows.isError && !rows.data) {
    return (
      <Box flex={1} style={{ overflow: 'auto', borderTop: 'var(--app-line)' }}>
        <LoadError what="The leads" query={rows} />
      </Box>
    )
  }
  if (rows.data.total === 0) {
    return (
      <Box flex={1} style={{ overflow: 'auto', borderTop: 'var(--app-line)' }}>
        <EmptyGrid {...props} />
      </Box>
    )
  }
  return (
    <div className={classes.gridFrame}>
      <LeadGrid
        type={target.type}
        name={list?.name ?? 'Leads'}
        rows={rows.data.data}
        total={rows.data.total}
        offset={(rows.data.currentPage - 1) * rows.data.pageSize}
        sort={plainSort(query.sort)}
        onSort={(sort) => onChange(refine(query, { sort: sortFor(sort, props.whyOf) }))}
        selection={selection}
        onSelect={onSelect}
        openId={query.lead}
        onOpen={onOpen}
        beyond={props.beyond}
        makeHref={makeHref}
        label={label}
        stale={rows.isPlaceholderData}
      />
    </div>
  )
}
