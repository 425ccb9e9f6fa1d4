import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconArchiveOff from '@tabler/icons-react/dist/esm/icons/IconArchiveOff.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconFolder from '@tabler/icons-react/dist/esm/icons/IconFolder.mjs'
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPin from '@tabler/icons-react/dist/esm/icons/IconPin.mjs'
import IconPinOff from '@tabler/icons-react/dist/esm/icons/IconPinnedOff.mjs'
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import type { List } from '#contract/leads/lists.ts'
import type { ListAction } from '#web/lib/list-actions.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { FolderDialog } from './folder-dialog.tsx'
import { archive, duplicate, exportAll, pin, restore } from './list-mutations.ts'
import { RenameDialog } from './rename-dialog.tsx'

const makePath = ({ type, id }: List): string => `/saved-lists/${listRef(type, id)}`

/** Actions of every list. */
export const LISTS_ACTIONS: readonly ListAction[] = [
  {
    name: 'restore',
    label: 'Restore',
    icon: IconRestore,
    places: ['row', 'bar'],
    appliesTo: ({ deleted_at }) => deleted_at !== null,
    run: restore,
  },
  { name: 'open', label: 'Open', icon: IconOpen, places: ['row'], link: makePath },
  {
    name: 'pin',
    label: 'Pin',
    icon: IconPin,
    places: ['row'],
    appliesTo: ({ is_pinned, deleted_at }) => !is_pinned && deleted_at === null,
    run: (chosen) => pin(chosen, true),
  },
  {
    name: 'unpin',
    label: 'Unpin',
    icon: IconPinOff,
    places: ['row'],
    appliesTo: ({ is_pinned, deleted_at }) => is_pinned && deleted_at === null,
    run: (chosen) => pin(chosen, false),
  },
  { name: 'rename', label: 'Rename', icon: IconPencil, places: ['row'], Dialog: RenameDialog },
  {
    name: 'search',
    label: 'New search',
    icon: IconSearch,
    places: ['row'],
    link: (list) => `${makePath(list)}/new-search`,
  },
  { name: 'export', label: 'Export', icon: IconDownload, places: ['row'], run: exportAll },
  {
    name: 'folder',
    label: 'Move to folder',
    icon: IconFolder,
    places: ['row', 'bar', 'menu'],
    Dialog: FolderDialog,
  },
  { name: 'duplicate', label: 'Duplicate list', icon: IconCopy, places: ['row', 'menu'], run: duplicate },
  {
    name: 'archive',
    label: 'Archive',
    icon: IconArchive,
    places: ['row', 'bar', 'menu'],
    appliesTo: ({ is_archived, deleted_at }) => !is_archived && deleted_at === null,
    run: (chosen) => archive(chosen, true),
  },
  {
    name: 'unarchive',
    label: 'Unarchive',
    icon: IconArchiveOff,
    places: ['row', 'bar', 'menu'],
    appliesTo: ({ is_archived, deleted_at }) => is_archived && deleted_at === null,
    run: (chosen) => archive(chosen, false),
  },
  {
    name: 'delete',
    label: 'Delete',
    icon: IconTrash,
    places: ['row', 'bar', 'menu'],
    danger: true,
    Dialog: DeleteDialog,
  },
]
