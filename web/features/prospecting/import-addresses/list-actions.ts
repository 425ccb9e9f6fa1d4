import IconAddress from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs'
import type { ListAction } from '#web/lib/list-actions.ts'
import { listRef } from '#web/lib/list-ref.ts'

/** The page with the address at which programs hand in leads. */
export const IMPORT_ADDRESS_ACTIONS: readonly ListAction[] = [
  {
    name: 'import-address',
    label: 'Import address',
    icon: IconAddress,
    places: ['menu'],
    link: ({ type, id }) => `/saved-lists/${listRef(type, id)}/import-address`,
  },
]
