import {
  changeNotificationSetting,
  markNotifications,
  notificationSettings,
  notifications as notificationsEndpoint,
  unreadNotifications,
} from '#contract/activity/notifications.ts'
import { route } from '#server/platform/http/route.ts'
import type { Notifications } from './notifications-service.ts'

export const notificationRoutes = (notifications: Notifications) => [
  route(notificationsEndpoint, ({ actor, query }) => notifications.page(actor, query)),
  route(unreadNotifications, async ({ actor }) => ({ data: await notifications.unread(actor) })),
  route(markNotifications, async ({ actor, body }) => ({ data: await notifications.mark(actor, body) })),
  route(notificationSettings, async ({ actor }) => ({ data: await notifications.settings(actor) })),
  route(changeNotificationSetting, async ({ actor, params, body }) => ({
    data: await notifications.changeSetting(actor, params.kind, body),
  })),
]
