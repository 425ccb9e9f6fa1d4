import { consumeTrial, type PaidSubscriptions } from '#server/modules/accounts/subscriptions/index.ts'
import { perCredit } from '#server/modules/accounts/wallet/index.ts'
import { requireTransaction } from '#server/platform/db/db.ts'
import { createBooking } from './book-payment.ts'
import { createCounting } from './counting.ts'
import type { PackagePeriod, PackSale, PaymentEffectsDeps } from './payment-deps.ts'
import { insertPayment, lockPaidSubscription, savePaidSubscription, updatePayment } from './payments-store.ts'
import { createCreditRefunds } from './refund-credits.ts'
import { createWaitingSales, type WaitingSales } from './waiting-sales.ts'

/** Credits of a period. A trial gives them once per account and mailbox at a seller. */
async function creditsOf(
  { db, clock }: Pick<PaymentEffectsDeps, 'db' | 'clock'>,
  { sellerId, isTrial, credits }: PackagePeriod,
  accountId: number,
): Promise<number> {
  if (!isTrial) return credits
  return (await consumeTrial(db, sellerId, { accountId }, clock.now())) ? credits : 0
}

/** The account of a sale; null: it waits to be claimed. What we put into the checkout counts, its email does not. */
const createAccountOf =
  ({ db, subscriptions }: Pick<PaymentEffectsDeps, 'db' | 'subscriptions'>, waiting: WaitingSales) =>
  async (sale: PackagePeriod): Promise<number | null> => {
    const known = await lockPaidSubscription(db, sale.at, sale.subscription)
    if (known) return known.account_id
    if ('accountId' in sale.payer) return sale.payer.accountId
    const of = { sellerId: sale.sellerId, at: sale.at, purchase: sale.subscription }
    const sold = { ...sale, kind: 'package' as const, periodEnd: sale.period.end }
    const found = await waiting.accountOf(of, sale.payer.email, sold)
    if (found !== undefined) return found
    const { id } = await subscriptions.openForSale(sale.sellerId, sale.versionId, sale.payer)
    await waiting.opened(of, id)
    return id
  }

/**
 * Effects of payments, whichever vendor reports them. All join the current transaction, have a business key and
 * change nothing when repeated in any order.
 */
export function createPaymentEffects(deps: PaymentEffectsDeps) {
  const { db, clock, wallet, subscriptions, notifications } = deps
  const { withhold, bookFee, rowOf, purchased } = createBooking(deps)
  const paid: PaidSubscriptions = subscriptions.paid
  const waiting = createWaitingSales(deps)
  const accountOf = createAccountOf(deps, waiting)
  const { counts, follow } = createCounting(deps)

  return {
    ...createCreditRefunds(deps),
    waiting,
    counts,

    /** A package's period was paid, or a trial has started. @returns the account, which may be new; null: it waits. */
    async packagePaid(sale: PackagePeriod): Promise<{ accountId: number | null; isNew: boolean }> {
      requireTransaction(db, 'A payment')
      const accountId = await accountOf(sale)
      if (accountId === null) return { accountId, isNew: false }
      await savePaidSubscription(db, {
        account_id: accountId,
        vendor: sale.at.vendor,
        vendor_account: sale.at.account,
        external_id: sale.subscription,
        seller_account_id: sale.sellerId,
        plan_version_id: sale.versionId,
        state: sale.state ?? (sale.isTrial ? 'trialing' : 'active'),
        pay_url: null,
        period_start: sale.period.start,
        period_end: sale.period.end,
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
      const credits = await creditsOf(deps, sale, accountId)
      const withheld = sale.money ? await withhold(accountId, credits) : 0
      const { amountMinor = 0, taxMinor = 0 } = sale.money ?? {}
      const { isNew, sourceId } = await paid.startRun(
        {
          accountId,
          vendor: sale.at.vendor,
          versionId: sale.versionId,
          period: sale.period,
          isTrial: sale.isTrial,
          credits: credits - withheld,
          priceMinor: amountMinor - taxMinor,
          counts: await counts(accountId, sale.at, sale.subscription),
        },
        clock.now(),
      )
      if (made) await updatePayment(db, made.row, { source_kind: 'allowance', source_id: sourceId, withheld })
      if (sale.money) await purchased(accountId, sale.name, sale.money)
      return { accountId, isNew }
    },

    /** A pack, add-on or recharge was paid. @returns whether it is new. */
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
        await wallet.grantPurchase({
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

    follow,

    /** The vendor's charged package changed without a new period. */
    moveWithin: (accountId: number, versionId: number) => paid.moveWithin(accountId, versionId),

    /** A payment has failed; the account's people are notified once each. */
    async paymentFailed(failed: {
      accountId: number
      /** The invoice or transaction: one notice per try. */
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
