import type { WhoseSite } from '#server/modules/branding/sites/index.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import type { MailTransport } from '#server/providers/mail/index.ts'
import { deliverMail, type MailDeps } from './deliver-mail.ts'
import { createMailLog } from './mail-log.ts'
import { createMailSetup } from './mail-setup.ts'
import { expireMails, takeLost, wipeOldSecrets } from './mail-store.ts'
import { createSend, SEND_JOB } from './send-mail.ts'

/** Lost mails taken up at a time; the rest follow five minutes later. */
const LOST_AT_ONCE = 500

export interface MailServiceDeps extends MailDeps {
  queue: Queue
  clock?: Clock
  /** The operator's own way out. */
  transport: MailTransport
  whose: WhoseSite
  close(): Promise<void>
  /** Name and address of a person. */
  findUser(id: number): Promise<{ email: string; first_name: string } | undefined>
}

/** All mail to people: written in the caller's transaction, sent by jobs, visible to admins. */
export function createMailService(deps: MailServiceDeps) {
  const { db, queue, secretBox, transport, brandOf } = deps
  const clock = deps.clock ?? systemClock
  const enqueue = (mailId: number) => queue.send(db, SEND_JOB, { mailId })
  const send = createSend({ db, secretBox, enqueue })

  return {
    send,
    ...createMailSetup({ db, transport, brandOf }),
    ...createMailLog({
      db,
      clock,
      brandOf,
      enqueue,
      send,
      findUser: deps.findUser,
      whose: deps.whose,
      textOf: deps.textOf,
    }),

    /** One attempt, as the job makes it. @throws MailError when the queue should try again. */
    deliver: (id: number) => deliverMail(deps, id),

    /** Finds mails whose job or worker was lost, gives up what has expired, wipes secrets that are no longer needed. */
    async recover(): Promise<void> {
      await expireMails(db)
      await wipeOldSecrets(db)
      await transaction(db, async () => {
        for (const id of await takeLost(db, LOST_AT_ONCE)) await enqueue(id)
      })
    },

    /** Ends the connections to mail servers; what is being sent is finished first. */
    close: deps.close,
  }
}

export type MailService = ReturnType<typeof createMailService>
