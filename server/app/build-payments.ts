import type { AccountsService } from '#server/modules/accounts/accounts/index.ts'
import { findPack, findRecharge, findRechargesDue, packsOf } from '#server/modules/accounts/billing/index.ts'
import { createPayments, paymentRoutes } from '#server/modules/accounts/payments/index.ts'
import type { SubscriptionsService } from '#server/modules/accounts/subscriptions/index.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Platform } from './platform.ts'

interface Parts {
  accounts: AccountsService
  wallet: Wallet
  notifications: Notifications
  sites: SitesService
  subscriptions: SubscriptionsService
}

/** What is paid by card, over accounts, subscriptions and credits. */
export function buildPayments(platform: Platform, parts: Parts) {
  const { db, pool, log, queue, stripe } = platform
  const { accounts, wallet, notifications, sites, subscriptions } = parts

  /** Address of the brand that the people of an account use. */
  async function originOf(accountId: number): Promise<string> {
    const account = await accounts.findAccount(accountId)
    const site = account ? await sites.ofRealm(account.realm_id) : null
    return (await sites.brandOf(site?.id ?? null)).url
  }

  const service = createPayments({
    db,
    log,
    queue,
    stripe,
    wallet,
    subscriptions,
    notifications,
    originOf,
    clock: platform.clock ?? systemClock,
    originOfHost: async (host) => (await sites.brandOf((await sites.ofHost(host))?.id ?? null)).url,
    siteAccountOf: async (host) => (await sites.ofHost(host))?.account_id ?? null,
    packOf: (sellerId, packId) => findPack(db, sellerId, packId),
    sellerOf: async (accountId) => (await accounts.findAccount(accountId))?.parent_id ?? null,
    rules: {
      due: (limit) => findRechargesDue(db, limit),
      async of(accountId) {
        const rule = await findRecharge(db, accountId)
        return rule?.enabled ? rule : null
      },
      packs: (sellerId) => packsOf(db, sellerId),
    },
  })
  const routes = paymentRoutes({
    ...service,
    db,
    limit: createRateLimit(pool, { name: 'checkout', points: 30, seconds: 60 * 60 }),
    async aboutOf({ accountId, userId }) {
      const [account, user] = [await accounts.findAccount(accountId), await accounts.findUser(userId)]
      return { name: account?.name ?? '', email: user?.email ?? '' }
    },
  })
  return {
    service,
    routes,
    takesCards: async (sellerId: number) =>
      (await service.connections.chargeable(sellerId)) ? ('stripe' as const) : null,
  }
}
