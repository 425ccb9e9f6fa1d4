import type { Currency } from '#contract/core/money.ts'
import type { SubscriptionsService } from '#server/modules/accounts/subscriptions/index.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { AtVendor } from './payments-tables.ts'

export interface PaymentEffectsDeps {
  db: Db
  clock: Clock
  wallet: Pick<Wallet, 'grantCredits' | 'lock' | 'reclaim' | 'holdSource' | 'releaseHold'> & {
    /** Gives what was bought; where the seller's pool is too small it waits. */
    giveBought(credits: BoughtCredits): Promise<unknown>
  }
  subscriptions: Pick<SubscriptionsService, 'openForSale' | 'paid'>
  notifications: Pick<Notifications, 'notify'>
}

interface BoughtCredits {
  accountId: number
  amount: number
  sourceId: string
  unitCost: string
  currency: string
  reason: string
}

/** Money that a vendor says has arrived; `externalId` is what it calls the payment, for good. */
export interface Money {
  at: AtVendor
  externalId: string
  sellerId: number
  /** With tax, in minor units of the currency in capital letters. */
  amountMinor: number
  taxMinor: number
  /** What the vendor and the platform keep of it; null while nobody knows. */
  feeMinor: number | null
  currency: Currency
  paidAt: Date
}

/** Who pays: an account, or someone who gets one. */
type Payer = { accountId: number } | { email: string; firstName: string; lastName: string; company: string }

/** A period of a package that was paid for. `money` is null for a trial and for a period that cost nothing. */
export interface PackagePeriod {
  at: AtVendor
  sellerId: number
  payer: Payer
  /** What the vendor calls the subscription. */
  subscription: string
  versionId: number
  name: string
  credits: number
  period: { start: Date; end: Date | null }
  isTrial: boolean
  money: Money | null
}

/** Credits that were bought once. */
export interface PackSale {
  accountId: number
  kind: 'pack' | 'add_on' | 'recharge'
  name: string
  credits: number
  money: Money
}
