import { scheduledJob } from '#server/platform/queue/queue.ts'
import type { MailServersService } from './mail-servers-service.ts'

export { createMailSenders, type MailSender, type SendersOf } from './mail-senders.ts'
export { mailServerRoutes } from './mail-servers-routes.ts'
export { createMailServersService, type MailServersService } from './mail-servers-service.ts'
export { findPlatformAccount } from './mail-servers-store.ts'
export { sendTest } from './test-server.ts'

/** Every ten minutes: activates DKIM keys once DNS publishes them. */
export const dkimJob = (servers: Pick<MailServersService, 'recheckKeys'>) =>
  scheduledJob({ name: 'mail.dkim', cron: '*/10 * * * *', handle: () => servers.recheckKeys() })
