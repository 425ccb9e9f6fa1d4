import { followVendorState, resumePaidPeriod } from '#server/modules/accounts/subscriptions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { requireTransaction } from '#server/platform/db/db.ts'
import type { SubscriptionState } from './payment-facts.ts'
import {
  activeSubscriptions,
  findPaidSubscription,
  isEnded,
  lockPaidSubscription,
  savePaidSubscription,
} from './payments-store.ts'
import type { AtVendor, PaidSubscriptionRow } from './payments-tables.ts'

/** A subscription whose period ended this long ago without a payment takes over no account. */
const GRACE_MS = 3 * 24 * 60 * 60_000

const isSame = (row: PaidSubscriptionRow, at: AtVendor, externalId: string): boolean =>
  row.vendor === at.vendor && row.vendor_account === at.account && row.external_id === externalId

// An account may have several subscriptions at vendors. Only the one that counts changes its package and
// access.

/** Puts the account on a subscription that counts now, with what it has paid for. @returns false: it has lapsed. */
async function takeOver(ctx: Context, row: PaidSubscriptionRow): Promise<boolean> {
  const { period_start: start, period_end: end } = row
  const now = ctx.clock.now()
  if (end !== null && end.getTime() < now.getTime() - GRACE_MS) return false
  // Of one that last paid before periods were recorded, the next payment says which.
  if (start === null) return true
  const { account_id: accountId, vendor, plan_version_id: versionId } = row
  const isTrial = row.state === 'trialing'
  const isPlaced = await resumePaidPeriod(
    ctx,
    { accountId, vendor, versionId, period: { start, end }, isTrial },
    now,
  )
  if (isPlaced && !isTrial)
    await followVendorState(
      ctx,
      { accountId, vendor, state: row.state as SubscriptionState['state'], cancelAt: null },
      now,
    )
  return true
}

/** Whether a subscription decides on the account, as the only one does. */
export async function countsSubscription(
  ctx: Context,
  accountId: number,
  at: AtVendor,
  externalId: string,
): Promise<boolean> {
  const counting = await findPaidSubscription(ctx.db, accountId)
  return !counting || isSame(counting, at, externalId)
}

/**
 * A vendor's state of a subscription: overdue, paused, cancelled or paid again. When the one that counts ends,
 * another that is paid for takes over.
 */
export async function followSubscription(
  ctx: Context,
  { at, subscription, ...state }: SubscriptionState,
): Promise<void> {
  requireTransaction(ctx.db, 'A state of a subscription')
  const { accountId } = state
  const known = await lockPaidSubscription(ctx.db, at, subscription)
  if (known?.account_id === accountId && known.state !== state.state && !isEnded(known))
    await savePaidSubscription(ctx.db, { ...known, state: state.state })
  const [counting, another] = await activeSubscriptions(ctx.db, accountId)
  const isOther = counting !== undefined && !isSame(counting, at, subscription)
  const isReady =
    counting !== undefined && (isOther || another !== undefined) && (await takeOver(ctx, counting))
  if (isOther && (isReady || state.state !== 'cancelled')) return
  await followVendorState(ctx, { ...state, vendor: at.vendor }, ctx.clock.now())
}
