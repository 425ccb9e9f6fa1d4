import { markNotifications, type Notification } from '#contract/activity/notifications.ts'
import { call } from '#web/lib/api.ts'

export const mark = (ids: number[], read: boolean) =>
  void call(markNotifications, { body: { ids, read } }).catch(() => {})

export const markAllRead = () => void call(markNotifications, { body: {} }).catch(() => {})

/** Marks a notification as read when its link is followed. */
export const markFollowed = ({ id, read_at }: Notification) => {
  if (read_at === null) mark([id], true)
}
