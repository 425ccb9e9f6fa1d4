import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconArchiveOff from '@tabler/icons-react/dist/esm/icons/IconArchiveOff.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { Link, useNavigate } from '@tanstack/react-router'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
import type { List } from '#contract/lists.ts'
import { formatNumber } from '#web/lib/format.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { runLook } from '#web/lib/run-facts.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { type RowAction, RowMenu } from '#web/ui/row-menu.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import classes from './saved-lists-page.module.css'
import type { ListActions } from './use-list-actions.ts'

const pathOf = (list: List): string => `/saved-lists/${listRef(list.type, list.id)}`

/** What is shown of a list; one in the bin cannot be opened. */
export const COLUMNS: readonly Column<List>[] = [
  {
    id: 'name',
    label: 'Name',
    sort: 'name',
    width: '45%',
    full: (list) => list.name,
    cell: (list) =>
      list.deleted_at ? (
        list.name
      ) : (
        <Link to={pathOf(list)} className={classes.link}>
          {list.name}
        </Link>
      ),
  },
  { id: 'type', label: 'Type', cell: (list) => LIST_TYPES[list.type as ListTypeId]?.name ?? list.type },
  {
    id: 'total',
    label: 'Leads',
    sort: 'total',
    descendingFirst: true,
    align: 'end',
    cell: (list) => formatNumber(list.total),
  },
  {
    id: 'run',
    label: 'Last run',
    cell: (list) => (list.last_run ? <StateBadge {...runLook(list.last_run)} /> : '–'),
  },
  {
    id: 'created',
    label: 'Created',
    sort: 'created_at',
    descendingFirst: true,
    cell: (list) => <When at={list.created_at} />,
  },
]

interface ListMenuProps {
  list: List
  actions: ListActions
  onRename: () => void
  onDelete: () => void
}

function itemsOf(
  { list, actions, onRename, onDelete }: ListMenuProps,
  go: (to: string) => void,
): RowAction[] {
  if (list.deleted_at) {
    return [{ label: 'Restore', icon: IconRestore, run: () => actions.restore.mutate([list]) }]
  }
  const archived = list.is_archived
  return [
    { label: 'Open', icon: IconOpen, run: () => go(pathOf(list)) },
    { label: 'Rename', icon: IconPencil, run: onRename },
    { label: 'New search', icon: IconSearch, run: () => go(`${pathOf(list)}/new-search`) },
    { label: 'Export', icon: IconDownload, run: () => actions.exportAll.mutate(list) },
    {
      label: archived ? 'Bring back from the archive' : 'Archive',
      icon: archived ? IconArchiveOff : IconArchive,
      run: () => actions.archive.mutate({ chosen: [list], archived: !archived }),
    },
    { label: 'Delete', icon: IconTrash, run: onDelete, danger: true },
  ]
}

/** Everything that can be done with one list. */
export function ListMenu(props: ListMenuProps) {
  const navigate = useNavigate()
  return <RowMenu name={props.list.name} items={itemsOf(props, (to) => void navigate({ to }))} />
}
