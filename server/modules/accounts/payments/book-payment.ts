import { postPaymentFee } from '#server/modules/accounts/margin/index.ts'
import { emitCustomerEvent } from '#server/modules/activity/webhooks/index.ts'
import type { Money, PaymentEffectsDeps } from './payment-deps.ts'
import { owingOf, updatePayment } from './payments-store.ts'
import type { PaymentRow } from './payments-tables.ts'

/** Common to every payment: owed credits, its fee, and its events. */
export function createBooking({ db, wallet }: Pick<PaymentEffectsDeps, 'db' | 'wallet'>) {
  /** Owed credits after earlier refunds are deducted from new ones. @returns how many. */
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

  return { withhold, bookFee, rowOf, purchased }
}
