import * as api from '#contract/activity/notifications.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { Notifications } from './notifications-service.ts'

export const notificationRoutes = (notifications: Notifications) => [
  route(api.notifications, ({ actor, query }) => notifications.page(actor, query)),
  route(api.unreadNotifications, ({ actor }) => data(notifications.unread(actor))),
  route(api.markNotifications, ({ actor, body }) => data(notifications.mark(actor, body))),
  route(api.notificationSettings, ({ actor }) => data(notifications.settings(actor))),
  route(api.changeNotificationSetting, ({ actor, params, body }) =>
    data(notifications.changeSetting(actor, params.kind, body)),
  ),
]
