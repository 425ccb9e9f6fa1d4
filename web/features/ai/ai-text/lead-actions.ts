import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs'
import { lazy } from 'react'
import type { LeadAction } from '#web/lib/lead-actions.ts'

export const AI_ACTIONS: readonly LeadAction[] = [
  {
    name: 'ai',
    label: 'AI text',
    group: 'Enrich',
    places: ['bar', 'menu'],
    icon: IconSparkles,
    one: { label: 'AI text', appliesTo: () => true },
    price: () => 'Priced per token',
    Dialog: lazy(() => import('./write-dialog.tsx').then((module) => ({ default: module.WriteDialog }))),
  },
]
