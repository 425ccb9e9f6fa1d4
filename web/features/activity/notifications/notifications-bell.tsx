import { Popover, Text, UnstyledButton } from '@mantine/core'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { shell } from '../../../lib/endpoints.ts'
import { formatCompact, formatCount } from '../../../lib/format.ts'
import { endpointQuery } from '../../../lib/query-client.ts'
import { ErrorBoundary } from '../../../ui/error-boundary.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { Tip } from '../../../ui/tip.tsx'
import classes from './notifications.module.css'

const Panel = lazy(() =>
  import('./notifications-panel.tsx').then((module) => ({ default: module.NotificationsPanel })),
)

/** Says how many notifications are unread, and opens the newest. */
export function NotificationsBell() {
  const [opened, setOpened] = useState(false)
  const unread = useQuery(endpointQuery(shell.unreadNotifications)).data?.data.unread ?? 0
  const words = unread > 0 ? `Notifications, ${formatCount(unread, 'unread', 'unread')}` : 'Notifications'
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Tip label={words} disabled={opened}>
          <UnstyledButton
            className={classes.bell}
            aria-label={words}
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={() => setOpened((now) => !now)}
          >
            <IconBell size={18} stroke={1.6} aria-hidden />
            {unread > 0 && (
              <Text
                component="span"
                miw={18}
                px={5}
                bdrs={9}
                bg="var(--app-fill)"
                c="var(--app-on-fill)"
                fz={11}
                fw={600}
                lh="18px"
                ta="center"
                className="numeric"
              >
                {formatCompact(unread)}
              </Text>
            )}
          </UnstyledButton>
        </Tip>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <ErrorBoundary area="notifications">
          <Suspense fallback={<SkeletonRows rows={4} height={56} label="Loading notifications" />}>
            <Panel unread={unread} onFollow={() => setOpened(false)} />
          </Suspense>
        </ErrorBoundary>
      </Popover.Dropdown>
    </Popover>
  )
}
