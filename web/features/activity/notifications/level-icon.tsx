import { Box } from '@mantine/core'
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import type { NotificationLevel } from '#contract/activity/notification-kinds/define.ts'

const LOOKS: Record<NotificationLevel, [typeof IconInfoCircle, color: string]> = {
  info: [IconInfoCircle, 'var(--app-accent)'],
  success: [IconCircleCheck, 'var(--app-success)'],
  warning: [IconAlertTriangle, 'var(--app-warning)'],
  error: [IconAlertCircle, 'var(--app-danger)'],
}

/** Icon of a notification's level, explained by its title. */
export function LevelIcon({ level }: { level: NotificationLevel }) {
  const [Icon, color] = LOOKS[level]
  return (
    <Box component="span" display="inline-flex" flex="none" mt={1} c={color}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </Box>
  )
}
