import { emitCustomerEvent, emitEvent } from '#server/modules/activity/webhooks/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findWallet } from './wallet-store.ts'

/** A balance at or below this share of what was ever granted is called low, where the account has not said when. */
const LOW_SHARE = 0.1

export interface LowBalanceDeps {
  db: Db
  /** Below how many credits the account itself calls its balance low; null where it has not said. */
  alertAt?: (accountId: number) => Promise<number | null>
  /** Hears that the balance of an account has become low, in the transaction that makes it so. */
  notifyLow?(balance: {
    accountId: number
    available: number
    granted: number
    threshold: null
    since: null
  }): Promise<void>
}

/** When credits run out, and who is notified. */
export function createLowBalance({ db, alertAt, notifyLow }: LowBalanceDeps) {
  return {
    /** Whether a balance is low: below what the account has said itself, else by its share of what was granted. */
    async isLow(accountId: number, wallet: { available: number; reserved: number; spent: number }) {
      const granted = wallet.available + wallet.reserved + wallet.spent
      const below = (await alertAt?.(accountId)) ?? null
      return below === null ? wallet.available <= granted * LOW_SHARE : wallet.available < below
    },

    /** Tells webhooks that credits run out, when taking `amount` has made them few. The wallet is locked. */
    async notifyWhenLow(accountId: number, amount: number): Promise<void> {
      const wallet = await findWallet(db, accountId)
      if (!wallet) return
      const { available, reserved, spent } = wallet
      const granted = available + reserved + spent
      const low = granted * LOW_SHARE
      if (available > low || available + amount <= low) return
      // An account that has said itself what is low hears of that alone.
      if (((await alertAt?.(accountId)) ?? null) === null)
        await notifyLow?.({ accountId, available, granted, threshold: null, since: null })
      await emitEvent(db, accountId, { type: 'credits.low', listId: null, data: { available, reserved } })
      await emitCustomerEvent(db, accountId, 'customer.credits_low', { available })
    },
  }
}

export type LowBalance = ReturnType<typeof createLowBalance>
