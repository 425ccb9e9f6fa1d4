import { Button, Tabs } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PAGE_SIZES } from '#contract/constants.ts'
import { type List, lists } from '#contract/lists.ts'
import { hasDialog, isTyping } from '#web/lib/keys.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pager, pastTheEnd } from '#web/ui/pager.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { ListsBulkBar } from './lists-bulk-bar.tsx'
import { type ListsQuery, type ListView, toApiQuery } from './lists-query.ts'
import { ListsSkeleton, ListsTable } from './lists-table.tsx'
import { ListsToolbar } from './lists-toolbar.tsx'
import { NoLists } from './no-lists.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import classes from './saved-lists-page.module.css'
import { useListActions } from './use-list-actions.ts'
import { useListsQuery } from './use-lists-query.ts'

const TABS: { value: ListView; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'archived', label: 'Archived' },
  { value: 'bin', label: 'Bin' },
]

const NONE: ReadonlyMap<number, List> = new Map()

/** The chosen lists; another view or search empties the choice, Esc too. */
function useChoice({ view, search, type }: ListsQuery) {
  const [chosen, setChosen] = useState(NONE)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question empties the choice
  useEffect(() => setChosen(NONE), [view, search, type])
  useEffect(() => {
    if (chosen.size === 0) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event.target) && !hasDialog()) {
        setChosen(NONE)
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [chosen])
  return [chosen, setChosen] as const
}

/** All saved lists of the account. */
export function SavedListsPage() {
  const [query, setQuery] = useListsQuery()
  const page = useQuery({
    ...endpointQuery(lists, { query: toApiQuery(query) }),
    placeholderData: keepPreviousData,
  })
  const actions = useListActions()
  const [chosen, setChosen] = useChoice(query)
  const [renaming, setRenaming] = useState<List | null>(null)
  const [deleting, setDeleting] = useState<readonly List[]>([])
  const found = page.data
  const beyond = pastTheEnd(found)
  useEffect(() => {
    if (beyond !== null) setQuery({ ...query, page: beyond })
  }, [beyond, query, setQuery])
  return (
    <div className={classes.page}>
      <PageHeader
        title="Saved Lists"
        actions={
          <Button
            component={Link}
            to="/lead-search/new-search"
            leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          >
            New search
          </Button>
        }
      />
      <Tabs
        className={classes.tabs}
        value={query.view}
        onChange={(view) => setQuery({ ...query, view: view as ListView, page: 1 })}
      >
        <Tabs.List aria-label="Which lists">
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={query.view} className={classes.panel}>
          <ListsToolbar query={query} onChange={setQuery} />
          <div className={classes.body}>
            {page.isPending && <ListsSkeleton />}
            {page.isError && !found && (
              <LoadError what="The lists" error={page.error} onRetry={() => void page.refetch()} />
            )}
            {found?.total === 0 && (
              <NoLists
                query={query}
                onChange={setQuery}
                onSample={() => actions.trySample.mutate()}
                sampleBusy={actions.trySample.isPending}
              />
            )}
            {found !== undefined && found.total > 0 && (
              <>
                <ListsTable
                  rows={found.data}
                  query={query}
                  onSort={(sort) => setQuery({ ...query, sort, page: 1 })}
                  chosen={chosen}
                  onChoose={setChosen}
                  actions={actions}
                  onRename={setRenaming}
                  onDelete={(list) => setDeleting([list])}
                />
                <Pager
                  page={query.page}
                  limit={query.limit}
                  sizes={PAGE_SIZES}
                  total={found.total}
                  onChange={(next) => setQuery({ ...query, ...next })}
                />
              </>
            )}
            {chosen.size > 0 && (
              <ListsBulkBar
                chosen={[...chosen.values()]}
                view={query.view}
                actions={actions}
                onDelete={() => setDeleting([...chosen.values()])}
                onClear={() => setChosen(NONE)}
              />
            )}
          </div>
        </Tabs.Panel>
      </Tabs>
      <RenameDialog
        list={renaming}
        busy={actions.rename.isPending}
        onRename={(name) =>
          renaming && actions.rename.mutate({ list: renaming, name }, { onSuccess: () => setRenaming(null) })
        }
        onClose={() => setRenaming(null)}
      />
      <DeleteDialog
        chosen={deleting}
        onDelete={async () => {
          await actions.remove.mutateAsync(deleting)
          setChosen(NONE)
        }}
        onClose={() => setDeleting([])}
      />
    </div>
  )
}
