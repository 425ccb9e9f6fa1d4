import type { WaitingSale } from '#contract/accounts/waiting-sales.ts'
import { findSellerId } from '#server/modules/accounts/accounts/index.ts'
import { readContactEmail } from '#server/modules/accounts/subscriptions/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { pick } from '#server/platform/pick.ts'
import { handleEvent } from './event-worker.ts'
import { reopenEvents } from './events-store.ts'
import { findPaidSubscription } from './payments-store.ts'
import type { WaitingSaleRow } from './payments-tables.ts'
import * as store from './waiting-store.ts'

/** Kept for the seller's questions after a sale ended or was claimed. */
const KEPT_DAYS = 90

const present = (row: WaitingSaleRow): WaitingSale => ({
  ...pick(row, 'id', 'vendor', 'external_id', 'kind', 'name', 'credits', 'is_trial', 'email'),
  ...pick(row, 'amount_minor', 'currency'),
  period_end: row.period_end?.toISOString() ?? null,
  ends_at: row.ends_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

// Waiting sales: whose they may be, how they are claimed, and what the seller sees of them.

/** Sales for the person's own email, or the one that the account was opened for. */
async function findClaimable(ctx: Context, { accountId, userId }: Actor): Promise<WaitingSaleRow[]> {
  const sellerId = await findSellerId(ctx, accountId)
  const member = await findRow(ctx.db, 'member', { account_id: accountId, id: userId }, ['email'])
  if (sellerId === null || !member) return []
  const emails = [member.email, (await readContactEmail(ctx, accountId)) ?? member.email]
  const own = [...new Set(emails.map((email) => email.toLowerCase()))]
  return store.claimableSales(ctx.db, sellerId, own, ctx.clock.now())
}

export const listOwnWaitingSales = async (ctx: Context, actor: Actor): Promise<WaitingSale[]> =>
  (await findClaimable(ctx, actor)).map(present)

export async function listWaitingSales(
  ctx: Context,
  { accountId }: Actor,
  query: { page: number; limit: number },
) {
  const { rows, total } = await store.listWaiting(ctx.db, accountId, query)
  return pageReply(rows.map(present), query, total)
}

/**
 * The sale is the account's from now on, and everything the vendor reported of it is applied to that account.
 * @throws AppError not_found, conflict for an account that pays for a package.
 */
export async function claimWaitingSale(ctx: Context, actor: Actor, id: number): Promise<WaitingSale> {
  const { accountId } = actor
  const events = await transaction(ctx.db, async () => {
    const found = (await findClaimable(ctx, actor)).find((row) => row.id === id)
    const sale = found && (await store.lockWaitingSale(ctx.db, store.readPurchase(found)))
    if (!sale || sale.customer_account_id !== null) throw notFound('The purchase')
    if (sale.kind === 'package' && (await findPaidSubscription(ctx.db, accountId)))
      throw conflict(
        'You already pay for a package. Cancel it and let it end first, or ask your provider to refund this purchase',
      )
    await store.updateWaitingSale(ctx.db, sale, {
      customer_account_id: accountId,
      claimed_at: ctx.clock.now(),
    })
    for (const id of [accountId, sale.account_id].sort((a, b) => a - b))
      recordAudit(ctx.db, {
        accountId: id,
        subject: `account:${accountId}`,
        detail: { name: sale.name, vendor: sale.vendor, purchase: sale.external_id },
      })
    return { sale, ids: await reopenEvents(ctx.db, sale) }
  })
  // Those that fail are repeated by the worker.
  for (const event of events.ids) await handleEvent(ctx, events.sale.vendor, event).catch(() => {})
  return present(events.sale)
}

export const removeOldWaitingSales = (ctx: Context): Promise<void> =>
  store.removeOldSales(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_DAYS * 24 * 60 * 60_000))
