import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs'
import type { LeadAction } from '#web/lib/lead-actions.ts'
import { loadLater } from '../../../ui/load-later.tsx'

export const AI_ACTIONS: readonly LeadAction[] = [
  {
    name: 'ai',
    label: 'AI text',
    group: 'Enrich',
    places: ['bar', 'menu'],
    icon: IconSparkles,
    one: { label: 'AI text', appliesTo: () => true },
    price: () => 'Priced per token',
    Dialog: loadLater(async () => (await import('./write-dialog.tsx')).WriteDialog),
  },
]
