import IconWebhook from '@tabler/icons-react/dist/esm/icons/IconWebhook.mjs'
import type { ListAction } from '#web/lib/list-actions.ts'
import { listRef } from '#web/lib/list-ref.ts'

/** The page of a list's webhooks. */
export const WEBHOOKS_ACTIONS: readonly ListAction[] = [
  {
    name: 'webhooks',
    label: 'Webhooks',
    icon: IconWebhook,
    places: ['menu'],
    can: 'manage_webhooks',
    link: ({ type, id }) => `/saved-lists/${listRef(type, id)}/webhook`,
  },
]
