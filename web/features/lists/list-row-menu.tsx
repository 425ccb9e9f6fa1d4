import { ActionIcon, Menu } from '@mantine/core'
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconArchiveOff from '@tabler/icons-react/dist/esm/icons/IconArchiveOff.mjs'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { List } from '#contract/lists.ts'
import { listRef } from '#web/lib/list-ref.ts'
import type { ListView } from './lists-query.ts'
import type { ListActions } from './use-list-actions.ts'

interface ListRowMenuProps {
  list: List
  view: ListView
  actions: ListActions
  onRename: () => void
  onDelete: () => void
}

interface Item {
  label: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  run: () => void
  danger?: true
}

function itemsOf(props: ListRowMenuProps, go: (path: string) => void): Item[] {
  const { list, view, actions, onRename, onDelete } = props
  const path = `/saved-lists/${listRef(list.type, list.id)}`
  if (view === 'bin') {
    return [{ label: 'Restore', icon: IconRestore, run: () => actions.restore.mutate([list]) }]
  }
  const archived = list.is_archived
  return [
    { label: 'Open', icon: IconOpen, run: () => go(path) },
    { label: 'Rename', icon: IconPencil, run: onRename },
    { label: 'New search', icon: IconSearch, run: () => go(`${path}/new-search`) },
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
export function ListRowMenu(props: ListRowMenuProps) {
  const navigate = useNavigate()
  const items = itemsOf(props, (to) => void navigate({ to }))
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${props.list.name}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, icon: Icon, run, danger }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={14} stroke={1.75} />}
            {...(danger ? { c: 'var(--app-danger)' } : {})}
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
