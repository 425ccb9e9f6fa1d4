import type { Context } from '#server/platform/context.ts'
import { defineJob, type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import { MailError } from '#server/providers/mail/index.ts'
import { deliverMail, MAX_ATTEMPTS } from './deliver-mail.ts'
import { recoverMails } from './recover-mails.ts'
import { SEND_JOB } from './send-mail.ts'

/** Sends one mail. Its pauses double from a second, so a mail server may be down for more than four hours. */
const mailJob = (ctx: Context) =>
  defineJob<{ mailId: number }>({
    name: SEND_JOB,
    retries: MAX_ATTEMPTS - 1,
    concurrency: 2,
    handle: ({ mailId }) => deliverMail(ctx, mailId),
    // The reason is kept with the mail, and those that were given up are counted.
    isOrdinary: (error) => error instanceof MailError,
  })

/** Every five minutes: recovers mails whose job was lost, and wipes expired secrets. */
const mailRecoveryJob = (ctx: Context) =>
  scheduledJob({ name: 'mail.recover', cron: '*/5 * * * *', handle: () => recoverMails(ctx) })

/** All background work of the module. */
export const mailJobs = (ctx: Context): JobDefinition<never>[] => [
  mailJob(ctx) as JobDefinition<never>,
  mailRecoveryJob(ctx),
]
