import { defineJob, type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import { MailError } from '#server/providers/mail/index.ts'
import { MAX_ATTEMPTS } from './deliver-mail.ts'
import type { MailService } from './mail-service.ts'
import { SEND_JOB } from './send-mail.ts'

/** Sends one mail. Its pauses double from a second, so a mail server may be down for more than four hours. */
const mailJob = (mail: MailService) =>
  defineJob<{ mailId: number }>({
    name: SEND_JOB,
    retries: MAX_ATTEMPTS - 1,
    concurrency: 2,
    handle: ({ mailId }) => mail.deliver(mailId),
    // The reason is kept with the mail, and those that were given up are counted.
    isOrdinary: (error) => error instanceof MailError,
  })

/** Every five minutes: recovers mails whose job was lost, and wipes expired secrets. */
const mailRecoveryJob = (mail: MailService) =>
  scheduledJob({ name: 'mail.recover', cron: '*/5 * * * *', handle: () => mail.recover() })

/** All background work of the module. */
export const mailJobs = (mail: MailService): JobDefinition<never>[] => [
  mailJob(mail) as JobDefinition<never>,
  mailRecoveryJob(mail) as JobDefinition<never>,
]
