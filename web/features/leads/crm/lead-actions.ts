import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs'
import { lazy } from 'react'
import type { LeadAction } from '#web/lib/lead-actions.ts'

export const CRM_ACTIONS: readonly LeadAction[] = [
  {
    name: 'crm',
    label: 'Push to CRM',
    icon: IconSend,
    places: ['bar', 'menu'],
    one: { label: 'Push to CRM', appliesTo: ({ is_sample }) => !is_sample },
    price: () => 'Free',
    Dialog: lazy(async () => ({ default: (await import('./push-dialog.tsx')).PushDialog })),
  },
]
