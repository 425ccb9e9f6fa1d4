import { randomUUID } from 'node:crypto'
import type { GrantKind } from '#contract/accounts/credits.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import {
  type Cause,
  getPlace,
  giveCredits,
  issueCredits,
  type NewCredits,
  type UnitCost,
} from './give-credits.ts'
import { accountsWithExpired } from './grants-store.ts'
import { lockWallet } from './lock-wallet.ts'
import { poolUsed } from './signals.ts'
import { deliverSentTransfers } from './transfers.ts'
import { emitBalance } from './wallet.ts'

/** The allowance of one subscription period. */
export interface Allowance {
  accountId: number
  subscriptionId: number
  periodStart: Date
  periodEnd: Date | null
  amount: number
  unitCost: UnitCost
  currency: string | null
}

// Grants, transfers down the tree, and returns of credits.

/**
 * Gives an account credits, paid from the pool of the account above. For the root's customers they are
 * issued.
 * @throws AppError insufficient_credits when the pool is too small.
 */
export const grantCredits = (ctx: Context, credits: NewCredits) =>
  giveCredits(ctx, credits, { mayWait: false })

/**
 * Grants the allowance of a subscription period, once. It leaves existing credits alone, and expires with
 * its period. Waits until the seller's pool has enough.
 */
export const giveAllowance = (ctx: Context, allowance: Allowance): Promise<'sent' | 'waiting'> =>
  allowance.amount === 0
    ? Promise.resolve('sent')
    : giveCredits(
        ctx,
        {
          ...allowance,
          kind: 'allowance',
          sourceKind: 'allowance',
          sourceId: `${allowance.subscriptionId}:${allowance.periodStart.toISOString()}`,
          expiresAt: allowance.periodEnd,
          reason: 'Allowance of the package',
          userId: null,
        },
        { mayWait: true },
      )

/** Credits paid through a vendor, once. They wait where the seller's pool is too small. */
export const grantPurchase = (
  ctx: Context,
  credits: Pick<NewCredits, 'accountId' | 'amount' | 'sourceId' | 'unitCost' | 'currency' | 'reason'>,
) => giveCredits(ctx, { ...credits, kind: 'top_up', sourceKind: 'payment', userId: null }, { mayWait: true })

/** A package's free credits for a new account; its owner pays, later if necessary. */
export const giveFreeCredits = (
  ctx: Context,
  credits: { accountId: number; amount: number; payerId: number; reason: string },
) =>
  giveCredits(
    ctx,
    { ...credits, kind: 'promotional', sourceKind: 'sign_up', sourceId: '1', userId: null },
    { payerId: credits.payerId, mayWait: true },
  )

/** Issued credits, whatever the parent: for the root and for promises made before pools existed. */
export async function grantIssuedCredits(
  ctx: Context,
  { accountId, amount, reason, userId }: Cause & { accountId: number; amount: number },
): Promise<void> {
  const { path } = await getPlace(ctx.db, accountId)
  const source = { kind: 'top_up', sourceKind: 'granted', sourceId: randomUUID() } as const
  await issueCredits(ctx, path[0] as number, { accountId, amount, reason, userId, ...source })
}

/**
 * Moves credits from an account's pool to an account below it. They keep their kind, cost and, at most,
 * expiry. The root's are issued.
 * @throws AppError insufficient_credits
 */
export function transferCredits(
  ctx: Context,
  {
    from,
    to,
    sourceId = randomUUID(),
    kind,
    ...credits
  }: Cause & {
    from: number
    to: number
    amount: number
    kind?: GrantKind
    expiresAt?: Date | null
    sourceKind?: string
    sourceId?: string
    unitCost?: UnitCost
    currency?: string | null
  },
) {
  const grant = { accountId: to, sourceKind: 'given', sourceId, kind, ...credits }
  return giveCredits(ctx, grant, { payerId: from, mayWait: false })
}

/** Posts expired credits and returns them. When it runs makes no difference. */
export async function sweepExpiredCredits(ctx: Context): Promise<void> {
  await forEachItem('accounts', await accountsWithExpired(ctx.db), async (accountId) => {
    await transaction(ctx.db, async () => {
      await lockWallet(ctx.db, accountId)
      await emitBalance(ctx, accountId)
      await poolUsed.emit(ctx, { accountId, isShort: false })
    })
    await deliverSentTransfers(ctx, accountId)
  })
}
