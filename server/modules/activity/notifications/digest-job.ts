import { scheduledJob } from '#server/platform/queue/queue.ts'
import type { Notifications } from './notifications-service.ts'

/** Every five minutes: the daily mails of those for whom it is eight o'clock. */
export const digestJob = (notifications: Pick<Notifications, 'sendDigests'>) =>
  scheduledJob({
    name: 'notifications.digest',
    cron: '*/5 * * * *',
    handle: () => notifications.sendDigests(),
  })
