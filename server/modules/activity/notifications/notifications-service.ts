import type { Db } from '#server/platform/db/db.ts'
import { createDailyMail } from './daily-mail.ts'
import { createInbox } from './inbox.ts'
import { createNotices } from './notices.ts'
import { createNotificationMail, type NotificationMailDeps } from './notification-mail.ts'
import { createNotify } from './notify.ts'

export interface NotificationsDeps extends NotificationMailDeps {
  db: Db
}

/** Notifications in the application and by mail. */
export function createNotifications({ db, mail, sites }: NotificationsDeps) {
  const sendMail = createNotificationMail({ mail, sites })
  const notify = createNotify({ db, sendMail })

  return {
    notify,
    ...createNotices({ db, notify }),
    ...createDailyMail({ db, sendMail }),
    ...createInbox(db),
  }
}

export type Notifications = ReturnType<typeof createNotifications>
