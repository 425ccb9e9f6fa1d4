import type { Context } from '#server/platform/context.ts'
import { scheduledJob } from '#server/platform/queue/queue.ts'
import { sendDigests } from './daily-mail.ts'

/** Every five minutes: the daily mails of those for whom it is eight o'clock. */
export const digestJob = (ctx: Context) =>
  scheduledJob({
    name: 'notifications.digest',
    cron: '*/5 * * * *',
    handle: () => sendDigests(ctx),
  })
