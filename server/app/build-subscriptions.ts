import type { MovesService } from '#server/modules/accounts/plans/index.ts'
import {
  createSubscriptionsService,
  subscriptionRoutes,
  usageHistoryDownloader,
} from '#server/modules/accounts/subscriptions/index.ts'
import type { createTeamService } from '#server/modules/identity/team/index.ts'
import type { AccountClosingService } from '#server/modules/privacy/account-closing/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Base } from './build-base.ts'
import type { Platform } from './platform.ts'

interface Parts extends Base {
  team: ReturnType<typeof createTeamService>
  accountClosing: AccountClosingService
  moves: MovesService
}

/** Sold accounts, over everything that happens to an account. */
export function buildSubscriptions(platform: Platform, parts: Parts) {
  const { db, pool } = platform
  const limit = (name: string, points: number) => createRateLimit(pool, { name, points, seconds: 60 * 60 })
  const service = createSubscriptionsService({
    db,
    clock: platform.clock ?? systemClock,
    ...parts,
    invitations: parts.team,
    closing: parts.accountClosing,
    limits: { adds: limit('add-account', 300), imports: limit('import-accounts', 30) },
  })
  return { service, downloaders: [usageHistoryDownloader(db)], routes: subscriptionRoutes(service) }
}
