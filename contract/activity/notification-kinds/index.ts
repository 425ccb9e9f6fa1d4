import { billingNotifications } from './billing.ts'
import type { NotificationKind } from './define.ts'
import { installationNotifications } from './installation.ts'
import { integrationsNotifications } from './integrations.ts'
import { securityNotifications } from './security.ts'
import { sellingNotifications } from './selling.ts'
import { workNotifications } from './work.ts'

/** Every kind, in the order of the settings. A new one is an entry in the file of its group. */
export const NOTIFICATION_KINDS = {
  ...workNotifications,
  ...billingNotifications,
  ...sellingNotifications,
  ...integrationsNotifications,
  ...securityNotifications,
  ...installationNotifications,
}

export type NotificationKindName = keyof typeof NOTIFICATION_KINDS
export const NOTIFICATION_KIND_NAMES = Object.keys(NOTIFICATION_KINDS) as [
  NotificationKindName,
  ...NotificationKindName[],
]

/** Detail that a kind requires. */
export type DetailOf<Name extends NotificationKindName> = Parameters<
  (typeof NOTIFICATION_KINDS)[Name]['title']
>[0] &
  Parameters<(typeof NOTIFICATION_KINDS)[Name]['text']>[0] &
  Parameters<(typeof NOTIFICATION_KINDS)[Name]['event']>[0]

/** The declaration of a kind; undefined for one that this version does not know. */
export const notificationKind = (name: string): NotificationKind | undefined =>
  Object.hasOwn(NOTIFICATION_KINDS, name)
    ? (NOTIFICATION_KINDS[name as NotificationKindName] as unknown as NotificationKind)
    : undefined
