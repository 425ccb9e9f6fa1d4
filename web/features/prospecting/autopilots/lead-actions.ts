import IconRepeat from '@tabler/icons-react/dist/esm/icons/IconRepeat.mjs'
import type { LeadAction } from '#web/lib/lead-actions.ts'

/** Schedules the search of a list. */
export const AUTOPILOT_ACTIONS: readonly LeadAction[] = [
  {
    name: 'autopilot',
    label: 'Set up autopilot',
    icon: IconRepeat,
    places: ['menu'],
    link: ({ id }) => `/autopilot/create?list=${id}`,
  },
]
