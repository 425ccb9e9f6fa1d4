import { Button, Tabs } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { type List, lists } from '#contract/lists.ts'
import { formatCount } from '#web/lib/format.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { ListPage } from '#web/ui/list-page.tsx'
import { SelectionBar } from '#web/ui/selection-bar.tsx'
import { useSelection } from '#web/ui/use-selection.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { ListMenu, listColumns } from './lists-columns.tsx'
import { useListFilters } from './lists-filters.ts'
import { LIST_VIEWS, type ListView, listsSearch, toApiQuery } from './lists-search.ts'
import { NoLists } from './no-lists.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import classes from './saved-lists-page.module.css'
import { useListActions } from './use-list-actions.ts'

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
      <Tabs.Panel value={view} className={classes.panel}>
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
  const found = useQuery({
    ...endpointQuery(lists, { query: toApiQuery(query) }),
    placeholderData: keepPreviousData,
  })
  const actions = useListActions()
  const selection = useSelection<List>([view, tag, type, created_by, run_state, pinned, search].join(' '))
  const { mutate: pin } = actions.pin
  const columns = useMemo(
    () => listColumns({ onPin: (list, pinned) => pin({ list, pinned }), onTag: (tag) => change({ tag }) }),
    [pin, change],
  )
  const [renaming, setRenaming] = useState<List | null>(null)
  const [deleting, setDeleting] = useState<readonly List[]>([])
  const { rows: chosen, clear } = selection
  const done = { onSuccess: clear }
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
        <ListMenu
          list={list}
          actions={actions}
          onRename={() => setRenaming(list)}
          onDelete={() => setDeleting([list])}
        />
      )}
      nothing={{ title: 'No list matches', reset: 'Show all lists' }}
      empty={
        <NoLists
          view={view}
          onSample={() => actions.trySample.mutate()}
          sampleBusy={actions.trySample.isPending}
        />
      }
      bar={
        chosen.length > 0 && (
          <SelectionBar
            label="Selected lists"
            words={`${formatCount(chosen.length, 'list')} selected`}
            onClear={clear}
          >
            {view === 'bin' ? (
              <Button
                loading={actions.restore.isPending}
                onClick={() => actions.restore.mutate(chosen, done)}
              >
                Restore
              </Button>
            ) : (
              <>
                <Button
                  variant="default"
                  loading={actions.archive.isPending}
                  onClick={() => actions.archive.mutate({ chosen, archived: view === 'active' }, done)}
                >
                  {view === 'active' ? 'Archive' : 'Unarchive'}
                </Button>
                <Button variant="light" color="red" onClick={() => setDeleting(chosen)}>
                  Delete
                </Button>
              </>
            )}
          </SelectionBar>
        )
      }
    >
      <RenameDialog list={renaming} onClose={() => setRenaming(null)} />
      <DeleteDialog
        chosen={deleting}
        onDelete={async () => {
          await actions.remove.mutateAsync(deleting)
          clear()
        }}
        onClose={() => setDeleting([])}
      />
    </ListPage>
  )
}
