import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { List } from '#contract/leads/lists.ts'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { CellOffers } from '../lead-actions/cell-offers.tsx'
import { useActionCommands } from '../lead-actions/use-action-commands.ts'
import { useHandedAction } from '../lead-actions/use-handed-action.ts'
import { useRequestedAction } from '../lead-actions/use-requested-action.tsx'
import { refine } from '../lead-data/grid-query.ts'
import { useListParts } from '../lead-data/list-parts.ts'
import { RunBanner } from '../lead-data/run-banner.tsx'
import { selectedCount } from '../lead-data/selection.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'
import { useListKeys } from '../lead-data/use-list-keys.ts'
import { useListTab } from '../lead-data/use-list-tab.ts'
import { useListCommands } from '../lists/use-list-commands.ts'
import { useRequestedListAction } from '../lists/use-requested-list-action.tsx'
import { LeadsPane } from './leads-pane.tsx'
import { type ListDialog, ListDialogs } from './list-dialogs.tsx'
import { ListHeader } from './list-header.tsx'
import classes from './list-page.module.css'
import { NeedsStep } from './needs-step.tsx'
import { useListScreen } from './use-list-screen.ts'

/** Contents of a list's page, driven by the query in the address. */
export function ListScreen({ target, list }: { target: ListTarget; list: List | undefined }) {
  const screen = useListScreen(target)
  const { query, change, filters, selection, setSelection, runs, actions, total } = screen
  const { Companies } = useListParts()
  const tab = useListTab(target.type)
  const [dialog, setDialog] = useState<ListDialog>(null)
  const requested = useRequestedAction({ target, filters, total, selection, onSelect: setSelection })
  const navigate = useNavigate()
  const requestedOfList = useRequestedListAction(({ name }) => {
    if (name === 'delete') void navigate({ to: '/lead-search/saved-lists' })
  })
  useListCommands(list, requestedOfList.request)
  useActionCommands(actions, target, { selected: selectedCount(selection, total), total }, requested.request)
  const ready = screen.rows.isSuccess && !screen.rows.isPlaceholderData
  useHandedAction({ target, actions, ready, request: requested.request })
  useListKeys({
    actions,
    selection,
    openId: query.lead,
    onAction: (action, lead) => requested.request(action, 'bar', lead),
  })

  return (
    <div data-in-order className={classes.page}>
      <ListHeader
        target={target}
        list={list}
        actions={actions}
        view={query.view}
        onAction={requested.request}
        busy={requested.busy}
        onHistory={() => setDialog('history')}
        onSources={() => setDialog('sources')}
        onView={(view) => change(refine(query, { view }))}
        onListAction={requestedOfList.request}
      />
      {requested.banner}
      {runs
        .filter((run) => run.id !== requested.runId)
        .map((run) => (
          <RunBanner key={run.id} run={run} />
        ))}
      {tab === 'leads' && (
        <NeedsStep
          type={target.type}
          screen={screen}
          onAction={(action) => requested.request(action, 'menu')}
        />
      )}
      {tab === 'companies' ? (
        <Suspense fallback={<SkeletonRows rows={5} height={96} label="Loading the companies" />}>
          <Companies listId={target.id} running={runs.length > 0} />
        </Suspense>
      ) : (
        <CellOffers target={target} actions={actions} onStarted={requested.follow}>
          <LeadsPane
            target={target}
            list={list}
            screen={screen}
            onDialog={setDialog}
            onAction={(action, lead, after) => requested.request(action, 'bar', lead, after)}
            busy={requested.busy}
          />
        </CellOffers>
      )}
      <ListDialogs
        dialog={dialog}
        onClose={() => setDialog(null)}
        target={target}
        query={query}
        onChange={change}
      />
      {requested.dialog}
      {requestedOfList.dialog}
    </div>
  )
}
