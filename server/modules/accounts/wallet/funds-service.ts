import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import * as store from './caps-store.ts'
import { type CapState, type Funds, spendable } from './funds.ts'
import type { LowBalance } from './low-balance.ts'
import { findWallet } from './wallet-store.ts'

const NO_WALLET = { available: 0, reserved: 0, spent: 0 }

/** A person who spends; the month of a cap is in the account's time zone. */
export interface Spender {
  accountId: number
  userId: number | null
  timeZone: string
}

interface FundsDeps {
  db: Db
  isLow: LowBalance['isLow']
  /** Publishes that an account's credits have changed. */
  emitBalance: (accountId: number) => Promise<void>
}

/** What people may spend, and what is shown to them. */
export function createFunds({ db, isLow, emitBalance }: FundsDeps) {
  /** What is left of a person's cap this month; null without one. */
  async function capOf({ accountId, userId, timeZone }: Spender): Promise<CapState | null> {
    const monthly = userId === null ? null : await store.findCap(db, accountId, userId)
    if (userId === null || monthly === null) return null
    const spent = await store.usedOfCap(db, accountId, userId, timeZone)
    return { monthly, spent, left: Math.max(0, monthly - spent) }
  }

  /** What this person can spend: limited by the wallet, and by the rest of their own cap. */
  async function fundsOf(spender: Spender): Promise<Funds> {
    const wallet = await findWallet(db, spender.accountId)
    return { available: wallet?.available ?? 0, cap: await capOf(spender) }
  }

  return {
    fundsOf,
    /** Credits that this person can spend now. */
    spendable: async (spender: Spender): Promise<number> => spendable(await fundsOf(spender)),

    /** Sets or, with null, lifts a member's monthly cap. Reserved credits stay reserved. */
    async setCap(accountId: number, userId: number, cap: number | null): Promise<void> {
      if (cap === null) await store.deleteCap(db, accountId, userId)
      else await store.upsertCap(db, accountId, userId, cap)
      await emitBalance(accountId)
    },
    /** Monthly caps by user, without users who have none. */
    capsOf: (accountId: number): Promise<Map<number, number>> => store.capsByUser(db, accountId),
    /** Spending by user this month and lately, without users who spent nothing lately. */
    spendingOf: (accountId: number, timeZone: string): Promise<Map<number, store.Spending>> =>
      store.spendingByUser(db, accountId, timeZone),

    async limits(actor: Actor) {
      const wallet = (await findWallet(db, actor.accountId)) ?? NO_WALLET
      const cap = await capOf(actor)
      const low_balance = await isLow(actor.accountId, wallet)
      // Members without wallet access see only what concerns their own work: the cap, and whether credits run out.
      if (!can(actor, 'use_wallet'))
        return { available: null, reserved: null, spent: null, spent_this_month: null, low_balance, cap }
      return {
        available: wallet.available,
        reserved: wallet.reserved,
        spent: wallet.spent,
        spent_this_month: await store.accountSpending(db, actor.accountId, actor.timeZone),
        low_balance,
        cap,
      }
    },
  }
}

export type FundsService = ReturnType<typeof createFunds>
