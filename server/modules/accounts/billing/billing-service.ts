import type { PaymentVendor } from '#contract/accounts/payments.ts'
import type { AccountsService } from '#server/modules/accounts/accounts/index.ts'
import { ownerOf } from '#server/modules/accounts/accounts/index.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import { emitCustomerEvent } from '#server/modules/activity/webhooks/index.ts'
import type { MailService } from '#server/modules/branding/mail/index.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { crossAlert, findAlert, findSeller, pageOfRequests, saveAlert } from './billing-store.ts'
import { createRequests, presentRequest } from './credit-requests.ts'

export interface BillingDeps {
  db: Db
  accounts: Pick<AccountsService, 'findAccount' | 'planOf'>
  sites: Pick<SitesService, 'ofRealm' | 'brandOf'>
  mail: Pick<MailService, 'send'>
  notifications: Pick<Notifications, 'creditsLow'>
  wallet: Pick<Wallet, 'transfer' | 'lock'>
  requestLimit: RateLimit
  /** The vendor's portal for an account and its seller; null without one. */
  portalOf(accountId: number): Promise<{ type: PaymentVendor; value: string } | null>
}

/** Billing of an account: plan, seller, portal, alerts and requests. */
export function createBillingService({
  db,
  accounts,
  sites,
  mail,
  notifications,
  wallet,
  requestLimit,
  portalOf,
}: BillingDeps) {
  /** The site of the brand that an account's people know. */
  async function siteOf(accountId: number) {
    const account = await accounts.findAccount(accountId)
    const site = account ? await sites.ofRealm(account.realm_id) : null
    return {
      siteId: site?.id ?? null,
      name: account?.name ?? '',
      brand: await sites.brandOf(site?.id ?? null),
    }
  }

  /** An account's seller and its contact: the brand's support, else an owner of the account above. */
  async function sellerOf(accountId: number) {
    const seller = await findSeller(db, accountId)
    if (!seller) return null
    const [{ brand }, owner] = [await siteOf(accountId), await ownerOf(db, seller.id)]
    return { id: seller.id, name: brand.name, email: brand.supportEmail ?? owner?.email ?? null }
  }

  async function alert(accountId: number) {
    const found = await findAlert(db, accountId)
    return { threshold: found?.threshold ?? null, low_since: found?.low_since?.toISOString() ?? null }
  }

  const pageOf =
    (side: 'account_id' | 'seller_account_id') =>
    async ({ accountId }: Actor, query: { page: number; limit: number }) => {
      const { rows, total } = await pageOfRequests(db, side, accountId, query)
      return { data: rows.map(presentRequest), currentPage: query.page, pageSize: query.limit, total }
    }

  return {
    ...createRequests({ db, mail, wallet, sellerOf, siteOf }),
    alert,
    requests: pageOf('account_id'),
    received: pageOf('seller_account_id'),

    async portals({ accountId }: Actor) {
      const [plan, seller] = [await accounts.planOf(accountId), await sellerOf(accountId)]
      const contact = seller && { name: seller.name, email: seller.email }
      const portal = seller && (await portalOf(accountId))
      return { type: null, value: null, ...portal, plan: plan?.name ?? null, seller: contact }
    },

    setAlert: ({ accountId }: Actor, threshold: number | null) =>
      transaction(db, async () => {
        const before = await alert(accountId)
        await saveAlert(db, accountId, threshold)
        const detail = fieldChanges({ threshold: before.threshold }, { threshold })
        recordAudit(db, { accountId, subject: `account:${accountId}`, detail })
        return alert(accountId)
      }),

    /** Called within every transaction that moves credits: notifies once when they run out. */
    async moved(accountId: number): Promise<void> {
      const low = await crossAlert(db, accountId)
      if (!low) return
      const { threshold, available, since } = low
      await emitCustomerEvent(db, accountId, 'customer.credits_low', { available })
      await notifications.creditsLow({
        accountId,
        available,
        threshold,
        granted: 0,
        since: since.toISOString(),
      })
    },

    limitRequests: ({ accountId }: Actor) => requestLimit.consume(String(accountId)),
  }
}

export type BillingService = ReturnType<typeof createBillingService>
