import { Popover } from '@mantine/core'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import { Suspense, useState } from 'react'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { shell } from '../../../lib/endpoints.ts'
import { formatCompact, formatCount } from '../../../lib/format.ts'
import { BarButton } from '../../../ui/bar-button.tsx'
import { ErrorBoundary } from '../../../ui/error-boundary.tsx'
import { loadLater } from '../../../ui/load-later.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { Tip } from '../../../ui/tip.tsx'

const Panel = loadLater(async () => (await import('./notifications-panel.tsx')).NotificationsPanel)

/** Shows the number of unread notifications, and opens the newest. */
export function NotificationsBell() {
  const [opened, setOpened] = useState(false)
  const unread = useEndpoint(shell.unreadNotifications).data?.data.unread ?? 0
  const label = unread > 0 ? `Notifications, ${formatCount(unread, 'unread', 'unread')}` : 'Notifications'
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
        <Tip label={label} disabled={opened}>
          <BarButton
            icon={<IconBell size={18} stroke={1.6} aria-hidden />}
            count={unread > 0 ? formatCompact(unread) : null}
            aria-label={label}
            aria-expanded={opened}
            onClick={() => setOpened((now) => !now)}
          />
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
