import type { Currency } from '#contract/core/money.ts'
import { postPaymentFee } from '#server/modules/accounts/margin/index.ts'
import type { PaidSubscriptions, SubscriptionsService } from '#server/modules/accounts/subscriptions/index.ts'
import { perCredit, type Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import { emitCustomerEvent } from '#server/modules/activity/webhooks/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Db, requireTransaction } from '#server/platform/db/db.ts'
import { createGivingBack } from './give-back.ts'
import {
  insertPayment,
  lockPaidSubscription,
  owingOf,
  savePaidSubscription,
  updatePayment,
} from './payments-store.ts'
import type { AtVendor, PaymentRow } from './payments-tables.ts'

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

export interface BoughtCredits {
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

/** Who pays: an account, or somebody who gets one. */
export type Payer =
  | { accountId: number }
  | { email: string; firstName: string; lastName: string; company: string }

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

/**
 * What payments cause, whichever vendor tells of them. Everything joins the transaction around it, has a business key and
 * changes nothing when it is told again, in any order.
 */
export function createPaymentEffects(deps: PaymentEffectsDeps) {
  const { db, clock, wallet, subscriptions, notifications } = deps
  const paid: PaidSubscriptions = subscriptions.paid

  /** Credits owed after earlier refunds are kept back of new ones. @returns how many. */
  async function withhold(accountId: number, credits: number): Promise<number> {
    await wallet.lock(accountId)
    let left = credits
    for (const owing of await owingOf(db, accountId)) {
      const part = Math.min(left, owing.owed - owing.settled)
      if (part > 0) await updatePayment(db, owing, { settled: owing.settled + part })
      left -= part
    }
    return credits - left
  }

  async function bookFee(payment: PaymentRow, feeMinor: number | null): Promise<void> {
    if (feeMinor === null || payment.fee_minor !== null) return
    await updatePayment(db, payment, { fee_minor: feeMinor })
    const { account_id: accountId, seller_account_id: sellerId, currency } = payment
    if (feeMinor > 0) await postPaymentFee(db, { accountId, sellerId, minor: feeMinor, currency })
  }

  const rowOf = ({ at, externalId, sellerId, ...money }: Money) => ({
    seller_account_id: sellerId,
    vendor: at.vendor,
    vendor_account: at.account,
    external_id: externalId,
    amount_minor: money.amountMinor,
    tax_minor: money.taxMinor,
    fee_minor: null,
    currency: money.currency,
    paid_at: money.paidAt,
  })

  const purchased = (accountId: number, name: string, { amountMinor, currency }: Money) =>
    emitCustomerEvent(db, accountId, 'customer.purchased', {
      package: name,
      amount: amountMinor,
      currency: currency.toLowerCase(),
    })

  async function accountOf(sale: PackagePeriod): Promise<number> {
    const known = await lockPaidSubscription(db, sale.at, sale.subscription)
    if (known) return known.account_id
    if ('accountId' in sale.payer) return sale.payer.accountId
    return (await subscriptions.openForSale(sale.sellerId, sale.versionId, sale.payer)).id
  }

  return {
    ...createGivingBack(deps),

    /** A period of a package was paid for, or a trial has begun. @returns the account, which may be new. */
    async packagePaid(sale: PackagePeriod): Promise<{ accountId: number; isNew: boolean }> {
      requireTransaction(db, 'A payment')
      const accountId = await accountOf(sale)
      await savePaidSubscription(db, {
        account_id: accountId,
        vendor: sale.at.vendor,
        vendor_account: sale.at.account,
        external_id: sale.subscription,
        seller_account_id: sale.sellerId,
        plan_version_id: sale.versionId,
        state: sale.isTrial ? 'trialing' : 'active',
        pay_url: null,
      })
      const about = {
        account_id: accountId,
        kind: 'package' as const,
        name: sale.name,
        credits: sale.credits,
      }
      const made = sale.money
        ? await insertPayment(db, { ...rowOf(sale.money), ...about, plan_version_id: sale.versionId })
        : null
      if (made) await bookFee(made.row, sale.money?.feeMinor ?? null)
      if (made && !made.isNew) return { accountId, isNew: false }
      const withheld = sale.money ? await withhold(accountId, sale.credits) : 0
      const { amountMinor = 0, taxMinor = 0 } = sale.money ?? {}
      const { isNew, sourceId } = await paid.begin(
        {
          accountId,
          vendor: sale.at.vendor,
          versionId: sale.versionId,
          period: sale.period,
          isTrial: sale.isTrial,
          credits: sale.credits - withheld,
          priceMinor: amountMinor - taxMinor,
        },
        clock.now(),
      )
      if (made) await updatePayment(db, made.row, { source_kind: 'allowance', source_id: sourceId, withheld })
      if (sale.money) await purchased(accountId, sale.name, sale.money)
      return { accountId, isNew }
    },

    /** A pack, an add-on or a recharge was paid for. @returns whether it is new. */
    async packPaid({ accountId, kind, name, credits, money }: PackSale): Promise<boolean> {
      requireTransaction(db, 'A payment')
      const about = { account_id: accountId, kind, name, credits, plan_version_id: null }
      const { row, isNew } = await insertPayment(db, { ...rowOf(money), ...about })
      await bookFee(row, money.feeMinor)
      if (!isNew) return false
      const withheld = await withhold(accountId, credits)
      const source = { source_kind: 'payment', source_id: String(row.id) }
      await updatePayment(db, row, { ...source, withheld })
      if (credits > withheld)
        await wallet.giveBought({
          accountId,
          amount: credits - withheld,
          sourceId: source.source_id,
          unitCost: perCredit(money.amountMinor - money.taxMinor, credits),
          currency: money.currency,
          reason: name,
        })
      await purchased(accountId, name, money)
      return true
    },

    /** The vendor's fee has become known after the payment. */
    async feeKnown(payment: PaymentRow, feeMinor: number): Promise<void> {
      await bookFee(payment, feeMinor)
    },

    /** What a vendor says about a subscription: overdue, paused, cancelled or paid again. */
    follow: (state: Parameters<PaidSubscriptions['follow']>[0]) => paid.follow(state, clock.now()),

    /** A payment has failed; the people of the account hear of it once for each. */
    async paymentFailed(failed: {
      accountId: number
      /** The invoice or transaction: one notice for each try. */
      key: string
      amountMinor: number
      currency: string
      payUrl: string | null
    }): Promise<void> {
      await notifications.notify({
        accountId: failed.accountId,
        permission: 'owner',
        kind: 'payment_failed',
        detail: {
          key: failed.key,
          amount_minor: failed.amountMinor,
          currency: failed.currency,
          pay_url: failed.payUrl,
        },
      })
    },
  }
}

export type PaymentEffects = ReturnType<typeof createPaymentEffects>
