import { Button, Group } from '@mantine/core'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconMailOpened from '@tabler/icons-react/dist/esm/icons/IconMailOpened.mjs'
import { NOTIFICATION_KIND_NAMES, NOTIFICATION_KINDS } from '#contract/activity/notification-kinds/index.ts'
import { type Notification, notifications } from '#contract/activity/notifications.ts'
import { shell } from '#web/lib/endpoints.ts'
import { oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { When } from '#web/ui/when.tsx'
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx'
import { LevelIcon } from './level-icon.tsx'
import { mark, markAllRead, markFollowed } from './mark.ts'

const notificationsSearch = pageSearch({
  state: oneOf(['unread'], null),
  kind: oneOf(NOTIFICATION_KIND_NAMES, null),
  ...paging,
})
type Query = ReturnType<typeof notificationsSearch.read>

const isUnread = ({ read_at }: Notification) => read_at === null

const COLUMNS: readonly Column<Notification>[] = [
  {
    id: 'what',
    label: 'Notification',
    card: 'title',
    cell: (item) => (
      <Group component="span" display="inline-flex" wrap="nowrap" align="stretch" gap="xs" miw={0}>
        <LevelIcon level={item.level} />
        <AnchorLink
          to={item.link}
          inherit
          c="inherit"
          fw={isUnread(item) ? 600 : undefined}
          underline="hover"
          className="wrap-anywhere"
          onClick={() => markFollowed(item)}
        >
          {item.title}
        </AnchorLink>
      </Group>
    ),
  },
  { id: 'text', label: 'Details', width: '38%', full: ({ text }) => text, cell: ({ text }) => text },
  { id: 'state', label: 'State', cell: (item) => (isUnread(item) ? 'Unread' : 'Read') },
  { id: 'when', label: 'When', cell: ({ created_at }) => <When at={created_at} /> },
]

const FILTERS: readonly ListFilter<Query>[] = [
  { name: 'state', label: 'State', all: 'Read and unread', options: [{ value: 'unread', label: 'Unread' }] },
  {
    name: 'kind',
    label: 'Kind',
    all: 'All kinds',
    options: NOTIFICATION_KIND_NAMES.map((value) => ({ value, label: NOTIFICATION_KINDS[value].label })),
  },
]

const rowActions = (item: Notification) => (
  <RowMenu
    name={item.title}
    items={[
      isUnread(item)
        ? { label: 'Mark as read', icon: IconMailOpened, run: () => mark([item.id], true) }
        : { label: 'Mark as unread', icon: IconMail, run: () => mark([item.id], false) },
    ]}
  />
)

/** The person's notifications of the last 90 days. */
export function NotificationsPage() {
  const [query, change] = usePageSearch(notificationsSearch)
  const { page, limit, state, kind } = query
  const found = usePagedQuery(notifications, { query: { page, limit, ...(state && { unread: true }), kind } })
  const unread = useEndpoint(shell.unreadNotifications).data?.data.unread ?? 0
  return (
    <ListPage
      title="Notifications"
      subtitle="What happened in the last 90 days"
      action={
        <>
          <ButtonLink to="/profile-settings/notifications" variant="default">
            Settings
          </ButtonLink>
          <Button disabled={unread === 0} onClick={markAllRead}>
            Mark all as read
          </Button>
        </>
      }
      label="Notifications of the last 90 days"
      list={{ found, query, change }}
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      actions={rowActions}
      noMatches={{ title: 'No matching notifications', reset: 'Show all notifications' }}
      empty={
        <EmptyState icon={IconBell} title="No notifications yet">
          Finished runs, new sign-ins and low-credit alerts appear here.
        </EmptyState>
      }
    />
  )
}
