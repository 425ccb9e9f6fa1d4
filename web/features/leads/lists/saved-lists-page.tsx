import { Button, Tabs } from '@mantine/core'
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconListSearch.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { BIN_DAYS } from '#contract/core/constants.ts'
import { createList, type List, lists } from '#contract/leads/lists.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { useListActions } from '#web/lib/list-actions.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { SelectionBar } from '#web/ui/selection-bar.tsx'
import { useSelection } from '#web/ui/use-selection.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { pin } from './list-mutations.ts'
import { ListMenu, listColumns } from './lists-columns.tsx'
import { useListFilters } from './lists-filters.ts'
import { LIST_VIEWS, type ListView, listsSearch, toApiQuery } from './lists-search.ts'
import classes from './saved-lists-page.module.css'
import { useRequestedListAction } from './use-requested-list-action.tsx'

interface NoListsProps {
  view: ListView
  onSample: () => void
  sampleBusy: boolean
}

/** Empty state of a view, and the next step. */
function NoLists({ view, onSample, sampleBusy }: NoListsProps) {
  if (view === 'archived') {
    return (
      <EmptyState icon={IconArchive} title="No archived lists">
        Archive a list to keep it out of the way without losing anything.
      </EmptyState>
    )
  }
  if (view === 'bin') {
    return (
      <EmptyState icon={IconTrash} title="Trash is empty">
        {`Deleted lists stay here for ${BIN_DAYS} days and can be restored with all their leads.`}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={IconList}
      title="Your first list is one search away"
      action={
        <>
          <ButtonLink to="/lead-search/new-search">Start a search</ButtonLink>
          <Button variant="default" loading={sampleBusy} onClick={onSample}>
            Try with sample data (0 credits)
          </Button>
        </>
      }
    >
      Searches save leads to a list, where you can filter, enrich and export them.
    </EmptyState>
  )
}

/** Creates a list of sample leads and opens it. */
function useTrySample() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () =>
      call(createList, {
        body: { name: 'Sample: local businesses', type: 'local', search: { source: 'sample' }, limit: 50 },
        // Shown instead: the new list itself
        quiet: 'message',
      }),
    onSuccess: async ({ data }) => {
      await navigate({ to: `/saved-lists/${listRef(data.type, data.id)}` })
    },
  })
}

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
    <ButtonLink to="/lead-search/import" variant="default" leftSection={<IconUpload aria-hidden />}>
      Import leads
    </ButtonLink>
    <ButtonLink to="/lead-search/new-search" leftSection={<IconPlus aria-hidden />}>
      New search
    </ButtonLink>
  </>
)

/** All saved lists of the account. */
export function SavedListsPage() {
  const [query, change] = usePageSearch(listsSearch)
  const { view, search, folder, tag, type, created_by, run_state, pinned } = query
  const found = usePagedQuery(lists, { query: toApiQuery(query) })
  const selection = useSelection<List>(
    [view, folder, tag, type, created_by, run_state, pinned, search].join(' '),
  )
  const { rows: chosen, clear } = selection
  const offered = useListActions()
  const { filters, isPending } = useListFilters(query)
  const requested = useRequestedListAction(clear)
  const sample = useTrySample()
  const { mutate: onPin } = useMutation({
    mutationFn: ({ list, pinned }: { list: List; pinned: boolean }) => pin([list], pinned),
  })
  const columns = useMemo(
    () =>
      listColumns({
        onPin: (list, pinned) => onPin({ list, pinned }),
        onTag: (tag) => change({ tag }),
        onFolder: (folder) => change({ folder }),
      }),
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
      list={{ found, query, change }}
      searchLabel="Search lists and tags"
      filters={filters}
      toolbar={isPending && <Pending />}
      sortBy="sort"
      columns={columns}
      rowKey={(list) => list.id}
      rowName={(list) => list.name}
      selecting={selection}
      actions={(list) => (
        <ListMenu list={list} actions={offered('row', [list])} onAction={requested.request} />
      )}
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
