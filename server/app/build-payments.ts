import { findPack, findRecharge, findRechargesDue, packsOf } from '#server/modules/accounts/billing/index.ts'
import {
  checkoutStateRoute,
  createPayments,
  type Payments,
  paymentRoutes,
} from '#server/modules/accounts/payments/index.ts'
import type { SubscriptionsService } from '#server/modules/accounts/subscriptions/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Base } from './build-base.ts'
import { buildPayKickstart } from './build-paykickstart.ts'
import type { Paying } from './paying.ts'
import type { Platform } from './platform.ts'

interface Parts extends Base {
  subscriptions: SubscriptionsService
}

/** Prefers Stripe when the seller has both. */
const payingOf = (
  { connections, account }: Payments,
  kick: ReturnType<typeof buildPayKickstart>,
): Paying => ({
  async checkoutOf(sellerId, planId) {
    if (await connections.chargeable(sellerId)) return { buy: 'stripe', checkout_url: null }
    const url = await kick.checkoutUrlOf(sellerId, { planId })
    return { buy: url === null ? null : 'paykickstart', checkout_url: url }
  },
  packUrlOf: (sellerId, packId) => kick.checkoutUrlOf(sellerId, { packId }),
  async portalOf(accountId) {
    const [stripe, other] = [await account.portalUrlFor(accountId), await kick.portalOf(accountId)]
    if (stripe !== null) return { type: 'stripe', value: stripe }
    return other === null ? null : { type: 'paykickstart', value: other }
  },
})

/** Payments through vendors, for accounts, subscriptions and credits. */
export function buildPayments(platform: Platform, parts: Parts) {
  const { db, pool, log, queue, stripe } = platform
  const { accounts, sites, subscriptions } = parts

  /** The site of an account's brand. */
  async function brandFor(accountId: number): Promise<{ siteId: number | null; url: string }> {
    const account = await accounts.findAccount(accountId)
    const site = account ? await sites.ofRealm(account.realm_id) : null
    const siteId = site?.id ?? null
    return { siteId, url: (await sites.brandOf(siteId)).url }
  }
  const originOf = async (accountId: number) => (await brandFor(accountId)).url

  const kick = buildPayKickstart(platform, { payments: () => service, subscriptions })
  const service = createPayments({
    handlers: { paykickstart: kick.handler },
    db,
    log,
    queue,
    stripe,
    ...parts,
    originOf,
    brandFor,
    clock: platform.clock ?? systemClock,
    originOfHost: async (host) => (await sites.brandOf((await sites.ofHost(host))?.id ?? null)).url,
    siteAccountOf: async (host) => (await sites.ofHost(host))?.account_id ?? null,
    packOf: (sellerId, packId) => findPack(db, sellerId, packId),
    sellerOf: async (accountId) => (await accounts.findAccount(accountId))?.parent_id ?? null,
    rules: {
      due: () => findRechargesDue(db),
      async of(accountId) {
        const rule = await findRecharge(db, accountId)
        return rule?.enabled ? rule : null
      },
      packs: (sellerId) => packsOf(db, sellerId),
    },
  })
  const routes = paymentRoutes({
    ...service,
    changes: {
      ...service.changes,
      cancel: async (actor, undo) => (await kick.cancel(actor, undo)) ?? service.changes.cancel(actor, undo),
    },
    db,
    limit: createRateLimit(pool, { name: 'checkout', points: 30, seconds: 60 * 60 }),
    async aboutOf({ accountId, userId }) {
      const [account, user] = [await accounts.findAccount(accountId), await accounts.findUser(userId)]
      return { name: account?.name ?? '', email: user?.email ?? '' }
    },
  })
  return {
    service,
    kick,
    receivers: [...service.receivers, kick.receiver],
    routes: [...routes, ...kick.routes, checkoutStateRoute(db)],
    paying: payingOf(service, kick),
  }
}
