import { emitCustomerEvent, emitEvent } from '#server/modules/activity/webhooks/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findWallet } from './wallet-store.ts'

/** A balance at or below this share of everything ever granted is low, where the account has set no alert. */
const LOW_SHARE = 0.1

export interface LowBalanceDeps {
  db: Db
  /** The account's own alert threshold; null without one. */
  alertAt?: (accountId: number) => Promise<number | null>
  /** Notified when an account's balance becomes low, in the same transaction. */
  notifyLow?(balance: {
    accountId: number
    available: number
    granted: number
    threshold: null
    since: null
  }): Promise<void>
}

/** Low credits, and who is notified. */
export function createLowBalance({ db, alertAt, notifyLow }: LowBalanceDeps) {
  return {
    /** Whether a balance is low: below the account's own alert, else by its share of what was granted. */
    async isLow(accountId: number, wallet: { available: number; reserved: number; spent: number }) {
      const granted = wallet.available + wallet.reserved + wallet.spent
      const below = (await alertAt?.(accountId)) ?? null
      return below === null ? wallet.available <= granted * LOW_SHARE : wallet.available < below
    },

    /** Notifies webhooks when taking `amount` has made credits low. The wallet is locked. */
    async notifyWhenLow(accountId: number, amount: number): Promise<void> {
      const wallet = await findWallet(db, accountId)
      if (!wallet) return
      const { available, reserved, spent } = wallet
      const granted = available + reserved + spent
      const low = granted * LOW_SHARE
      if (available > low || available + amount <= low) return
      // An account with its own alert is notified of that alone.
      if (((await alertAt?.(accountId)) ?? null) === null)
        await notifyLow?.({ accountId, available, granted, threshold: null, since: null })
      await emitEvent(db, accountId, { type: 'credits.low', listId: null, data: { available, reserved } })
      await emitCustomerEvent(db, accountId, 'customer.credits_low', { available })
    },
  }
}

export type LowBalance = ReturnType<typeof createLowBalance>
