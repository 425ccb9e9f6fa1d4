import type { Context } from '#server/platform/context.ts'
import { defineModule } from '#server/platform/module.ts'
import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import { recheckDkimKeys } from './dkim-key-changes.ts'
import { closeMailSenders } from './mail-senders.ts'
import { mailServerKitPart } from './mail-server-kit.ts'
import { mailServerRoutes } from './mail-servers-routes.ts'

export { findMailAccount } from './mail-account.ts'
export { listSiteSenders, type MailSender } from './mail-senders.ts'
export { findMailServerScope } from './mail-servers.ts'
export { findPlatformAccount } from './mail-servers-store.ts'
export { mailPause, testMailContent } from './signals.ts'
export { sendTest } from './test-server.ts'

/** Every ten minutes: activates DKIM keys once DNS publishes them. */
const dkimJob = (ctx: Context): JobDefinition<never> =>
  scheduledJob({ name: 'mail.dkim', cron: '*/10 * * * *', handle: () => recheckDkimKeys(ctx) })

export const mailServersModule = defineModule({
  routes: mailServerRoutes,
  kitParts: [mailServerKitPart],
  jobs: (ctx) => [dkimJob(ctx)],
  close: closeMailSenders,
})
