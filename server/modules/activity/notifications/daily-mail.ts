import { type Db, transaction } from '#server/platform/db/db.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import type { SendNotificationMail } from './notification-mail.ts'
import { claimDue, findDueReaders, type Person } from './notifications-store.ts'
import { presentNotification } from './present-notification.ts'
import { findReader } from './recipients.ts'

/** Events listed in a daily mail; it says how many more there are. */
const NAMED_IN_DIGEST = 30

interface DailyMailDeps {
  db: Db
  sendMail: SendNotificationMail
}

/** Collects notifications into one daily mail for those who chose it. */
export function createDailyMail({ db, sendMail }: DailyMailDeps) {
  /** Writes one person's daily mail, unless another worker has. */
  const sendDigest = (person: Person) =>
    transaction(db, async () => {
      const due = (await claimDue(db, person)).flatMap(presentNotification)
      const reader = await findReader(db, person.accountId, person.userId)
      if (due.length === 0 || !reader) return
      const lines = due.slice(0, NAMED_IN_DIGEST).map(({ title, text }) => `${title}: ${text}`)
      const more = due.length - lines.length
      await sendMail(person.accountId, reader, '/notifications', {
        template: 'notification-digest',
        variables: {
          first_name: reader.first_name,
          count: due.length,
          lines: [...lines, ...(more > 0 ? [`And ${more} more`] : [])].join('\n'),
        },
      })
    })

  return {
    async sendDigests(): Promise<void> {
      const nameOf = ({ userId }: Person) => userId
      await forEachItem('people', await findDueReaders(db), sendDigest, { nameOf })
    },
  }
}
