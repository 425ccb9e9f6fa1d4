import { ActionIcon, Box, Button, Group, Text } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { Link } from '@tanstack/react-router'
import { type Notification, notifications } from '#contract/activity/notifications.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { When } from '#web/ui/when.tsx'
import { LevelIcon } from './level-icon.tsx'
import { mark, markAllRead, markFollowed } from './mark.ts'
import classes from './notifications.module.css'

/** Maximum rows of the panel; the page has all of them. */
const NEWEST = 10

function Item({ item, onFollow }: { item: Notification; onFollow: () => void }) {
  const follow = () => {
    markFollowed(item)
    onFollow()
  }
  return (
    <li className={`divided hoverable ${classes.item}`} data-unread={item.read_at === null || undefined}>
      <Link to={item.link} className={classes.link} onClick={follow}>
        <Group component="span" align="stretch" wrap="nowrap" gap="xs">
          <LevelIcon level={item.level} />
          <Box component="span" miw={0}>
            <span className={classes.name}>{item.title}</span>
            <Hint component="div">{item.text}</Hint>
            <Hint component="div">
              {item.read_at === null && 'Unread · '}
              <When at={item.created_at} />
            </Hint>
          </Box>
        </Group>
      </Link>
      {item.read_at === null && (
        <ActionIcon
          mt="xs"
          variant="subtle"
          aria-label={`Mark as read: ${item.title}`}
          onClick={() => mark([item.id], true)}
        >
          <IconCheck size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}

function Items({ onFollow }: { onFollow: () => void }) {
  const found = useEndpoint(notifications, { query: { limit: NEWEST } })
  if (found.isError) return <LoadError what="The notifications" query={found} />
  if (!found.data) return <SkeletonRows rows={4} height={56} label="Loading notifications" />
  if (found.data.data.length === 0)
    return (
      <Text component="div" py="lg" px="md" c="dimmed" fz="sm">
        Nothing yet. Finished runs, new sign-ins and low-credit alerts appear here.
      </Text>
    )
  return (
    <Box component="ul" mah="min(60vh, 480px)" style={{ overflowY: 'auto' }}>
      {found.data.data.map((item) => (
        <Item key={item.id} item={item} onFollow={onFollow} />
      ))}
    </Box>
  )
}

/** The newest notifications, with links to all of them and to the settings. */
export function NotificationsPanel({ unread, onFollow }: { unread: number; onFollow: () => void }) {
  return (
    <>
      <Group
        justify="space-between"
        wrap="nowrap"
        gap="xs"
        mih={48}
        py={6}
        pr="xs"
        pl="md"
        style={{ borderBottom: 'var(--app-line)' }}
      >
        <h2>Notifications</h2>
        {unread > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={markAllRead}>
            Mark all as read
          </Button>
        )}
      </Group>
      <Items onFollow={onFollow} />
      <Group
        align="stretch"
        justify="space-between"
        wrap="nowrap"
        gap={0}
        py={10}
        px="md"
        fz="sm"
        style={{ borderTop: 'var(--app-line)' }}
      >
        <Link to="/notifications" onClick={onFollow}>
          All notifications
        </Link>
        <Link to="/profile-settings/notifications" onClick={onFollow}>
          Settings
        </Link>
      </Group>
    </>
  )
}
