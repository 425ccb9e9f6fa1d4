import { notifyCreditsLow } from '#server/modules/activity/notifications/index.ts'
import { emitCustomerEvent, emitEvent } from '#server/modules/activity/webhooks/index.ts'
import type { Context } from '#server/platform/context.ts'
import { alertThreshold } from './signals.ts'
import { findWallet } from './wallet-store.ts'

/** A balance at or below this share of everything ever granted is low, where the account has set no alert. */
const LOW_SHARE = 0.1

/** Whether a balance is low: below the account's own alert, else by its share of what was granted. */
export async function isBalanceLow(
  ctx: Context,
  accountId: number,
  wallet: { available: number; reserved: number; spent: number },
) {
  const granted = wallet.available + wallet.reserved + wallet.spent
  const below = await alertThreshold.ask(ctx, { accountId })
  return below === null ? wallet.available <= granted * LOW_SHARE : wallet.available < below
}

/** Notifies webhooks when taking `amount` has made credits low. The wallet is locked. */
export async function notifyWhenLow(ctx: Context, accountId: number, amount: number): Promise<void> {
  const wallet = await findWallet(ctx.db, accountId)
  if (!wallet) return
  const { available, reserved, spent } = wallet
  const granted = available + reserved + spent
  const low = granted * LOW_SHARE
  if (available > low || available + amount <= low) return
  // An account with its own alert is notified of that alone.
  if ((await alertThreshold.ask(ctx, { accountId })) === null)
    await notifyCreditsLow(ctx, { accountId, available, granted, threshold: null, since: null })
  await emitEvent(ctx.db, accountId, { type: 'credits.low', listId: null, data: { available, reserved } })
  await emitCustomerEvent(ctx.db, accountId, 'customer.credits_low', { available })
}
