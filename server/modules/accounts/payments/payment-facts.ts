import type { Currency } from '#contract/core/money.ts'
import type { followVendorState } from '#server/modules/accounts/subscriptions/index.ts'
import type { AtVendor } from './payments-tables.ts'

/** Money that has arrived; `externalId` is the vendor's permanent payment id. */
export interface Money {
  at: AtVendor
  externalId: string
  sellerId: number
  /** With tax, in minor units of the uppercase currency. */
  amountMinor: number
  /** The rest of what was paid for, from the customer's balance at the vendor; negative: a debt was settled, too. */
  balanceMinor?: number
  taxMinor: number
  /** Fees of vendor and platform; null while unknown. */
  feeMinor: number | null
  currency: Currency
  paidAt: Date
}

/** The payer: an account, or someone who gets one. */
type Payer = { accountId: number } | { email: string; firstName: string; lastName: string; company: string }

/** A paid period of a package. `money` is null where nothing was asked for: a trial, or a coupon for everything. */
export interface PackagePeriod {
  at: AtVendor
  sellerId: number
  payer: Payer
  /** The vendor's subscription id. */
  subscription: string
  versionId: number
  name: string
  credits: number
  period: { start: Date; end: Date | null }
  isTrial: boolean
  money: Money | null
  /** The money is for a set-up fee at the start of a trial and bought none of its credits. */
  isFee?: boolean
  /** The vendor's state of the subscription; absent: it follows from the payment. */
  state?: string
}

/** A vendor's state of one subscription of an account. */
export type SubscriptionState = Omit<Parameters<typeof followVendorState>[1], 'vendor'> & {
  at: AtVendor
  subscription: string
}

/** Credits bought once. */
export interface PackSale {
  accountId: number
  kind: 'pack' | 'add_on' | 'recharge'
  name: string
  credits: number
  money: Money
}
