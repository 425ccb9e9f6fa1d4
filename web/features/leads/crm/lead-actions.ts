import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs'
import type { LeadAction } from '#web/lib/lead-actions.ts'
import { loadLater } from '../../../ui/load-later.tsx'

export const CRM_ACTIONS: readonly LeadAction[] = [
  {
    name: 'crm',
    label: 'Push to CRM',
    icon: IconSend,
    places: ['bar', 'menu'],
    one: { label: 'Push to CRM', appliesTo: ({ is_sample }) => !is_sample },
    price: () => 'Free',
    Dialog: loadLater(async () => (await import('./push-dialog.tsx')).PushDialog),
  },
]
