import { NativeSelect, Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { MailChannel } from '#contract/activity/notification-kinds.ts'
import {
  changeNotificationSetting,
  type NotificationSetting,
  notificationSettings,
} from '#contract/activity/notifications.ts'
import { call } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import classes from './notification-settings.module.css'
import { SettingsPage } from './settings-page.tsx'

const MAIL_LABELS: Record<MailChannel, string> = {
  off: 'No email',
  now: 'Immediately',
  daily: 'Daily summary',
}
const MAIL_OPTIONS = Object.entries(MAIL_LABELS).map(([value, label]) => ({ value, label }))

type Change = { in_app?: boolean; mail?: MailChannel }

function Row({ setting }: { setting: NotificationSetting }) {
  const { kind, label, about, in_app, mail } = setting
  const save = useMutation({
    mutationFn: (body: Change) => call(changeNotificationSetting, { params: { kind }, body }),
  })
  // What was chosen stands there at once; a call that fails brings back what is stored.
  const shown = save.isPending ? { in_app, mail, ...save.variables } : { in_app, mail }
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <h3 className={classes.label}>{label}</h3>
        <p className={classes.about}>{about}</p>
      </div>
      <div className={classes.channels}>
        <Switch
          label="In the app"
          aria-label={`In the app: ${label}`}
          checked={shown.in_app}
          onChange={(event) => save.mutate({ in_app: event.currentTarget.checked })}
        />
        <NativeSelect
          className={classes.mail}
          aria-label={`By email: ${label}`}
          data={MAIL_OPTIONS}
          value={shown.mail}
          onChange={(event) => save.mutate({ mail: event.currentTarget.value as MailChannel })}
        />
      </div>
    </li>
  )
}

function Rows() {
  const found = useQuery(endpointQuery(notificationSettings))
  if (found.isError)
    return <LoadError error={found.error} what="Your settings" onRetry={() => void found.refetch()} />
  if (!found.data) return <SkeletonRows rows={6} height={64} label="Loading your settings" />
  return (
    <ul className={classes.list}>
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
