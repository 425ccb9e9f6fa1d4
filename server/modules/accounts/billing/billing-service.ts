import type { CreditRequest } from '#contract/accounts/billing.ts'
import type { AccountsService } from '#server/modules/accounts/accounts/index.ts'
import { ownerOf } from '#server/modules/accounts/accounts/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import { emitCustomerEvent } from '#server/modules/activity/webhooks/index.ts'
import type { MailService } from '#server/modules/branding/mail/index.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import {
  crossAlert,
  findAlert,
  findRequest,
  findSeller,
  insertRequest,
  pageOfRequests,
  type RequestRow,
  saveAlert,
  saveDecision,
} from './billing-store.ts'

export interface BillingDeps {
  db: Db
  accounts: Pick<AccountsService, 'findAccount' | 'planOf'>
  sites: Pick<SitesService, 'ofRealm' | 'brandOf'>
  mail: Pick<MailService, 'send'>
  notifications: Pick<Notifications, 'creditsLow'>
  /** Requests of an account. */
  asks: RateLimit
}

const present = (row: RequestRow): CreditRequest => ({
  id: row.id,
  account: row.account,
  requested_by: row.requester,
  amount: row.amount,
  note: row.note,
  state: row.state,
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
})

/** What an account owes to whom, until selling is built: plan, seller, alerts and requests. */
export function createBillingService({ db, accounts, sites, mail, notifications, asks }: BillingDeps) {
  /** The site that speaks to the people of an account, and its brand. */
  async function siteOf(accountId: number) {
    const account = await accounts.findAccount(accountId)
    const site = account ? await sites.ofRealm(account.realm_id) : null
    return {
      siteId: site?.id ?? null,
      name: account?.name ?? '',
      brand: await sites.brandOf(site?.id ?? null),
    }
  }

  /** Who sells to an account and where they are reached: the brand's support, else an owner of the account above. */
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
      return { data: rows.map(present), currentPage: query.page, pageSize: query.limit, total }
    }

  return {
    alert,
    requests: pageOf('account_id'),
    received: pageOf('seller_account_id'),

    async portals({ accountId }: Actor) {
      const [plan, seller] = [await accounts.planOf(accountId), await sellerOf(accountId)]
      const contact = seller && { name: seller.name, email: seller.email }
      return { type: null, value: null, plan: plan?.name ?? null, seller: contact }
    },

    setAlert: ({ accountId }: Actor, threshold: number | null) =>
      transaction(db, async () => {
        await saveAlert(db, accountId, threshold)
        recordAudit(db, { accountId, subject: `account:${accountId}`, detail: { threshold } })
        return alert(accountId)
      }),

    /** Called within every transaction that moves credits: tells once when they run out. */
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

    /** @throws AppError conflict where nobody sells to the account or can be reached, rate_limited. */
    async request(actor: Actor, { amount, note }: { amount: number; note: string }): Promise<CreditRequest> {
      const { accountId, userId } = actor
      const seller = await sellerOf(accountId)
      if (!seller)
        throw new AppError('conflict', 'This account runs the installation, so it can’t request credits')
      const { name } = await siteOf(accountId)
      return transaction(db, async () => {
        const { id } = await insertRequest(db, {
          account_id: accountId,
          seller_account_id: seller.id,
          amount,
          note,
          requested_by: userId,
        })
        const made = await findRequest(db, 'account_id', accountId, id)
        if (!made) throw notFound('The request')
        const [{ siteId, brand }] = [await siteOf(seller.id)]
        if (seller.email)
          await mail.send({
            siteId,
            to: seller.email,
            template: 'credit-request',
            variables: {
              account_name: name,
              requester: made.requester ?? '',
              amount: String(amount),
              note: note || '–',
            },
            secrets: { link: `${brand.url}/billing-portal` },
            accountId: seller.id,
          })
        recordAudit(db, { accountId, subject: `account:${accountId}`, detail: { request: id, amount } })
        return present(made)
      })
    },
    limitRequests: ({ accountId }: Actor) => asks.consume(String(accountId)),

    /** What became of a request to this account. @throws AppError not_found */
    decide: ({ accountId }: Actor, id: number, state: CreditRequest['state']) =>
      transaction(db, async () => {
        await saveDecision(db, accountId, id, state)
        const found = await findRequest(db, 'seller_account_id', accountId, id)
        if (!found) throw notFound('The request')
        recordAudit(db, { accountId, subject: `account:${accountId}`, detail: { request: id, state } })
        return present(found)
      }),
  }
}

export type BillingService = ReturnType<typeof createBillingService>
