import { applyPlan } from '#server/modules/accounts/accounts/index.ts'
import { boundary, periodAt } from '#server/modules/accounts/plans/index.ts'
import type { Context } from '#server/platform/context.ts'
import { grantAllowance } from './allowances.ts'
import { findVersion, type PackageVersion } from './plan-of-subscription.ts'
import * as store from './subscriptions-store.ts'

const DAY_MS = 24 * 60 * 60_000

/** Grants the credits of the current period, unless already granted. */
export async function grantPeriodCredits(
  ctx: Context,
  row: store.SubscriptionRow,
  version: PackageVersion,
  { credits = version.credits, price = version.price_minor }: { credits?: number; price?: number } = {},
): Promise<boolean> {
  if (!row.period_start) return false
  const isNew = await store.insertPeriod(ctx.db, {
    account_id: row.account_id,
    subscription_id: row.id,
    period_start: row.period_start,
    period_end: row.period_end,
    plan_version_id: version.id,
    credits,
  })
  if (!isNew || credits === 0) return isNew
  await grantAllowance(ctx, {
    accountId: row.account_id,
    subscriptionId: row.id,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    amount: credits,
    price,
    currency: version.currency,
  })
  return true
}

// Subscription periods and their credits. Everything joins the current transaction.

/** Starts a cycle at `now` and grants its credits. */
export async function beginCycle(
  ctx: Context,
  row: store.SubscriptionRow,
  version: PackageVersion,
  now: Date,
): Promise<store.SubscriptionRow> {
  // A period is identified by its start: one at the same moment as the last is still another one.
  const last = row.period_start?.getTime() ?? 0
  const start = new Date(Math.max(now.getTime(), last + 1))
  const started = await store.updateSubscription(ctx.db, row, {
    plan_version_id: version.id,
    anchor_at: start,
    period_start: start,
    period_end: version.period && boundary(start, version.period, 1),
  })
  await grantPeriodCredits(ctx, started, version)
  return started
}

/** Subscribes an account: to a trial of some days, or to its first period at once. */
export async function startSubscription(
  ctx: Context,
  accountId: number,
  version: PackageVersion,
  { trialDays, now }: { trialDays: number; now: Date },
): Promise<store.SubscriptionRow> {
  const trialEnd = trialDays > 0 ? new Date(now.getTime() + trialDays * DAY_MS) : null
  const row = await store.insertCurrent(
    ctx.db,
    {
      account_id: accountId,
      plan_version_id: version.id,
      state: trialEnd ? 'trialing' : 'active',
      started_at: now,
      anchor_at: trialEnd ?? now,
      period_start: now,
      period_end: trialEnd ?? (version.period && boundary(now, version.period, 1)),
      trial_ends_at: trialEnd,
      access_check_at: now,
    },
    now,
  )
  await grantPeriodCredits(ctx, row, version)
  return row
}

/** Resumes a cancelled subscription; the rest of its period grants no second allowance. */
export async function reopenSubscription(
  ctx: Context,
  last: store.SubscriptionRow,
  version: PackageVersion,
  now: Date,
): Promise<void> {
  const { account_id, anchor_at, period_start, period_end } = last
  const row = await store.insertCurrent(
    ctx.db,
    { account_id, plan_version_id: version.id, state: 'active', started_at: now, access_check_at: now },
    now,
  )
  const isOver = period_end === null ? version.period !== null : period_end <= now
  if (isOver) await beginCycle(ctx, row, version, now)
  else await store.updateSubscription(ctx.db, row, { anchor_at, period_start, period_end })
}

export async function applyCycle(
  ctx: Context,
  row: store.SubscriptionRow,
  { change, newCycle, now }: { change: store.ChangeRow; newCycle: boolean; now: Date },
): Promise<store.SubscriptionRow> {
  const version = await findVersion(ctx.db, change.target_version_id)
  await store.markApplied(ctx.db, change, now)
  const changed = newCycle
    ? await beginCycle(ctx, row, version, now)
    : await store.updateSubscription(ctx.db, row, { plan_version_id: version.id })
  await applyPlan(ctx, row.account_id, version.id)
  return changed
}

/**
 * Starts the period containing `now`, with its pending change. Periods missed during an outage grant nothing:
 * their credits would have expired with them.
 */
export async function renewSubscription(ctx: Context, row: store.SubscriptionRow, now: Date): Promise<void> {
  if (row.billed_by !== null || (row.period_end && row.period_end > now)) return
  const change = await store.findOpenChange(ctx.db, row)
  if (!row.period_end) {
    if (change && change.applies_at <= now) await applyCycle(ctx, row, { change, newCycle: false, now })
    return
  }
  const version = await findVersion(ctx.db, change?.target_version_id ?? row.plan_version_id)
  const from = await findVersion(ctx.db, row.plan_version_id)
  // When months turn into years, years are counted from there.
  const anchor = version.period === from.period ? (row.anchor_at ?? row.period_end) : row.period_end
  const span = version.period && periodAt(anchor, version.period, now)
  if (change) await store.markApplied(ctx.db, change, now)
  const renewed = await store.updateSubscription(ctx.db, row, {
    plan_version_id: version.id,
    state: 'active',
    anchor_at: anchor,
    period_start: span?.start ?? row.period_end,
    period_end: span?.end ?? null,
  })
  if (change) await applyPlan(ctx, row.account_id, version.id)
  // One-time credits came with the trial.
  if (change || version.period) await grantPeriodCredits(ctx, renewed, version)
}
