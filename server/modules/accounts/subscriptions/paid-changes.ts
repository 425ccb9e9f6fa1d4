import { applyPlan } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { deleteHolds, insertHold } from './access-store.ts'
import { changeTerms } from './change-rule.ts'
import { emitChanges } from './emit-changes.ts'
import { findCurrentSubscription } from './paid-subscriptions.ts'
import { findVersion } from './plan-of-subscription.ts'
import { refreshAccess } from './refresh-access.ts'
import * as store from './subscriptions-store.ts'

// Changes of paid subscriptions, and dispute holds. All join the current transaction.

/**
 * Switches to a package the vendor has started to charge. Only where no period must be paid first: in a
 * trial, and between packages without credits.
 * @returns whether it changed.
 */
export async function moveWithinPeriod(ctx: Context, accountId: number, versionId: number): Promise<boolean> {
  const row = await findCurrentSubscription(ctx, accountId)
  if (!row?.billed_by || row.plan_version_id === versionId || (await store.findOpenChange(ctx.db, row)))
    return false
  const [from, to] = [await findVersion(ctx.db, row.plan_version_id), await findVersion(ctx.db, versionId)]
  if (row.state !== 'trialing' && (row.state !== 'active' || from.credits + to.credits > 0)) return false
  await store.updateSubscription(ctx.db, row, { plan_version_id: versionId })
  await applyPlan(ctx, accountId, versionId)
  await emitChanges(ctx, accountId, row)
  return true
}

/** A preview of a package change. */
export async function showChangeTerms(ctx: Context, accountId: number, toVersionId: number, now: Date) {
  const row = await findCurrentSubscription(ctx, accountId)
  if (!row) throw notFound('The subscription')
  const [from, to] = [await findVersion(ctx.db, row.plan_version_id), await findVersion(ctx.db, toVersionId)]
  const span = row.period_start && row.period_end ? { start: row.period_start, end: row.period_end } : null
  return { row, from, to, terms: changeTerms(from, to, { span, now, isTrial: row.state === 'trialing' }) }
}

/** Schedules a change for the next period, replacing an earlier one; null drops it. */
export async function schedulePlanChange(
  ctx: Context,
  accountId: number,
  { toVersionId, userId, now }: { toVersionId: number | null; userId: number | null; now: Date },
): Promise<void> {
  const row = await findCurrentSubscription(ctx, accountId)
  if (!row) throw notFound('The subscription')
  await store.dropOpenChange(ctx.db, row, now)
  if (toVersionId === null || toVersionId === row.plan_version_id) return
  const target = await findVersion(ctx.db, toVersionId)
  await store.insertChange(ctx.db, {
    account_id: accountId,
    subscription_id: row.id,
    from_version_id: row.plan_version_id,
    target_version_id: toVersionId,
    rule: 'period_end',
    applies_at: row.period_end ?? now,
    charge_minor: null,
    credit_minor: null,
    currency: target.currency,
    requested_by: userId,
  })
}

/** Blocks changes of an account while a payment of it is disputed. */
export async function holdForDispute(
  ctx: Context,
  accountId: number,
  sellerId: number,
  now: Date,
): Promise<void> {
  await findCurrentSubscription(ctx, accountId)
  const reason = 'A payment is in dispute'
  const hold = {
    account_id: accountId,
    source_account_id: sellerId,
    reason,
    by_user_id: null,
    at: now,
    starts_at: now,
  }
  await insertHold(ctx.db, { ...hold, cause: 'dispute' })
  await refreshAccess(ctx, accountId, now)
}

export async function releaseDispute(
  ctx: Context,
  accountId: number,
  sellerId: number,
  now: Date,
): Promise<void> {
  await findCurrentSubscription(ctx, accountId)
  await deleteHolds(ctx.db, accountId, ['dispute'], sellerId)
  await refreshAccess(ctx, accountId, now)
}
