import { perCredit, type Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { Db } from '#server/platform/db/db.ts'

interface PeriodCredits {
  accountId: number
  subscriptionId: number
  periodStart: Date
  /** Null: the credits came once and stay. */
  periodEnd: Date | null
  amount: number
  /** Minor units for the whole period; null without a currency. */
  price: number
  currency: string | null
}

/** Credits of a subscription. Both join the current transaction, which ensures they are granted once. */
export const createAllowances = (db: Db, wallet: Pick<Wallet, 'giveAllowance' | 'grantCredits'>) => ({
  /** The credits of one period. They wait where the seller's pool is too small. */
  async grant({ price, currency, ...period }: PeriodCredits): Promise<void> {
    const unitCost = currency === null ? null : perCredit(price, period.amount)
    await wallet.giveAllowance(db, { ...period, unitCost, currency })
  },

  /** Extra credits of a new account. @throws AppError insufficient_credits. */
  async grantExtra({ accountId, amount }: { accountId: number; amount: number }): Promise<void> {
    const source = { sourceKind: 'start', sourceId: '1', reason: 'Starting credits', userId: null }
    await wallet.grantCredits({ accountId, amount, kind: 'promotional', ...source })
  },
})

export type Allowances = ReturnType<typeof createAllowances>
