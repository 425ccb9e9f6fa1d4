import { randomUUID } from 'node:crypto'
import type { GrantKind } from '#contract/accounts/credits.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import {
  type Cause,
  type CreditsDeps,
  createGiving,
  type NewCredits,
  placeOf,
  type UnitCost,
} from './give-credits.ts'
import { accountsWithExpired } from './grants-store.ts'
import { lockWallet } from './lock-wallet.ts'
import { createCreditReclaims } from './reclaim-credits.ts'

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

/** Grants, transfers down the tree, and returns of credits. */
export function createCredits({ db, emitBalance, transfers }: CreditsDeps) {
  const { issue, give } = createGiving({ db, emitBalance, transfers })

  return {
    ...createCreditReclaims({ db, emitBalance, transfers }),

    /**
     * Gives an account credits, paid from the pool of the account above. For the root's customers they are
     * issued.
     * @throws AppError insufficient_credits when the pool is too small.
     */
    grantCredits: (credits: NewCredits) => give(credits, { mayWait: false }),

    /**
     * Grants the allowance of a subscription period, once. It leaves existing credits alone, and expires with
     * its period. Waits until the seller's pool has enough.
     */
    giveAllowance: (_db: Db, allowance: Allowance): Promise<'sent' | 'waiting'> =>
      allowance.amount === 0
        ? Promise.resolve('sent')
        : give(
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
          ),

    /** Credits paid through a vendor, once. They wait where the seller's pool is too small. */
    grantPurchase: (
      credits: Pick<NewCredits, 'accountId' | 'amount' | 'sourceId' | 'unitCost' | 'currency' | 'reason'>,
    ) => give({ ...credits, kind: 'top_up', sourceKind: 'payment', userId: null }, { mayWait: true }),

    /** A package's free credits for a new account; its owner pays, later if necessary. */
    giveFree: (credits: { accountId: number; amount: number; payerId: number; reason: string }) =>
      give(
        { ...credits, kind: 'promotional', sourceKind: 'sign_up', sourceId: '1', userId: null },
        { payerId: credits.payerId, mayWait: true },
      ),

    /** Issued credits, whatever the parent: for the root and for promises made before pools existed. */
    async grant({
      accountId,
      amount,
      reason,
      userId,
    }: Cause & { accountId: number; amount: number }): Promise<void> {
      const { path } = await placeOf(db, accountId)
      const source = { kind: 'top_up', sourceKind: 'granted', sourceId: randomUUID() } as const
      await issue(path[0] as number, { accountId, amount, reason, userId, ...source })
    },

    /**
     * Moves credits from an account's pool to an account below it. They keep their kind, cost and, at most,
     * expiry. The root's are issued.
     * @throws AppError insufficient_credits
     */
    transfer({
      from,
      to,
      sourceId = randomUUID(),
      kind,
      ...credits
    }: Cause & {
      from: number
      to: number
      amount: number
      kind?: GrantKind | undefined
      expiresAt?: Date | null
      sourceKind?: string
      sourceId?: string
      unitCost?: UnitCost
      currency?: string | null
    }) {
      const grant = { accountId: to, sourceKind: 'given', sourceId, kind, ...credits }
      return give(grant, { payerId: from, mayWait: false })
    },

    /** Posts expired credits and returns them. When it runs makes no difference. */
    async sweep(): Promise<void> {
      await forEachItem('accounts', await accountsWithExpired(db), async (accountId) => {
        await transaction(db, async () => {
          await lockWallet(db, accountId)
          await emitBalance(accountId)
        })
        await transfers.finishSent(accountId)
      })
    },
  }
}
