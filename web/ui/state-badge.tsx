import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconCircleDashed from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs'
import IconCircleX from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs'
import IconLoader from '@tabler/icons-react/dist/esm/icons/IconLoader2.mjs'
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs'
import classes from './state-badge.module.css'

/** Icon, colour and word of every state of a value or a run. */
const STATES = {
  queued: { icon: IconClock, tone: 'dimmed', label: 'Queued' },
  running: { icon: IconLoader, tone: 'info', label: 'Running' },
  succeeded: { icon: IconCircleCheck, tone: 'success', label: 'Done' },
  partly: { icon: IconAlertTriangle, tone: 'warning', label: 'Done in part' },
  cancelled: { icon: IconPlayerStop, tone: 'dimmed', label: 'Cancelled' },
  failed: { icon: IconAlertTriangle, tone: 'danger', label: 'Failed' },
  found: { icon: IconCircleCheck, tone: 'success', label: 'Found' },
  potential: { icon: IconHelpCircle, tone: 'warning', label: 'Potential' },
  not_found: { icon: IconCircleX, tone: 'dimmed', label: 'Not found' },
  unchecked: { icon: IconCircleDashed, tone: 'dimmed', label: 'Not checked' },
  error: { icon: IconAlertTriangle, tone: 'danger', label: 'Error' },
} as const

export type BadgeState = keyof typeof STATES

/** A state as icon and word, never as colour alone. An unknown state shows its own word. */
export function StateBadge({ state, label }: { state: BadgeState | (string & {}); label?: string }) {
  const look = STATES[state as BadgeState] ?? {
    icon: IconCircleDashed,
    tone: 'dimmed' as const,
    label: state.replaceAll('_', ' '),
  }
  const Icon = look.icon
  return (
    <span className={classes.root} style={{ color: `var(--app-${look.tone})` }} data-state={state}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {label ?? look.label}
    </span>
  )
}
