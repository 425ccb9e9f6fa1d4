import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import type { ListAction } from '#web/lib/list-actions.ts'
import { listRef } from '#web/lib/list-ref.ts'

/** The page of a list's exports. */
export const EXPORTS_ACTIONS: readonly ListAction[] = [
  {
    name: 'exports',
    label: 'Exports and templates',
    icon: IconDownload,
    places: ['menu'],
    link: ({ type, id }) => `/saved-lists/${listRef(type, id)}/exports`,
  },
]
