import type { MailContents } from '#contract/branding/mail-kinds/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import { findBrand } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Recipient } from './recipients.ts'

type Reader = Pick<Recipient, 'id' | 'email' | 'first_name' | 'site_id'>
type NotificationMail = {
  [Name in 'notification' | 'notification-digest']: {
    template: Name
    variables: MailContents[Name]['variables']
  }
}['notification' | 'notification-digest']

const SETTINGS_PATH = '/profile-settings/notifications'

/** Mails with a link to their subject (a path) and one to the notification settings. */
export async function sendNotificationMail(
  ctx: Context,
  accountId: number,
  { reader, path, content }: { reader: Reader; path: string; content: NotificationMail },
) {
  const { url } = await findBrand(ctx, reader.site_id)
  await sendMail(ctx, {
    ...content,
    siteId: reader.site_id,
    to: reader.email,
    secrets: { link: `${url}${path}`, settings_link: `${url}${SETTINGS_PATH}` },
    accountId,
    userId: reader.id,
  })
}
