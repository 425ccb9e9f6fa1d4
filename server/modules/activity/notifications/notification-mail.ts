import type { MailContents, MailService } from '#server/modules/branding/mail/index.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import type { Recipient } from './recipients.ts'

export interface NotificationMailDeps {
  mail: Pick<MailService, 'send'>
  sites: Pick<SitesService, 'brandOf'>
}

type Reader = Pick<Recipient, 'id' | 'email' | 'first_name' | 'site_id'>
type NotificationMail = {
  [Name in 'notification' | 'notification-digest']: {
    template: Name
    variables: MailContents[Name]['variables']
  }
}['notification' | 'notification-digest']

const SETTINGS_PATH = '/profile-settings/notifications'

/** Mails with a link to their subject (a path) and one to the notification settings. */
export const createNotificationMail =
  ({ mail, sites }: NotificationMailDeps) =>
  async (accountId: number, reader: Reader, path: string, content: NotificationMail) => {
    const { url } = await sites.brandOf(reader.site_id)
    await mail.send({
      ...content,
      siteId: reader.site_id,
      to: reader.email,
      secrets: { link: `${url}${path}`, settings_link: `${url}${SETTINGS_PATH}` },
      accountId,
      userId: reader.id,
    })
  }

export type SendNotificationMail = ReturnType<typeof createNotificationMail>
