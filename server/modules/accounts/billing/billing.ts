import { findBrandOfAccount, findOwner, findPlanOfAccount } from '#server/modules/accounts/accounts/index.ts'
import { notifyCreditsLow } from '#server/modules/activity/notifications/index.ts'
import { emitCustomerEvent } from '#server/modules/activity/webhooks/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { crossAlert, findAlert, findSeller, saveAlert } from './billing-store.ts'
import { accountPortal } from './signals.ts'

const creditRequestLimit = defineRateLimit({ name: 'credit-request', points: 10, seconds: 60 * 60 })

// Billing of an account: plan, seller, portal and alerts.

/** An account's seller and its contact: the brand's support, else an owner of the account above. */
export async function findSellerContact(ctx: Context, accountId: number) {
  const seller = await findSeller(ctx.db, accountId)
  if (!seller) return null
  const [brand, owner] = [await findBrandOfAccount(ctx, accountId), await findOwner(ctx.db, seller.id)]
  return { id: seller.id, name: brand.name, email: brand.supportEmail ?? owner?.email ?? null }
}

export async function findCreditAlert(ctx: Context, accountId: number) {
  const found = await findAlert(ctx.db, accountId)
  return { threshold: found?.threshold ?? null, low_since: found?.low_since?.toISOString() ?? null }
}

export async function showBillingPortals(ctx: Context, { accountId }: Actor) {
  const [plan, seller] = [await findPlanOfAccount(ctx, accountId), await findSellerContact(ctx, accountId)]
  const contact = seller && { name: seller.name, email: seller.email }
  const portal = seller && (await accountPortal.ask(ctx, { accountId }))
  return { type: null, value: null, ...portal, plan: plan?.name ?? null, seller: contact }
}

export const setCreditAlert = (ctx: Context, { accountId }: Actor, threshold: number | null) =>
  transaction(ctx.db, async () => {
    const before = await findCreditAlert(ctx, accountId)
    await saveAlert(ctx.db, accountId, threshold)
    const detail = fieldChanges({ threshold: before.threshold }, { threshold })
    recordAudit(ctx.db, { accountId, subject: `account:${accountId}`, detail })
    return findCreditAlert(ctx, accountId)
  })

/** In each transaction that moves credits: notifies once when they fall below the account's own alert. */
export async function notifyBelowAlert(ctx: Context, { accountId }: { accountId: number }): Promise<void> {
  const low = await crossAlert(ctx.db, accountId)
  if (!low) return
  const { threshold, available, since } = low
  await emitCustomerEvent(ctx.db, accountId, 'customer.credits_low', { available })
  await notifyCreditsLow(ctx, {
    accountId,
    available,
    threshold,
    granted: 0,
    since: since.toISOString(),
  })
}

export const limitCreditRequests = (ctx: Context, { accountId }: Actor) =>
  creditRequestLimit.consume(ctx, String(accountId))
