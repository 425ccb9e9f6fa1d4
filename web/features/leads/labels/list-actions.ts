import IconTags from '@tabler/icons-react/dist/esm/icons/IconTags.mjs'
import type { ListAction } from '#web/lib/list-actions.ts'
import { listRef } from '#web/lib/list-ref.ts'

/** The page of a list's tags and source. */
export const TAGS_ACTIONS: readonly ListAction[] = [
  {
    name: 'tags',
    label: 'Tags and source',
    icon: IconTags,
    places: ['menu'],
    link: ({ type, id }) => `/saved-lists/${listRef(type, id)}/tags-and-source`,
  },
]
