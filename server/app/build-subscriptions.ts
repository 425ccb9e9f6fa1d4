import type { AccountsService } from '#server/modules/accounts/accounts/index.ts'
import type { MovesService } from '#server/modules/accounts/plans/index.ts'
import {
  createSubscriptionsService,
  subscriptionRoutes,
  usageHistoryDownloader,
} from '#server/modules/accounts/subscriptions/index.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import type { TicketsService } from '#server/modules/core/files/index.ts'
import type { createTeamService } from '#server/modules/identity/team/index.ts'
import type { AccountClosingService } from '#server/modules/privacy/account-closing/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Platform } from './platform.ts'

interface Parts {
  accounts: AccountsService
  wallet: Wallet
  notifications: Notifications
  runs: RunsService
  tickets: TicketsService
  team: ReturnType<typeof createTeamService>
  accountClosing: AccountClosingService
  moves: MovesService
}

/** Sold accounts, over everything that happens to an account. */
export function buildSubscriptions(platform: Platform, parts: Parts) {
  const { db, pool } = platform
  const { accounts, wallet, notifications, runs, tickets, team, accountClosing, moves } = parts
  const limit = (name: string, points: number) => createRateLimit(pool, { name, points, seconds: 60 * 60 })
  const service = createSubscriptionsService({
    db,
    clock: platform.clock ?? systemClock,
    accounts,
    wallet,
    notifications,
    runs,
    tickets,
    invitations: team,
    closing: accountClosing,
    moves,
    limits: { adds: limit('add-account', 300), imports: limit('import-accounts', 30) },
  })
  return { service, downloaders: [usageHistoryDownloader(db)], routes: subscriptionRoutes(service) }
}
