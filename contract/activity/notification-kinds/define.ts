/** How urgent a notification is. */
export const NOTIFICATION_LEVELS = ['info', 'success', 'warning', 'error'] as const
export type NotificationLevel = (typeof NOTIFICATION_LEVELS)[number]

/** Email delivery: never, at once, or in the daily summary at eight in the morning. */
export const MAIL_CHANNELS = ['off', 'now', 'daily'] as const
export type MailChannel = (typeof MAIL_CHANNELS)[number]

/** Facts about the event; no secrets. */
export type NotificationDetail = Record<string, string | number | null>

/** A kind of event that people are notified of. Texts are plain; names chosen by people come from `detail`. */
export interface NotificationKind<Detail extends NotificationDetail = NotificationDetail> {
  /** Settings label: name of the kind, and when it is sent. */
  label: string
  description: string
  level: NotificationLevel
  /** Key of the event, so that nobody is notified of it twice. */
  event(detail: Detail): string
  title(detail: Detail): string
  text(detail: Detail): string
  /** Address within the application that shows it. */
  link(detail: Detail): string
  channels: { in_app: boolean; mail: MailChannel }
}

/** Declares a kind with the facts that its texts need. */
export const define = <Detail extends NotificationDetail>(kind: NotificationKind<Detail>) => kind
