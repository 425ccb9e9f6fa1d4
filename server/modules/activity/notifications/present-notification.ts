import type { NotificationDetail } from '#contract/activity/notification-kinds/define.ts'
import { type NotificationKindName, notificationKind } from '#contract/activity/notification-kinds/index.ts'
import type { Notification } from '#contract/activity/notifications.ts'
import type { NotificationRow } from './notifications-store.ts'

/** An event's texts; undefined for an unknown kind. */
export function makeTexts(name: string, detail: NotificationDetail) {
  const kind = notificationKind(name)
  return (
    kind && { level: kind.level, title: kind.title(detail), text: kind.text(detail), link: kind.link(detail) }
  )
}

/** A row as shown to its reader; undefined for an unknown kind. */
export function presentNotification(row: NotificationRow): Notification[] {
  const texts = makeTexts(row.kind, row.detail)
  if (!texts) return []
  return [
    {
      id: row.id,
      kind: row.kind as NotificationKindName,
      ...texts,
      created_at: row.created_at.toISOString(),
      read_at: row.read_at?.toISOString() ?? null,
    },
  ]
}
