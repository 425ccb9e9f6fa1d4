/** One sale of a credit on its way down the tree, in minor units per credit as decimal text. */
export interface Sale {
  seller: number
  customer: number
  price: string
  cost: string
  currency: string | null
  cost_currency: string | null
}

export interface Piece {
  grantId: number
  amount: number
}

/** Credits that an account got of the one above, or that went back to it where `amount` is negative. */
export interface SoldCredits {
  /** Whose transaction it is: the account that has the credits now. */
  accountId: number
  sale: Sale
  amount: number
  /** A credit's cost to the installation that issued it. */
  providerCost: string
  /** What they were given for, as named when they were given. */
  sourceKind: string
  /** They went back because they expired with the customer: what was paid for them stays. */
  isExpired?: boolean
}
