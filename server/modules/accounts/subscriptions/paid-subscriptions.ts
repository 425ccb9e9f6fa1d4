import type { PaymentVendor } from '#contract/accounts/payments.ts'
import type { BillingState } from '#contract/accounts/subscriptions.ts'
import { applyPlan, lockAccount } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { requireTransaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { deleteHolds } from './access-store.ts'
import { grantPeriodCredits } from './cycles.ts'
import { emitChanges } from './emit-changes.ts'
import { findVersion } from './plan-of-subscription.ts'
import { refreshAccess } from './refresh-access.ts'
import * as store from './subscriptions-store.ts'

/** A paid period, or a trial started by the vendor. */
export interface PaidPeriod {
  accountId: number
  vendor: PaymentVendor
  versionId: number
  /** `end` is null for a one-time payment. */
  period: { start: Date; end: Date | null }
  isTrial: boolean
  /** Credits, where fewer than the package's, and the net amount paid. */
  credits: number
  priceMinor: number
  /** False: another subscription of the account decides on its package, and this one only brings credits. */
  counts: boolean
}
type Placing = Omit<PaidPeriod, 'credits' | 'priceMinor' | 'counts'>

/** A vendor's subscription state, apart from payments. */
export interface VendorState {
  accountId: number
  vendor: PaymentVendor
  state: Exclude<BillingState, 'incomplete'>
  pastDueSince?: Date | null
  cancelAt: Date | null
}

// Subscriptions whose periods start with payments. All join the current transaction, in which the account is
// locked, and are idempotent.

/** Locks an account and its subscription; null without one. @throws AppError not_found. */
export async function findCurrentSubscription(ctx: Context, accountId: number) {
  requireTransaction(ctx.db, 'A paid subscription')
  const account = await lockAccount(ctx.db, accountId)
  if (!account) throw notFound('The account')
  return (await store.lockCurrent(ctx.db, accountId)) ?? null
}

/** Puts the account on the paid package; an older period than the current one is ignored. */
async function placeOnPlan(
  ctx: Context,
  row: store.SubscriptionRow | null,
  paid: Placing,
  now: Date,
): Promise<store.SubscriptionRow> {
  const { accountId, vendor, versionId, period, isTrial } = paid
  const set = {
    plan_version_id: versionId,
    anchor_at: period.start,
    period_start: period.start,
    period_end: period.end,
    trial_ends_at: isTrial ? period.end : (row?.trial_ends_at ?? null),
    state: isTrial ? ('trialing' as const) : ('active' as const),
    past_due_since: null,
    billed_by: vendor,
    access_check_at: now,
  }
  const isNew = !row || row.state === 'cancelled' || row.billed_by === null
  const placed = isNew
    ? await store.insertCurrent(ctx.db, { account_id: accountId, started_at: period.start, ...set }, now)
    : await store.updateSubscription(ctx.db, row, set)
  const change = isNew ? undefined : await store.findOpenChange(ctx.db, placed)
  if (change?.target_version_id === versionId) await store.markApplied(ctx.db, change, now)
  // Another package was chosen meanwhile; a renewal of the old one only postpones the change.
  else if (change && row?.plan_version_id !== versionId) await store.dropOpenChange(ctx.db, placed, now)
  else if (change && period.end) await store.moveChange(ctx.db, change, period.end)
  if (row?.plan_version_id !== versionId || isNew) await applyPlan(ctx, accountId, versionId)
  return placed
}

/**
 * Starts a period and grants its credits, once per start.
 * @returns whether it was new, and the source of its credits.
 */
export async function startPaidPeriod(
  ctx: Context,
  payment: PaidPeriod,
  now: Date,
): Promise<{ isNew: boolean; sourceId: string }> {
  const before = await findCurrentSubscription(ctx, payment.accountId)
  const last = before?.billed_by ? before.period_start : null
  const isSame = last?.getTime() === payment.period.start.getTime()
  // A period is identified by its start: another package at the same moment is still another one.
  const start =
    isSame && before?.plan_version_id !== payment.versionId ? payment.period.start.getTime() + 1 : null
  const paid =
    start === null ? payment : { ...payment, period: { ...payment.period, start: new Date(start) } }
  const { period } = paid
  const isLater = !last || period.start > last
  const row = (isLater && paid.counts) || before === null ? await placeOnPlan(ctx, before, paid, now) : before
  const version = await findVersion(ctx.db, paid.versionId)
  const paidRow = { ...row, period_start: period.start, period_end: period.end }
  const isOver = period.end !== null && period.end <= now
  const credits = isOver && !isLater && !isSame ? 0 : paid.credits
  const isNew = await grantPeriodCredits(ctx, paidRow, version, { credits, price: paid.priceMinor })
  if (isNew) await deleteHolds(ctx.db, paid.accountId, ['payment'])
  await emitChanges(ctx, paid.accountId, before)
  await refreshAccess(ctx, paid.accountId, now)
  return { isNew, sourceId: `${row.id}:${period.start.toISOString()}` }
}

/**
 * Puts the account on a period that was paid before, because its subscription counts again. Its credits came then.
 * @returns whether the account was on another one.
 */
export async function resumePaidPeriod(ctx: Context, paid: Placing, now: Date): Promise<boolean> {
  const before = await findCurrentSubscription(ctx, paid.accountId)
  if (before && before.state !== 'cancelled') {
    // Its seller has put the account on a package that no vendor charges for.
    if (before.billed_by === null) return false
    const apart = (before.period_start?.getTime() ?? 0) - paid.period.start.getTime()
    const isPlaced = before.billed_by === paid.vendor && Math.abs(apart) <= 1
    if (isPlaced && before.plan_version_id === paid.versionId) return false
  }
  const placed = await placeOnPlan(ctx, before, paid, now)
  if (placed.cancel_at) await store.updateSubscription(ctx.db, placed, { cancel_at: null })
  await emitChanges(ctx, paid.accountId, before)
  await refreshAccess(ctx, paid.accountId, now)
  return true
}

/** Applies the vendor's state; ignores a subscription billed by someone else. @returns whether it changed. */
export async function followVendorState(
  ctx: Context,
  { accountId, vendor, state, pastDueSince, cancelAt }: VendorState,
  now: Date,
): Promise<boolean> {
  const row = await findCurrentSubscription(ctx, accountId)
  if (!row || row.billed_by !== vendor) return false
  if (row.state === 'cancelled' && state !== 'cancelled') return false
  const isDue = state === 'past_due' || state === 'unpaid'
  const set = {
    state,
    cancel_at: state === 'cancelled' ? null : cancelAt,
    past_due_since: isDue ? (row.past_due_since ?? pastDueSince ?? now) : null,
    ...(state === 'cancelled' && { ends_at: row.ends_at ?? now }),
    ...(state === 'paused' && { paused_at: row.paused_at ?? now }),
  }
  const isSame = row.state === state && row.cancel_at?.getTime() === set.cancel_at?.getTime()
  if (isSame && row.past_due_since?.getTime() === set.past_due_since?.getTime()) return false
  await store.updateSubscription(ctx.db, row, set)
  if (state === 'cancelled') await store.dropOpenChange(ctx.db, row, now)
  await emitChanges(ctx, accountId, row)
  await refreshAccess(ctx, accountId, now)
  return true
}
