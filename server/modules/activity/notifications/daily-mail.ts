import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { sendNotificationMail } from './notification-mail.ts'
import { claimDue, findDueReaders, type Person } from './notifications-store.ts'
import { presentNotification } from './present-notification.ts'
import { findReader } from './recipients.ts'

/** Events listed in a daily mail; it says how many more there are. */
const NAMED_IN_DIGEST = 30

/** Writes one person's daily mail, unless another worker has. */
const sendDigest = (ctx: Context, person: Person) =>
  transaction(ctx.db, async () => {
    const due = (await claimDue(ctx.db, person)).flatMap(presentNotification)
    const reader = await findReader(ctx.db, person.accountId, person.userId)
    if (due.length === 0 || !reader) return
    const lines = due.slice(0, NAMED_IN_DIGEST).map(({ title, text }) => `${title}: ${text}`)
    const more = due.length - lines.length
    await sendNotificationMail(ctx, person.accountId, {
      reader,
      path: '/notifications',
      content: {
        template: 'notification-digest',
        variables: {
          first_name: reader.first_name,
          count: due.length,
          lines: [...lines, ...(more > 0 ? [`And ${more} more`] : [])].join('\n'),
        },
      },
    })
  })

/** Collects notifications into one daily mail for those who chose it and for whom it is time. */
export async function sendDigests(ctx: Context): Promise<void> {
  const namePerson = ({ userId }: Person) => userId
  await forEachItem('people', await findDueReaders(ctx.db), (person) => sendDigest(ctx, person), {
    nameItem: namePerson,
  })
}
