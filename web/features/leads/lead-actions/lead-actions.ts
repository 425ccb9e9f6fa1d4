import IconDuplicates from '@tabler/icons-react/dist/esm/icons/IconCopyCheck.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconNotice from '@tabler/icons-react/dist/esm/icons/IconFileDescription.mjs'
import IconOptions from '@tabler/icons-react/dist/esm/icons/IconFileSettings.mjs'
import IconMove from '@tabler/icons-react/dist/esm/icons/IconFolderSymlink.mjs'
import IconEdit from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconStatus from '@tabler/icons-react/dist/esm/icons/IconProgressCheck.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconClean from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs'
import IconTag from '@tabler/icons-react/dist/esm/icons/IconTag.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { loadFile } from '#web/lib/chunk-reload.ts'
import type { LeadAction } from '#web/lib/lead-actions.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { loadLater } from '../../../ui/load-later.tsx'
import { putInBin } from './put-in-bin.ts'

/** Actions of every list: adding, exporting and deleting leads. */
export const LIST_ACTIONS: readonly LeadAction[] = [
  {
    name: 'search',
    label: 'Add leads',
    icon: IconSearch,
    places: ['head'],
    appliesTo: () => true,
    link: ({ type, id }) => `/saved-lists/${listRef(type, id)}/new-search`,
  },
  {
    name: 'csv',
    label: 'Export',
    icon: IconDownload,
    places: ['bar', 'head'],
    appliesTo: () => true,
    keepsSelection: true,
    run: async (request) =>
      (await loadFile(() => import('../exports/export-leads.ts'))).exportAtOnce(request),
  },
  {
    name: 'csv-options',
    label: 'Export options',
    icon: IconOptions,
    places: ['bar', 'menu'],
    appliesTo: () => true,
    Dialog: loadLater(async () => (await import('../exports/export-dialog.tsx')).ExportDialog),
  },
  {
    name: 'custom-labels',
    label: 'Labels',
    icon: IconTag,
    places: ['bar', 'menu'],
    Dialog: loadLater(async () => (await import('../labels/labels-dialog.tsx')).LabelsDialog),
  },
  {
    name: 'set-status',
    label: 'Set status',
    group: 'Change',
    icon: IconStatus,
    places: ['bar'],
    Dialog: loadLater(async () => (await import('./status-dialog.tsx')).StatusDialog),
  },
  {
    name: 'edit-field',
    label: 'Edit a field',
    group: 'Change',
    icon: IconEdit,
    places: ['bar'],
    Dialog: loadLater(async () => (await import('./edit-field-dialog.tsx')).EditFieldDialog),
  },
  {
    name: 'manual-entry',
    label: 'Add a lead manually',
    icon: IconPlus,
    places: ['menu'],
    Dialog: loadLater(async () => (await import('./manual-entry-dialog.tsx')).ManualEntryDialog),
  },
  {
    name: 'clean-up',
    label: 'Clean up',
    group: 'Change',
    icon: IconClean,
    places: ['bar', 'menu'],
    Dialog: loadLater(async () => (await import('./clean-up-dialog.tsx')).CleanUpDialog),
  },
  {
    name: 'find-duplicates',
    label: 'Find duplicates',
    icon: IconDuplicates,
    places: ['menu'],
    link: ({ type, id }) => `/saved-lists/${listRef(type, id)}/duplicates`,
  },
  {
    name: 'notice',
    label: 'Article 14 notices',
    icon: IconNotice,
    places: ['menu'],
    one: { label: 'Art. 14 notice', appliesTo: ({ deleted_at }) => deleted_at === null },
    Dialog: loadLater(async () => (await import('./notice-dialog.tsx')).NoticeDialog),
  },
  {
    name: 'move',
    label: 'Move or copy',
    group: 'Change',
    icon: IconMove,
    places: ['bar', 'menu'],
    Dialog: loadLater(async () => (await import('./move-dialog.tsx')).MoveDialog),
  },
  {
    name: 'delete',
    label: 'Delete',
    icon: IconTrash,
    places: ['bar'],
    danger: true,
    one: { label: 'Delete', appliesTo: ({ deleted_at }) => deleted_at === null },
    run: putInBin,
  },
]
