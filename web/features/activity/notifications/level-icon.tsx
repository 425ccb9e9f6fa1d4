import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import type { NotificationLevel } from '#contract/activity/notification-kinds.ts'
import classes from './notifications.module.css'

const ICONS: Record<NotificationLevel, typeof IconInfoCircle> = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconAlertCircle,
}

/** Icon of a notification's level, explained by its title. */
export function LevelIcon({ level }: { level: NotificationLevel }) {
  const Icon = ICONS[level]
  return (
    <span className={classes.level} data-level={level}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </span>
  )
}
