import { Drawer } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { List } from '#contract/lists.ts'
import { type KeyHelp, useKeyHelp } from '#web/lib/keys.ts'
import { Pager, pastTheEnd } from '#web/ui/pager.tsx'
import { RunStrip } from '#web/ui/run-strip.tsx'
import { builtActions } from './built-actions.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { FilterBuilder } from './filter-builder.tsx'
import { FilterChips } from './filter-chips.tsx'
import { filterChips } from './filter-edits.ts'
import { FilterSidebar } from './filter-sidebar.tsx'
import { type GridQuery, refine, toLeadFilters } from './grid-query.ts'
import { GridToolbar } from './grid-toolbar.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { ListHeader } from './list-header.tsx'
import classes from './list-page.module.css'
import { OpenLead } from './open-lead.tsx'
import { ResultGrid } from './result-grid.tsx'
import { isNothing, NOTHING, type Selection } from './selection.ts'
import { useBulkActions } from './use-bulk-actions.ts'
import { useGridQuery } from './use-grid-query.ts'
import { type ListTarget, useFacets, useLeadPage, useValueLabels } from './use-leads.ts'
import { useListRuns } from './use-list-runs.ts'

const KEYS: readonly KeyHelp[] = [
  { keys: ['j'], label: 'Next lead', group: 'In a list' },
  { keys: ['k'], label: 'Previous lead', group: 'In a list' },
  { keys: ['x'], label: 'Select the lead', group: 'In a list' },
  { keys: ['Enter'], label: 'Open the lead', group: 'In a list' },
  { keys: ['Esc'], label: 'Close the lead, clear the selection', group: 'In a list' },
]

const RUN_WORDS = [
  { name: 'delivered', word: 'delivered' },
  { name: 'already_in_list', word: 'already in the list' },
]

type Dialog = 'export' | 'history' | 'builder' | null

/** The parts of the query that decide which leads match; another answer needs another selection. */
const matchKey = ({ page: _page, limit: _limit, lead: _lead, sort: _sort, ...rest }: GridQuery): string =>
  JSON.stringify(rest)

function useSelection(query: GridQuery) {
  const [selection, setSelection] = useState<Selection>(NOTHING)
  const key = matchKey(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question empties the selection
  useEffect(() => setSelection(NOTHING), [key])
  return [selection, setSelection] as const
}

/** Everything on the page of a list, held together by the query in the address. */
export function ListScreen({ target, list }: { target: ListTarget; list: List | undefined }) {
  const { type } = target
  const [query, setQuery] = useGridQuery(type)
  const filters = useMemo(() => toLeadFilters(query), [query])
  const rows = useLeadPage(target, filters)
  const facets = useFacets(target, filters, rows.isSuccess && !rows.isPlaceholderData)
  const label = useValueLabels(facets.data)
  const runs = useListRuns(target)
  const [selection, setSelection] = useSelection(query)
  const [dialog, setDialog] = useState<Dialog>(null)
  const small = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const [wide, setWide] = useLocalStorage({
    key: 'list_filters',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const [drawer, setDrawer] = useState(false)
  const bulk = useBulkActions(target, filters, () => setSelection(NOTHING))
  useKeyHelp(KEYS)

  const change = useCallback((next: GridQuery) => setQuery(next), [setQuery])
  const openLead = useCallback(
    (id: number | null) => setQuery({ ...query, lead: id }, { replace: query.lead !== null && id !== null }),
    [query, setQuery],
  )
  const beyond = pastTheEnd(rows.data)
  useEffect(() => {
    if (beyond !== null) setQuery({ ...query, page: beyond }, { replace: true })
  }, [beyond, query, setQuery])
  const actions = builtActions(type)
  const total = rows.data?.total ?? 0
  const ids = rows.data?.data.map((lead) => lead.id) ?? []
  const filtersOpen = small ? drawer : wide
  const sidebar = (
    <FilterSidebar
      type={type}
      query={query}
      onChange={change}
      facets={facets}
      onMoreFilters={() => setDialog('builder')}
    />
  )
  return (
    <div className={classes.page}>
      <ListHeader
        target={target}
        list={list}
        actions={actions}
        view={query.view}
        onExport={() => setDialog('export')}
        onHistory={() => setDialog('history')}
        onView={(view) => change(refine(query, { view }))}
      />
      {runs.map((run) => (
        <RunStrip key={run.id} run={run} words={RUN_WORDS} />
      ))}
      <div className={classes.split}>
        {!small && wide && (
          <aside className={classes.filters} aria-label="Filters">
            {sidebar}
          </aside>
        )}
        <div className={classes.results}>
          <GridToolbar
            target={target}
            query={query}
            onChange={change}
            total={rows.data?.total}
            filtersOpen={filtersOpen}
            onFilters={() => (small ? setDrawer(true) : setWide(!wide))}
            activeFilters={filterChips(type, query, label).length}
          />
          <FilterChips type={type} query={query} label={label} onChange={change} />
          <ResultGrid
            target={target}
            list={list}
            query={query}
            onChange={change}
            rows={rows}
            selection={selection}
            onSelect={setSelection}
            onOpen={openLead}
            label={label}
            running={runs.length > 0}
          />
          {rows.data && rows.data.total > 0 && (
            <Pager
              page={query.page}
              limit={query.limit}
              total={total}
              onChange={(next) => change({ ...query, ...next, lead: null })}
            />
          )}
          {!isNothing(selection) && total > 0 && (
            <BulkBar
              selection={selection}
              onSelect={setSelection}
              ids={ids}
              total={total}
              actions={actions}
              view={query.view}
              busy={bulk.busy}
              beside={query.lead !== null}
              onExport={() => setDialog('export')}
              onDelete={() => bulk.remove.mutate(selection)}
              onRestore={() => selection.kind === 'ids' && bulk.restore.mutate([...selection.ids])}
            />
          )}
          <OpenLead target={target} query={query} ids={ids} onOpen={openLead} />
        </div>
      </div>
      <Drawer
        opened={small && drawer}
        onClose={() => setDrawer(false)}
        position="left"
        size={300}
        title="Filters"
        padding={0}
        styles={{ header: { padding: '8px 12px' } }}
      >
        {sidebar}
      </Drawer>
      <ExportDialog
        opened={dialog === 'export'}
        target={target}
        filters={filters}
        total={total}
        selection={selection}
        onClose={() => setDialog(null)}
      />
      <HistoryPanel id={target.id} opened={dialog === 'history'} onClose={() => setDialog(null)} />
      <FilterBuilder
        opened={dialog === 'builder'}
        type={type}
        filter={query.filter}
        onApply={(filter) => change(refine(query, { filter }))}
        onClose={() => setDialog(null)}
      />
    </div>
  )
}
