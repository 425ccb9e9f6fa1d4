import type { WaitingSale } from '#contract/accounts/waiting-sales.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pick } from '#server/platform/pick.ts'
import type { EventWorker } from './event-worker.ts'
import { reopenEvents } from './events-store.ts'
import { findPaidSubscription } from './payments-store.ts'
import type { WaitingSaleRow } from './payments-tables.ts'
import * as store from './waiting-store.ts'

/** Kept for the seller's questions after a sale ended or was claimed. */
const KEPT_DAYS = 90

export interface ClaimDeps {
  db: Db
  clock: Clock
  worker: Pick<EventWorker, 'handle'>
  sellerOf(accountId: number): Promise<number | null>
  /** The email that an account was opened for. */
  contactOf(accountId: number): Promise<string | undefined>
}

const present = (row: WaitingSaleRow): WaitingSale => ({
  ...pick(row, 'id', 'vendor', 'external_id', 'kind', 'name', 'credits', 'is_trial', 'email'),
  ...pick(row, 'amount_minor', 'currency'),
  period_end: row.period_end?.toISOString() ?? null,
  ends_at: row.ends_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

/** Waiting sales: whose they may be, how they are claimed, and what the seller sees of them. */
export function createClaims({ db, clock, worker, sellerOf, contactOf }: ClaimDeps) {
  /** Sales for the person's own email, or the one that the account was opened for. */
  async function claimable({ accountId, userId }: Actor): Promise<WaitingSaleRow[]> {
    const sellerId = await sellerOf(accountId)
    const member = await findRow(db, 'member', { account_id: accountId, id: userId }, ['email'])
    if (sellerId === null || !member) return []
    const emails = [member.email, (await contactOf(accountId)) ?? member.email]
    const own = [...new Set(emails.map((email) => email.toLowerCase()))]
    return store.claimableSales(db, sellerId, own, clock.now())
  }

  return {
    mine: async (actor: Actor): Promise<WaitingSale[]> => (await claimable(actor)).map(present),

    async page({ accountId }: Actor, query: { page: number; limit: number }) {
      const { rows, total } = await store.pageOfWaiting(db, accountId, query)
      return { data: rows.map(present), currentPage: query.page, pageSize: query.limit, total }
    },

    /**
     * The sale is the account's from now on, and everything the vendor reported of it is applied to that account.
     * @throws AppError not_found, conflict for an account that pays for a package.
     */
    async claim(actor: Actor, id: number): Promise<WaitingSale> {
      const { accountId } = actor
      const events = await transaction(db, async () => {
        const found = (await claimable(actor)).find((row) => row.id === id)
        const sale = found && (await store.lockWaitingSale(db, store.purchaseOf(found)))
        if (!sale || sale.customer_account_id !== null) throw notFound('The purchase')
        if (sale.kind === 'package' && (await findPaidSubscription(db, accountId)))
          throw conflict(
            'You already pay for a package. Cancel it and let it end first, or ask your provider to refund this purchase',
          )
        await store.updateWaitingSale(db, sale, { customer_account_id: accountId, claimed_at: clock.now() })
        for (const id of [accountId, sale.account_id].sort((a, b) => a - b))
          recordAudit(db, {
            accountId: id,
            subject: `account:${accountId}`,
            detail: { name: sale.name, vendor: sale.vendor, purchase: sale.external_id },
          })
        return { sale, ids: await reopenEvents(db, sale) }
      })
      // Those that fail are repeated by the worker.
      for (const event of events.ids) await worker.handle(events.sale.vendor, event).catch(() => {})
      return present(events.sale)
    },

    removeOld: (): Promise<void> =>
      store.removeOldSales(db, new Date(clock.now().getTime() - KEPT_DAYS * 24 * 60 * 60_000)),
  }
}

export type Claims = ReturnType<typeof createClaims>
