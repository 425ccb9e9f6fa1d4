import { defineJob } from '#server/platform/queue/queue.ts'
import type { Notifications } from './notifications-service.ts'

/** Every five minutes: the daily mails of those for whom it is eight o'clock. */
export const digestJob = (notifications: Pick<Notifications, 'sendDigests'>) =>
  defineJob<Record<string, never>>({
    name: 'notifications.digest',
    retries: 1,
    concurrency: 1,
    cron: '*/5 * * * *',
    handle: () => notifications.sendDigests(),
  })
