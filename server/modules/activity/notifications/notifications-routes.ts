import * as api from '#contract/activity/notifications.ts'
import type { Context } from '#server/platform/context.ts'
import { data, type Route, route } from '#server/platform/http/route.ts'
import {
  changeNotificationSetting,
  countUnreadNotifications,
  listNotifications,
  markNotifications,
  showNotificationSettings,
} from './inbox.ts'

export const notificationRoutes = (ctx: Context): Route[] => [
  route(api.notifications, ({ actor, query }) => listNotifications(ctx, actor, query)),
  route(api.unreadNotifications, ({ actor }) => data(countUnreadNotifications(ctx, actor))),
  route(api.markNotifications, ({ actor, body }) => data(markNotifications(ctx, actor, body))),
  route(api.notificationSettings, ({ actor }) => data(showNotificationSettings(ctx, actor))),
  route(api.changeNotificationSetting, ({ actor, params, body }) =>
    data(changeNotificationSetting(ctx, actor, params.kind, body)),
  ),
]
