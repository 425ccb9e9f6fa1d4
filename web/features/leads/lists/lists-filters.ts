import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { type LIST_RUN_STATES, listCreators, listFolders, listTags } from '#contract/leads/lists.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { LIST_SORTS, type ListsQuery } from './lists-search.ts'

const RUN_STATES: Record<(typeof LIST_RUN_STATES)[number], string> = {
  working: 'Running',
  succeeded: 'Done',
  cancelled: 'Cancelled',
  failed: 'Failed',
  none: 'No run yet',
}

const makeOptions = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const TYPE: ListFilter<ListsQuery> = {
  name: 'type',
  label: 'List type',
  all: 'All types',
  options: Object.values(LIST_TYPES).map(({ id, name }) => ({ value: id, label: name })),
}
const RUN: ListFilter<ListsQuery> = {
  name: 'run_state',
  label: 'Last run',
  all: 'Any last run',
  options: makeOptions(RUN_STATES),
}
const PINNED: ListFilter<ListsQuery> = {
  name: 'pinned',
  label: 'Pinned',
  all: 'Pinned and unpinned',
  options: [{ value: 'only', label: 'Pinned' }],
}
const ORDER: ListFilter<ListsQuery> = {
  name: 'sort',
  label: 'Sort by',
  options: makeOptions(LIST_SORTS),
  onCards: true,
}

/** Options of names, with the chosen one in its own spelling: case is ignored. */
function nameOptions(names: readonly string[], chosen: string | null) {
  const others = names.filter((known) => known.toLowerCase() !== chosen?.toLowerCase())
  return [...others, ...(chosen ? [chosen] : [])]
    .toSorted((a, b) => a.localeCompare(b))
    .map((known) => ({ value: known, label: known }))
}

/** Filters of the list page, which are pending until it is known who has created lists, which folders and tags they have. */
export function useListFilters({ created_by: requested, folder, tag }: ListsQuery): {
  filters: readonly ListFilter<ListsQuery>[]
  isPending: boolean
} {
  const created = useEndpoint(listCreators)
  const foundFolders = useEndpoint(listFolders)
  const foundTags = useEndpoint(listTags)
  const creators = created.data?.data ?? []
  const options = creators.map(({ id, name }) => ({ value: String(id), label: name }))
  const known = requested === null || creators.some(({ id }) => id === requested)
  const by: ListFilter<ListsQuery> = {
    name: 'created_by',
    label: 'Created by',
    all: 'Created by anyone',
    options: known ? options : [...options, { value: String(requested), label: 'Former member' }],
    read: Number,
  }
  const byFolder: ListFilter<ListsQuery> = {
    name: 'folder',
    label: 'Folder',
    all: 'Any folder',
    options: nameOptions(
      (foundFolders.data?.data ?? []).map((known) => known.folder),
      folder,
    ),
  }
  const byTag: ListFilter<ListsQuery> = {
    name: 'tag',
    label: 'Tag',
    all: 'Any tag',
    options: nameOptions(
      (foundTags.data?.data ?? []).map((known) => known.tag),
      tag,
    ),
  }
  const filters = [
    TYPE,
    ...(creators.length > 1 || requested !== null ? [by] : []),
    ...[byFolder, byTag].filter(({ options }) => options.length > 0),
    RUN,
    PINNED,
    ORDER,
  ]
  return { filters, isPending: created.isPending || foundFolders.isPending || foundTags.isPending }
}
