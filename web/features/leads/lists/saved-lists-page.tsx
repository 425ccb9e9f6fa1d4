import { Button, Tabs } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { type List, lists } from '#contract/leads/lists.ts'
import { formatCount } from '#web/lib/format.ts'
import { useListActions } from '#web/lib/list-actions.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { ListPage } from '#web/ui/list-page.tsx'
import { SelectionBar } from '#web/ui/selection-bar.tsx'
import { useSelection } from '#web/ui/use-selection.ts'
import { pin } from './list-mutations.ts'
import { ListMenu, listColumns } from './lists-columns.tsx'
import { useListFilters } from './lists-filters.ts'
import { LIST_VIEWS, type ListView, listsSearch, toApiQuery } from './lists-search.ts'
import { NoLists } from './no-lists.tsx'
import classes from './saved-lists-page.module.css'
import { useRequestedListAction } from './use-requested-list-action.tsx'
import { useTrySample } from './use-try-sample.ts'

const TABS: Record<ListView, string> = { active: 'Active', archived: 'Archived', bin: 'Trash' }

interface ViewsProps {
  view: ListView
  onView: (view: ListView) => void
  children: ReactNode
}

function Views({ view, onView, children }: ViewsProps) {
  return (
    <Tabs className={classes.tabs} value={view} onChange={(next) => onView(next as ListView)}>
      <Tabs.List aria-label="Which lists">
        {LIST_VIEWS.map((value) => (
          <Tabs.Tab key={value} value={value}>
            {TABS[value]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={view} flex={1} mih={0} style={{ display: 'flex', flexDirection: 'column' }}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}

const newLists = (
  <>
    <Button
      component={Link}
      to="/lead-search/import"
      variant="default"
      leftSection={<IconUpload size={14} stroke={1.75} aria-hidden />}
    >
      Import leads
    </Button>
    <Button
      component={Link}
      to="/lead-search/new-search"
      leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
    >
      New search
    </Button>
  </>
)

/** All saved lists of the account. */
export function SavedListsPage() {
  const [query, change] = usePageSearch(listsSearch)
  const { view, search, tag, type, created_by, run_state, pinned } = query
  const found = usePagedQuery(lists, { query: toApiQuery(query) })
  const selection = useSelection<List>([view, tag, type, created_by, run_state, pinned, search].join(' '))
  const { rows: chosen, clear } = selection
  const offered = useListActions()
  const requested = useRequestedListAction(clear)
  const sample = useTrySample()
  const { mutate: onPin } = useMutation({
    mutationFn: ({ list, pinned }: { list: List; pinned: boolean }) => pin([list], pinned),
  })
  const columns = useMemo(
    () => listColumns({ onPin: (list, pinned) => onPin({ list, pinned }), onTag: (tag) => change({ tag }) }),
    [onPin, change],
  )
  return (
    <ListPage
      title="Saved Lists"
      action={newLists}
      around={(list) => (
        <Views view={view} onView={(next) => change({ view: next })}>
          {list}
        </Views>
      )}
      label="Saved lists"
      things="lists"
      found={found}
      query={query}
      change={change}
      searchLabel="Search lists and tags"
      filters={useListFilters(query)}
      sortBy="sort"
      columns={columns}
      rowKey={(list) => list.id}
      rowName={(list) => list.name}
      selecting={selection}
      actions={(list) => (
        <ListMenu list={list} actions={offered('row', [list])} onAction={requested.request} />
      )}
      noMatches={{ title: 'No matching lists', reset: 'Show all lists' }}
      empty={<NoLists view={view} onSample={() => sample.mutate()} sampleBusy={sample.isPending} />}
      bar={
        chosen.length > 0 && (
          <SelectionBar
            label="Selected lists"
            summary={`${formatCount(chosen.length, 'list')} selected`}
            onClear={clear}
          >
            {offered('bar', chosen).map((action) => (
              <Button
                key={action.name}
                variant={action.danger ? 'light' : action.name === 'restore' ? 'filled' : 'default'}
                {...(action.danger && { color: 'red' })}
                loading={requested.busy === action.name}
                onClick={() => requested.request(action, chosen)}
              >
                {action.label}
              </Button>
            ))}
          </SelectionBar>
        )
      }
    >
      {requested.dialog}
    </ListPage>
  )
}
