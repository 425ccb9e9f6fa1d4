import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconArchiveOff from '@tabler/icons-react/dist/esm/icons/IconArchiveOff.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPin from '@tabler/icons-react/dist/esm/icons/IconPin.mjs'
import IconPinOff from '@tabler/icons-react/dist/esm/icons/IconPinnedOff.mjs'
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { Link, useNavigate } from '@tanstack/react-router'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
import type { List } from '#contract/lists.ts'
import { RUN_DEFINITIONS } from '#contract/run-kinds/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { runLook } from '#web/lib/run-facts.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { type RowAction, RowMenu } from '#web/ui/row-menu.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { TagButtons } from '#web/ui/tag-chips.tsx'
import { When } from '#web/ui/when.tsx'
import { Coverage } from './coverage.tsx'
import { PinButton } from './pin-button.tsx'
import classes from './saved-lists-page.module.css'
import type { ListActions } from './use-list-actions.ts'

const pathOf = (list: List): string => `/saved-lists/${listRef(list.type, list.id)}`

function LastRun({ last_run: run }: List) {
  if (!run) return '–'
  return (
    <span className={classes.run}>
      <StateBadge {...runLook(run)} />{' '}
      <span className={classes.quiet}>
        {`${RUN_DEFINITIONS[run.kind].labels.name}, `}
        <When at={run.finished_at ?? run.created_at} />
      </span>
    </span>
  )
}

interface ColumnDeeds {
  onPin: (list: List, pinned: boolean) => void
  onTag: (tag: string) => void
}

/** What is shown of a list; one in the trash cannot be opened or pinned. */
export const listColumns = ({ onPin, onTag }: ColumnDeeds): readonly Column<List>[] => [
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
        <span className={classes.name}>
          <PinButton list={list} onPin={(pinned) => onPin(list, pinned)} />
          <Link to={pathOf(list)} className={classes.link}>
            {list.name}
          </Link>
          <TagButtons tags={list.tags} onTag={onTag} />
        </span>
      ),
  },
  {
    id: 'type',
    label: 'Type',
    sort: 'type',
    cell: (list) => LIST_TYPES[list.type as ListTypeId]?.name ?? list.type,
  },
  {
    id: 'by',
    label: 'Created by',
    sort: 'created_by',
    full: (list) => list.created_by,
    cell: (list) => <span className={classes.by}>{list.created_by_name ?? '–'}</span>,
  },
  {
    id: 'total',
    label: 'Leads',
    sort: 'total',
    descendingFirst: true,
    align: 'end',
    cell: (list) => formatNumber(list.total),
  },
  {
    id: 'emails',
    label: 'Emails',
    sort: 'coverage',
    descendingFirst: true,
    title: 'Leads with an email that was found or may take mail',
    cell: (list) => <Coverage list={list} />,
  },
  { id: 'run', label: 'Last run', sort: 'last_run', descendingFirst: true, wrap: '180px', cell: LastRun },
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
    {
      label: list.is_pinned ? 'Unpin' : 'Pin',
      icon: list.is_pinned ? IconPinOff : IconPin,
      run: () => actions.pin.mutate({ list, pinned: !list.is_pinned }),
    },
    { label: 'Rename', icon: IconPencil, run: onRename },
    { label: 'New search', icon: IconSearch, run: () => go(`${pathOf(list)}/new-search`) },
    { label: 'Export', icon: IconDownload, run: () => actions.exportAll.mutate(list) },
    {
      label: archived ? 'Unarchive' : 'Archive',
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
