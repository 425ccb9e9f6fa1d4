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

/** Credits of grants that were spent, or refunded where `sign` is -1. */
export interface Posting {
  accountId: number
  runId: number
  chargeKind: string
  sign: 1 | -1
  pieces: readonly Piece[]
}
