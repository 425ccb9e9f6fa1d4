import { Suspense, useState } from 'react'
import type { List } from '#contract/lists.ts'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { selectedCount } from './actions/selection.ts'
import { useActionCommands } from './actions/use-action-commands.ts'
import { useAskedAction } from './actions/use-asked-action.tsx'
import { useHandedAction } from './actions/use-handed-action.ts'
import { CellOffers } from './grid/cell-offers.tsx'
import { refine } from './grid/grid-query.ts'
import { LeadsPane } from './leads-pane.tsx'
import { type ListDialog, ListDialogs } from './list-dialogs.tsx'
import { ListHeader } from './list-header.tsx'
import classes from './list-page.module.css'
import { useListParts } from './list-parts.ts'
import { RunBanner } from './run-banner.tsx'
import type { ListTarget } from './use-leads.ts'
import { useListKeys } from './use-list-keys.ts'
import { useListScreen } from './use-list-screen.ts'
import { useListTab } from './use-list-tab.ts'

/** Everything on the page of a list, held together by the query in the address. */
export function ListScreen({ target, list }: { target: ListTarget; list: List | undefined }) {
  const screen = useListScreen(target)
  const { query, change, filters, selection, setSelection, runs, actions, total } = screen
  const { Companies } = useListParts()
  const tab = useListTab(target.type)
  const [dialog, setDialog] = useState<ListDialog>(null)
  const asked = useAskedAction({ target, filters, total, selection, onSelect: setSelection })
  useActionCommands(actions, target, { selected: selectedCount(selection, total), total }, asked.ask)
  const ready = screen.rows.isSuccess && !screen.rows.isPlaceholderData
  useHandedAction({ target, actions, ready, ask: asked.ask })
  useListKeys({
    actions,
    selection,
    openId: query.lead,
    onAsk: (action, lead) => asked.ask(action, 'bar', lead),
  })

  return (
    <div className={classes.page}>
      <ListHeader
        target={target}
        list={list}
        actions={actions}
        view={query.view}
        onAsk={asked.ask}
        busy={asked.busy}
        onHistory={() => setDialog('history')}
        onSources={() => setDialog('sources')}
        onView={(view) => change(refine(query, { view }))}
      />
      {asked.banner}
      {runs
        .filter((run) => run.id !== asked.runId)
        .map((run) => (
          <RunBanner key={run.id} run={run} />
        ))}
      {tab === 'companies' ? (
        <Suspense fallback={<SkeletonRows rows={5} height={96} label="Loading the companies" />}>
          <Companies listId={target.id} running={runs.length > 0} />
        </Suspense>
      ) : (
        <CellOffers target={target} actions={actions} onStarted={asked.follow}>
          <LeadsPane
            target={target}
            list={list}
            screen={screen}
            onDialog={setDialog}
            onAsk={(action, lead, after) => asked.ask(action, 'bar', lead, after)}
            busy={asked.busy}
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
      {asked.dialog}
    </div>
  )
}
