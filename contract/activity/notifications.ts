import * as z from 'zod/mini'
import { Id, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { MAIL_CHANNELS, NOTIFICATION_LEVELS } from './notification-kinds/define.ts'
import { NOTIFICATION_KIND_NAMES } from './notification-kinds/index.ts'

export const NOTIFICATION_DAYS = 90
/** Maximum number of notifications to mark in one call. */
export const MAX_MARKED = 500

const Kind = z.enum(NOTIFICATION_KIND_NAMES)

export const Notification = z.object({
  id: Id,
  kind: Kind,
  level: z.enum(NOTIFICATION_LEVELS),
  title: z.string(),
  text: z.string(),
  link: z.string().check(z.describe('Address within the application')),
  created_at: Timestamp,
  read_at: z.nullable(Timestamp),
})
export type Notification = z.output<typeof Notification>

const api = defineArea({ tag: 'Notifications', access: {}, scope: 'write' })

export const notifications = api.get('/api/notifications', {
  name: 'notifications.index',
  whileLocked: true,
  reads: ['notifications'],
  summary: 'Your notifications of the last 90 days, newest first',
  query: z.strictObject({
    ...pageQuery,
    unread: z._default(z.stringbool(), false),
    kind: z.optional(Kind),
  }),
  reply: page(Notification),
})

export const unreadNotifications = api.get('/api/notifications/unread', {
  name: 'notifications.unread',
  whileLocked: true,
  reads: ['notifications'],
  summary: 'Number of unread notifications',
  reply: z.object({ data: z.object({ unread: z.int() }) }),
})

export const markNotifications = api.post('/api/notifications/mark', {
  name: 'notifications.mark',
  whileLocked: true,
  changes: ['notifications'],
  idempotent: true,
  audit: 'notifications.marked',
  summary: 'Mark your notifications as read or unread',
  description: 'Without `ids` all of them. Unknown ids are ignored.',
  body: z.strictObject({
    ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(MAX_MARKED))),
    read: z._default(z.boolean(), true),
  }),
  reply: z.object({ data: z.object({ marked: z.int() }) }),
})

export const NotificationSetting = z.object({
  kind: Kind,
  label: z.string(),
  description: z.string(),
  in_app: z.boolean(),
  mail: z.enum(MAIL_CHANNELS).check(z.describe('`daily`: in the daily summary at 8:00')),
})
export type NotificationSetting = z.output<typeof NotificationSetting>

export const notificationSettings = api.get('/api/notification-settings', {
  name: 'notificationSettings.index',
  reads: ['notification_settings'],
  summary: 'Notification channels by kind',
  reply: z.object({ data: z.array(NotificationSetting) }),
})

export const changeNotificationSetting = api.put('/api/notification-settings/{kind}', {
  name: 'notificationSettings.change',
  changes: ['notification_settings'],
  audit: 'notification_setting.changed',
  summary: 'Choose the channels of a kind of notification',
  params: z.object({ kind: Kind }),
  body: z.strictObject({ in_app: z.optional(z.boolean()), mail: z.optional(z.enum(MAIL_CHANNELS)) }),
  reply: z.object({ data: NotificationSetting }),
})
