import { moneyText } from '#contract/core/money.ts'
import { sendCustomerMail } from '#server/modules/accounts/subscriptions/index.ts'
import { lockAccountWallet } from '#server/modules/accounts/wallet/index.ts'
import { emitCustomerEvent } from '#server/modules/activity/webhooks/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Money } from './payment-facts.ts'
import { lockOwingPayments, updatePayment } from './payments-store.ts'
import type { PaymentRow } from './payments-tables.ts'

// Common to every payment: owed credits, its fee, and its events.

/** Owed credits after earlier refunds are deducted from new ones. @returns how many. */
export async function withholdOwedCredits(ctx: Context, accountId: number, credits: number): Promise<number> {
  await lockAccountWallet(ctx, accountId)
  let left = credits
  for (const owing of await lockOwingPayments(ctx.db, accountId)) {
    const part = Math.min(left, owing.owed - owing.settled)
    if (part > 0) await updatePayment(ctx.db, owing, { settled: owing.settled + part })
    left -= part
  }
  return credits - left
}

export async function bookFee(ctx: Context, payment: PaymentRow, feeMinor: number | null): Promise<void> {
  if (feeMinor === null || payment.fee_minor !== null) return
  await updatePayment(ctx.db, payment, { fee_minor: feeMinor })
}

/** What was paid for, with tax. */
export const addBalance = ({ amountMinor, balanceMinor = 0 }: Money): number => amountMinor + balanceMinor

export const makePaymentRow = ({ at, externalId, sellerId, ...money }: Money) => ({
  seller_account_id: sellerId,
  vendor: at.vendor,
  vendor_account: at.account,
  external_id: externalId,
  amount_minor: money.amountMinor,
  balance_minor: money.balanceMinor ?? 0,
  tax_minor: money.taxMinor,
  fee_minor: null,
  currency: money.currency,
  paid_at: money.paidAt,
})

export const reportPurchase = (ctx: Context, accountId: number, name: string, money: Money) =>
  emitCustomerEvent(ctx.db, accountId, 'customer.purchased', {
    package: name,
    amount: addBalance(money),
    currency: money.currency,
  })

const iso = (moment: Date | null): string => moment?.toISOString() ?? ''

/** Mails what was bought. `period` is null for what is bought once, whose credits have no end. */
export async function sendReceipt(
  ctx: Context,
  bought: {
    accountId: number
    /** The payment or period. */
    key: string
    product: string
    paid: { minor: number; currency: string }
    credits: number
    period: { start: Date; end: Date | null } | null
  },
): Promise<void> {
  const { accountId, product, credits, paid, period } = bought
  await sendCustomerMail(ctx, {
    accountId,
    event: `receipt:${bought.key}`,
    template: 'receipt',
    variables: {
      product,
      total: moneyText(paid.minor, paid.currency),
      credits,
      start: iso(period?.start ?? null),
      end: iso(period?.end ?? null),
      credits_end: iso(period?.end ?? null),
    },
    link: '/billing-portal',
  })
}
