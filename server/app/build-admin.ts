import type { SubscriptionsService } from '#server/modules/accounts/subscriptions/index.ts'
import { dashboardRoutes } from '#server/modules/admin/dashboard/index.ts'
import type { CheckDeps } from '#server/modules/admin/figures/index.ts'
import { createReports, reportRoutes } from '#server/modules/admin/reports/index.ts'
import { analyticsDownloader, analyticsRoutes } from '#server/modules/admin/user-analytics/index.ts'
import { userRoutes } from '#server/modules/admin/users/index.ts'
import { findVerification } from '#server/modules/core/audit/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Route } from '#server/platform/http/route.ts'
import { queueAge } from '#server/platform/queue/queue.ts'
import type { Base } from './build-base.ts'
import type { Platform } from './platform.ts'

interface Parts extends Base {
  subscriptions: SubscriptionsService
}

/** Staff pages that read across accounts. */
export function buildAdmin(platform: Platform, parts: Parts) {
  const { db, storage } = platform
  const clock = platform.clock ?? systemClock
  const checks: CheckDeps = {
    db,
    checkCredits: () => parts.wallet.check(),
    auditBroken: async () => (await findVerification(db)).broken,
    queueAge: () => queueAge(db),
    diskFree: () => storage.free(),
  }
  const reports = createReports({ db, ...parts })
  const routes: Route[] = [
    ...reportRoutes(reports),
    ...dashboardRoutes({ db }),
    ...analyticsRoutes({ db, ...parts }),
    ...userRoutes({ db, clock, ...parts }),
  ]
  return { routes, checks, reports, downloaders: [analyticsDownloader(db), reports.downloader] }
}
