import * as api from '#contract/activity/notifications.ts'
import { route } from '#server/platform/http/route.ts'
import type { Notifications } from './notifications-service.ts'

export const notificationRoutes = (notifications: Notifications) => [
  route(api.notifications, ({ actor, query }) => notifications.page(actor, query)),
  route(api.unreadNotifications, async ({ actor }) => ({ data: await notifications.unread(actor) })),
  route(api.markNotifications, async ({ actor, body }) => ({ data: await notifications.mark(actor, body) })),
  route(api.notificationSettings, async ({ actor }) => ({ data: await notifications.settings(actor) })),
  route(api.changeNotificationSetting, async ({ actor, params, body }) => ({
    data: await notifications.changeSetting(actor, params.kind, body),
  })),
]
