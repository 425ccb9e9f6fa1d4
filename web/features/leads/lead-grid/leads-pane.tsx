import { Drawer, Group, Stack } from '@mantine/core'
import { PAGE_SIZES } from '#contract/core/constants.ts'
import type { List } from '#contract/leads/lists.ts'
import { Pager } from '#web/ui/pager.tsx'
import { BulkBar } from '../lead-actions/bulk-bar.tsx'
import { filterChips } from '../lead-data/filters/filter-edits.ts'
import { isEmptySelection } from '../lead-data/selection.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'
import type { RequestForLead } from '../lead-details/lead-tools.tsx'
import { OpenLead } from '../lead-details/open-lead.tsx'
import { useLeadSteps } from '../lead-details/use-lead-steps.ts'
import { FilterChips } from './filters/filter-chips.tsx'
import { FilterSidebar } from './filters/filter-sidebar.tsx'
import { useFilterPane } from './filters/use-filter-pane.ts'
import { GridToolbar } from './grid/grid-toolbar.tsx'
import { ResultGrid } from './grid/result-grid.tsx'
import type { ListDialog } from './list-dialogs.tsx'
import classes from './list-page.module.css'
import { LeadMap } from './map/lead-map.tsx'
import { useMapPane } from './map/use-map-pane.ts'
import type { useListScreen } from './use-list-screen.ts'

interface LeadsPaneProps {
  target: ListTarget
  list: List | undefined
  screen: ReturnType<typeof useListScreen>
  onDialog: (dialog: ListDialog) => void
  /** Requests an action for the selected leads or for one. */
  onAction: RequestForLead
  /** The active action. */
  busy: string | undefined
}

/** Filters and grid of a list, the open lead, and the bulk bar. */
export function LeadsPane({ target, list, screen, onDialog, onAction, busy }: LeadsPaneProps) {
  const { type } = target
  const { query, change, rows, selection, setSelection, restore, openLead, label, runs } = screen
  const { actions, total, ids } = screen
  const pane = useFilterPane()
  const map = useMapPane(type)
  const steps = useLeadSteps({ target, query, leadId: query.lead, page: rows.data, onOpen: screen.goToLead })
  const sidebar = (
    <FilterSidebar
      type={type}
      query={query}
      onChange={change}
      facets={screen.facets}
      signals={{ target, filters: screen.filters }}
      running={runs.length > 0}
      onMoreFilters={() => onDialog('builder')}
    />
  )
  return (
    <>
      <Group align="stretch" wrap="nowrap" gap={0} flex={1} mih={0}>
        {pane.beside && (
          <aside className={classes.filters} aria-label="Filters">
            {sidebar}
          </aside>
        )}
        <Stack gap={0} pos="relative" flex={1} miw={0} mih={0}>
          <GridToolbar
            target={target}
            query={query}
            onChange={change}
            total={rows.data?.total}
            filtersOpen={pane.open}
            onFilters={pane.toggle}
            activeFilters={filterChips(type, query, label).length}
            map={map.usable ? map : undefined}
          />
          <FilterChips type={type} query={query} label={label} onChange={change} />
          <div className={classes.sheet}>
            <Stack gap={0} flex={1} miw={0} mih={0}>
              <ResultGrid
                target={target}
                list={list}
                query={query}
                onChange={change}
                rows={rows}
                whyOf={screen.whyOf}
                selection={selection}
                onSelect={setSelection}
                onOpen={openLead}
                beyond={steps}
                label={label}
                running={runs.length > 0}
              />
            </Stack>
            {map.open && (
              <LeadMap
                target={target}
                query={query}
                onChange={change}
                rows={rows.data?.data}
                onOpen={openLead}
                ready={rows.isSuccess}
              />
            )}
          </div>
          {rows.data && rows.data.total > 0 && (
            <Pager
              page={query.page}
              limit={query.limit}
              sizes={PAGE_SIZES}
              total={total}
              onChange={(next) => change({ ...query, ...next, lead: null })}
            />
          )}
          {!isEmptySelection(selection) && total > 0 && (
            <BulkBar
              target={target}
              selection={selection}
              onSelect={setSelection}
              ids={ids}
              total={total}
              actions={actions}
              onAction={(action) => onAction(action)}
              busy={busy}
              beside={query.lead !== null}
              restore={
                query.view === 'bin' && selection.kind === 'ids'
                  ? { run: () => restore.mutate([...selection.ids]), busy: restore.isPending }
                  : undefined
              }
            />
          )}
          <OpenLead
            target={target}
            query={query}
            rows={rows.data?.data}
            actions={actions}
            steps={steps}
            onAction={onAction}
            busy={busy}
            onClose={() => openLead(null)}
          />
        </Stack>
      </Group>
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
    </>
  )
}
