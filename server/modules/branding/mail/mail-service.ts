import type { SiteScope } from '#server/modules/branding/sites/index.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import type { MailTransport } from '#server/providers/mail/index.ts'
import { deliverMail, type MailDeps } from './deliver-mail.ts'
import { createMailLog } from './mail-log.ts'
import { createMailSetup } from './mail-setup.ts'
import { claimLost, expireMails, wipeOldSecrets } from './mail-store.ts'
import { createSend, SEND_JOB } from './send-mail.ts'

/** Lost mails recovered at a time; the rest follow five minutes later. */
const LOST_AT_ONCE = 500

export interface MailServiceDeps extends MailDeps {
  queue: Queue
  clock?: Clock
  /** The operator's own transport. */
  transport: MailTransport
  siteScope: SiteScope
  close(): Promise<void>
  /** A person's name and address. */
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
      siteScope: deps.siteScope,
      textOf: deps.textOf,
    }),

    /** One attempt, run by the job. @throws MailError when the queue should retry. */
    deliver: (id: number) => deliverMail(deps, id),

    /** Recovers mails whose job or worker was lost, gives up expired ones, wipes secrets no longer needed. */
    async recover(): Promise<void> {
      await expireMails(db)
      await wipeOldSecrets(db)
      await transaction(db, async () => {
        for (const id of await claimLost(db, LOST_AT_ONCE)) await enqueue(id)
      })
    },

    /** Closes connections to mail servers after finishing what is being sent. */
    close: deps.close,
  }
}

export type MailService = ReturnType<typeof createMailService>
