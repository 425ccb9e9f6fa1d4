import { markNotifications, type Notification } from '#contract/activity/notifications.ts'
import { call } from '#web/lib/api.ts'

/** Marks these as read or unread. */
export const mark = (ids: number[], read: boolean) =>
  void call(markNotifications, { body: { ids, read } }).catch(() => {})

/** Marks everything as read. */
export const markAllRead = () => void call(markNotifications, { body: {} }).catch(() => {})

/** For whoever goes to the place of a notification: it is read then. */
export const markFollowed = ({ id, read_at }: Notification) => {
  if (read_at === null) mark([id], true)
}
