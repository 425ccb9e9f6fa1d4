import type { Currency } from '#contract/core/money.ts'
import type { PaidSubscriptions, SubscriptionsService } from '#server/modules/accounts/subscriptions/index.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import type { MailService } from '#server/modules/branding/mail/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { AtVendor } from './payments-tables.ts'

export interface PaymentEffectsDeps {
  db: Db
  clock: Clock
  wallet: Pick<Wallet, 'grantCredits' | 'lock' | 'reclaim' | 'holdSource' | 'releaseHold' | 'arrived'> & {
    /** Grants what was bought; waits where the seller's pool is too small. */
    grantPurchase(credits: BoughtCredits): Promise<unknown>
  }
  subscriptions: Pick<SubscriptionsService, 'openForSale' | 'findBuyer' | 'paid'>
  mail: Pick<MailService, 'send'>
  /** The site of the brand that an account's people know. */
  brandFor(accountId: number): Promise<{ siteId: number | null; url: string }>
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

/** Money that has arrived; `externalId` is the vendor's permanent payment id. */
export interface Money {
  at: AtVendor
  externalId: string
  sellerId: number
  /** With tax, in minor units of the uppercase currency. */
  amountMinor: number
  taxMinor: number
  /** Fees of vendor and platform; null while unknown. */
  feeMinor: number | null
  currency: Currency
  paidAt: Date
}

/** The payer: an account, or someone who gets one. */
type Payer = { accountId: number } | { email: string; firstName: string; lastName: string; company: string }

/** A paid period of a package. `money` is null for a trial and for a free period. */
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
  /** The vendor's state of the subscription; absent: it follows from the payment. */
  state?: string
}

/** A vendor's state of one subscription of an account. */
export type SubscriptionState = Omit<Parameters<PaidSubscriptions['follow']>[0], 'vendor'> & {
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
