import type { Wallet } from '#server/modules/accounts/wallet/index.ts'

export interface Allowance {
  accountId: number
  subscriptionId: number
  periodStart: Date
  periodEnd: Date | null
  amount: number
  /** Minor units per credit by the package of the time; null when it has no price. */
  unitCost: number | null
  currency: string | null
}

/** Credits that come with a subscription. Both join the transaction around them, which makes sure of once. */
export const createAllowances = (wallet: Pick<Wallet, 'grant'>) => ({
  /** The credits of one period. */
  give: ({ accountId, amount }: Allowance): Promise<void> =>
    wallet.grant({ accountId, amount, reason: 'Credits of the package', userId: null }),

  /** Credits that a new account starts with, on top of its package. */
  giveExtra: (extra: { accountId: number; amount: number }): Promise<void> =>
    wallet.grant({ ...extra, reason: 'Credits to start with', userId: null }),
})

export type Allowances = ReturnType<typeof createAllowances>
