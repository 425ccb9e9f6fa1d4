import { Box, Group, NativeSelect, Switch, Text } from '@mantine/core'
import type { MailChannel } from '#contract/activity/notification-kinds/define.ts'
import {
  changeNotificationSetting,
  type NotificationSetting,
  notificationSettings,
} from '#contract/activity/notifications.ts'
import { call } from '#web/lib/api.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useSaved } from '#web/lib/use-saved.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { SettingsPage } from './settings-page.tsx'

const MAIL_LABELS: Record<MailChannel, string> = {
  off: 'No email',
  now: 'Immediately',
  daily: 'Daily summary',
}
const MAIL_OPTIONS = Object.entries(MAIL_LABELS).map(([value, label]) => ({ value, label }))

type Change = { in_app?: boolean; mail?: MailChannel }

function Row({ setting }: { setting: NotificationSetting }) {
  const { kind, label, description: about, in_app, mail } = setting
  const save = (body: Change) => call(changeNotificationSetting, { params: { kind }, body })
  const inApp = useSaved(in_app, (value) => save({ in_app: value }))
  const byMail = useSaved(mail, (value) => save({ mail: value }))
  return (
    <Group
      component="li"
      justify="space-between"
      gap="8px 24px"
      py={14}
      style={{ borderTop: 'var(--app-line)' }}
    >
      <Box flex="1 1 260px" miw={0}>
        <Box component="h3" fz="md">
          {label}
        </Box>
        <Text mt={2} c="dimmed" fz="sm">
          {about}
        </Text>
      </Box>
      <Group wrap="nowrap">
        <Switch
          label="In the app"
          aria-label={`In the app: ${label}`}
          checked={inApp.value}
          onChange={(event) => inApp.choose(event.currentTarget.checked)}
        />
        <NativeSelect
          w={150}
          aria-label={`By email: ${label}`}
          data={MAIL_OPTIONS}
          value={byMail.value}
          onChange={(event) => byMail.choose(event.currentTarget.value as MailChannel)}
        />
      </Group>
    </Group>
  )
}

function Rows() {
  const found = useEndpoint(notificationSettings)
  if (found.isError) return <LoadError what="Your settings" query={found} />
  if (!found.data) return <SkeletonRows rows={6} height={64} label="Loading your settings" />
  return (
    <ul>
      {found.data.data.map((setting) => (
        <Row key={setting.kind} setting={setting} />
      ))}
    </ul>
  )
}

/** Notification channels by kind: in the application, by mail at once, or in one mail a day. */
export function NotificationSettingsPage() {
  return (
    <SettingsPage
      title="Notifications"
      intro="Choose what you’re notified about. The daily summary is sent at 8:00 in your time zone. Changes save automatically."
    >
      <Rows />
    </SettingsPage>
  )
}
