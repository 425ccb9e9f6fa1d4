import { randomUUID } from 'node:crypto'
import type { GrantKind } from '#contract/accounts/credits.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
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
import { createTakingBack } from './take-back.ts'

const SWEEP_AT_ONCE = 1000

/** The allowance of one period of a subscription. */
export interface Allowance {
  accountId: number
  subscriptionId: number
  periodStart: Date
  periodEnd: Date | null
  amount: number
  unitCost: UnitCost
  currency: string | null
}

/** Where credits come from and go to: grants, transfers down the tree, and back. */
export function createCredits({ db, emitBalance, transfers }: CreditsDeps) {
  const { issue, give } = createGiving({ db, emitBalance, transfers })

  return {
    ...createTakingBack({ db, emitBalance, transfers }),

    /**
     * Gives an account credits, paid by the account above out of its pool. The root's customers get them out of nothing.
     * @throws AppError insufficient_credits when the pool is too small.
     */
    grantCredits: (credits: NewCredits) => give(credits, { mayWait: false }),

    /**
     * The allowance of a subscription's period, once. It leaves what is there as it is, and ends with its period. Where the
     * seller's pool is too small it waits until the pool has enough.
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

    /** Credits that were paid for through a vendor, once. Where the seller's pool is too small they wait for it. */
    giveBought: (
      credits: Pick<NewCredits, 'accountId' | 'amount' | 'sourceId' | 'unitCost' | 'currency' | 'reason'>,
    ) => give({ ...credits, kind: 'top_up', sourceKind: 'payment', userId: null }, { mayWait: true }),

    /** Free credits that come with a package when an account opens; the owner of the package pays, if need be later. */
    giveFree: (credits: { accountId: number; amount: number; payerId: number; reason: string }) =>
      give(
        { ...credits, kind: 'promotional', sourceKind: 'sign_up', sourceId: '1', userId: null },
        { payerId: credits.payerId, mayWait: true },
      ),

    /** Credits out of nothing, whoever is above: for the root and for what was promised before pools. */
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
     * Moves credits out of an account's pool to an account below it. They keep their kind, cost and, at most, expiry.
     * The root's come out of nothing. @throws AppError insufficient_credits
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
      const given = { accountId: to, sourceKind: 'given', sourceId, kind, ...credits }
      return give(given, { payerId: from, mayWait: false })
    },

    /** Posts what has expired, and lets it return. Nothing depends on when. */
    async sweep(): Promise<void> {
      for (const accountId of await accountsWithExpired(db, SWEEP_AT_ONCE)) {
        await transaction(db, async () => {
          await lockWallet(db, accountId)
          await emitBalance(accountId)
        })
        await transfers.finishSent(accountId)
      }
    },
  }
}
