import { defineModule } from '#server/platform/module.ts'
import { digestJob } from './digest-job.ts'
import { notificationRoutes } from './notifications-routes.ts'
import { removeOldNotifications } from './notifications-store.ts'
import { siteNotices } from './site-notices.ts'

export { notifyBackupFailed, notifyCreditsLow, notifyPoolLow } from './notices.ts'
export { type Notice, notify } from './notify.ts'
export { findReader } from './recipients.ts'

export const notificationsModule = defineModule({
  routes: notificationRoutes,
  jobs: (ctx) => [digestJob(ctx)],
  on: siteNotices,
  housekeeping: (ctx) => ({ notifications: () => removeOldNotifications(ctx.db) }),
})
