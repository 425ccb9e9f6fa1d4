import type {
  MailChannel,
  NotificationDetail,
  NotificationKind,
} from '#contract/activity/notification-kinds/define.ts'
import {
  type DetailOf,
  NOTIFICATION_KINDS,
  type NotificationKindName,
} from '#contract/activity/notification-kinds/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, requireTransaction } from '#server/platform/db/db.ts'
import { publish } from '#server/platform/live-bus.ts'
import { sendNotificationMail } from './notification-mail.ts'
import { insertNotification, type Person } from './notifications-store.ts'
import { makeTexts } from './present-notification.ts'
import { type Audience, findRecipients } from './recipients.ts'

/** An event: its account, recipients, kind and facts. */
export type Notice = {
  [Name in NotificationKindName]: {
    accountId: number
    kind: Name
    detail: DetailOf<Name>
    /** A mail of its own is sent about it. */
    isMailed?: boolean
  } & Audience
}[NotificationKindName]

export const getKind = (name: NotificationKindName) => NOTIFICATION_KINDS[name] as unknown as NotificationKind

/** Publishes that people's notifications have changed. */
export const publishNotifications = (db: Db, { accountId, userId }: Person) =>
  publish(db, { accountId, kind: 'notification', id: userId })

/**
 * Notifies people of an event, in the event's transaction: they are notified only if it commits. `notify({
 * accountId, userIds | permission, kind, detail })`: `userIds` are people of the account, `permission` is
 * `owner`, `wallet` or a module slug; suspended people and those of other accounts are skipped. `kind` is an
 * entry of `NOTIFICATION_KINDS`, and `detail` has its fields. The same event (as the kind identifies it from
 * `detail`) is sent to a person once, however often it is reported. Each person's settings choose between
 * application, mail and daily mail.
 * @throws Error without a transaction.
 */
export async function notify(ctx: Context, notice: Notice): Promise<void> {
  requireTransaction(ctx.db, 'A notification')
  const { accountId, kind } = notice
  const detail = notice.detail as NotificationDetail
  const { channels, event } = getKind(kind)
  for (const reader of await findRecipients(ctx.db, accountId, notice, kind)) {
    const isShown = reader.in_app ?? channels.in_app
    const byMail: MailChannel = reader.is_sample || notice.isMailed ? 'off' : (reader.mail ?? channels.mail)
    if (!isShown && byMail === 'off') continue
    const person = { accountId, userId: reader.id }
    const digestIn = byMail === 'daily' ? reader.time_zone : null
    const isNew = await insertNotification(ctx.db, person, {
      kind,
      event: event(detail),
      detail,
      isShown,
      digestIn,
    })
    if (!isNew) continue
    if (isShown) await publishNotifications(ctx.db, person)
    const texts = byMail === 'now' && makeTexts(kind, detail)
    if (!texts) continue
    const { title, text, link } = texts
    const variables = { first_name: reader.first_name, title, text }
    await sendNotificationMail(ctx, accountId, {
      reader,
      path: link,
      content: { template: 'notification', variables },
    })
  }
}
