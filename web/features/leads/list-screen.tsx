import { Drawer } from '@mantine/core'
import { useState } from 'react'
import { PAGE_SIZES } from '#contract/constants.ts'
import type { List } from '#contract/lists.ts'
import { type KeyHelp, useKeyHelp } from '#web/lib/keys.ts'
import { Pager } from '#web/ui/pager.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { FilterChips } from './filter-chips.tsx'
import { filterChips } from './filter-edits.ts'
import { FilterSidebar } from './filter-sidebar.tsx'
import { refine } from './grid-query.ts'
import { GridToolbar } from './grid-toolbar.tsx'
import { type ListDialog, ListDialogs } from './list-dialogs.tsx'
import { ListHeader } from './list-header.tsx'
import classes from './list-page.module.css'
import { OpenLead } from './open-lead.tsx'
import { ResultGrid } from './result-grid.tsx'
import { RunBanner } from './run-banner.tsx'
import { isNothing } from './selection.ts'
import { useFilterPane } from './use-filter-pane.ts'
import type { ListTarget } from './use-leads.ts'
import { useListScreen } from './use-list-screen.ts'

const KEYS: readonly KeyHelp[] = [
  { keys: ['j'], label: 'Next lead', group: 'In a list' },
  { keys: ['k'], label: 'Previous lead', group: 'In a list' },
  { keys: ['x'], label: 'Select the lead', group: 'In a list' },
  { keys: ['Enter'], label: 'Open the lead', group: 'In a list' },
  { keys: ['Esc'], label: 'Close the lead, clear the selection', group: 'In a list' },
]

/** Everything on the page of a list, held together by the query in the address. */
export function ListScreen({ target, list }: { target: ListTarget; list: List | undefined }) {
  const { type } = target
  const screen = useListScreen(target)
  const { query, change, rows, selection, setSelection, bulk, openLead, label, runs } = screen
  const { actions, total, ids } = screen
  const [dialog, setDialog] = useState<ListDialog>(null)
  const pane = useFilterPane()
  useKeyHelp(KEYS)

  const sidebar = (
    <FilterSidebar
      type={type}
      query={query}
      onChange={change}
      facets={screen.facets}
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
        <RunBanner key={run.id} run={run} />
      ))}
      <div className={classes.split}>
        {pane.beside && (
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
            filtersOpen={pane.open}
            onFilters={pane.toggle}
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
              sizes={PAGE_SIZES}
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
        opened={pane.drawer}
        onClose={pane.closeDrawer}
        position="left"
        size={300}
        title="Filters"
        padding={0}
        styles={{ header: { padding: '8px 12px' } }}
      >
        {sidebar}
      </Drawer>
      <ListDialogs
        dialog={dialog}
        onClose={() => setDialog(null)}
        target={target}
        query={query}
        onChange={change}
        filters={screen.filters}
        total={total}
        selection={selection}
      />
    </div>
  )
}
