import type { SubscriptionsService } from '#server/modules/accounts/subscriptions/index.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import { dashboardRoutes } from '#server/modules/admin/dashboard/index.ts'
import type { CheckDeps } from '#server/modules/admin/figures/index.ts'
import { createReports, reportRoutes } from '#server/modules/admin/reports/index.ts'
import { analyticsDownloader, analyticsRoutes } from '#server/modules/admin/user-analytics/index.ts'
import { userRoutes } from '#server/modules/admin/users/index.ts'
import { findLastVerified } from '#server/modules/core/audit/index.ts'
import type { TicketsService } from '#server/modules/core/files/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Route } from '#server/platform/http/route.ts'
import { queueAge } from '#server/platform/queue/queue.ts'
import type { People } from './build-people.ts'
import type { Platform } from './platform.ts'

interface Parts {
  people: People
  wallet: Wallet
  tickets: TicketsService
  subscriptions: SubscriptionsService
}

/** Staff pages that read across accounts. */
export function buildAdmin(platform: Platform, parts: Parts) {
  const { db, storage } = platform
  const { people, wallet, tickets, subscriptions } = parts
  const { accounts, sessions, secondFactor, profile, mail, sites } = people
  const clock = platform.clock ?? systemClock
  const checks: CheckDeps = {
    db,
    checkCredits: () => wallet.check(),
    auditBroken: async () => (await findLastVerified(db))?.broken ?? null,
    queueAge: () => queueAge(db),
    diskFree: () => storage.free(),
  }
  const reports = createReports({ db, accounts, tickets, mail, sites })
  const routes: Route[] = [
    ...reportRoutes(reports),
    ...dashboardRoutes({ db }),
    ...analyticsRoutes({ db, tickets }),
    ...userRoutes({
      db,
      clock,
      accounts,
      subscriptions,
      wallet,
      sessions,
      secondFactor,
      profile,
      mail,
      sites,
    }),
  ]
  return { routes, checks, reports, downloaders: [analyticsDownloader(db), reports.downloader] }
}
