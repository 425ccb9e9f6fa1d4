import { giveAllowance, grantCredits, perCredit } from '#server/modules/accounts/wallet/index.ts'
import type { Context } from '#server/platform/context.ts'

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

// Credits of a subscription. Both join the current transaction, which ensures they are granted once.

/** The credits of one period. They wait where the seller's pool is too small. */
export async function grantAllowance(
  ctx: Context,
  { price, currency, ...period }: PeriodCredits,
): Promise<void> {
  const unitCost = currency === null ? null : perCredit(price, period.amount)
  await giveAllowance(ctx, { ...period, unitCost, currency })
}

/** Extra credits of a new account. @throws AppError insufficient_credits. */
export async function grantExtraCredits(
  ctx: Context,
  { accountId, amount }: { accountId: number; amount: number },
): Promise<void> {
  const source = { sourceKind: 'start', sourceId: '1', reason: 'Starting credits', userId: null }
  await grantCredits(ctx, { accountId, amount, kind: 'promotional', ...source })
}
