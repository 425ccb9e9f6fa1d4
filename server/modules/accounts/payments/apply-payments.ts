import { moneyText } from '#contract/core/money.ts'
import { findPlanVersion } from '#server/modules/accounts/plans/index.ts'
import {
  consumeTrial,
  openForSale,
  sendCustomerMail,
  startPaidPeriod,
} from '#server/modules/accounts/subscriptions/index.ts'
import { grantPurchase, perCredit } from '#server/modules/accounts/wallet/index.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { requireTransaction } from '#server/platform/db/db.ts'
import {
  addBalance,
  bookFee,
  makePaymentRow,
  reportPurchase,
  sendReceipt,
  withholdOwedCredits,
} from './book-payment.ts'
import { countsSubscription } from './counting.ts'
import type { Money, PackagePeriod, PackSale } from './payment-facts.ts'
import { insertPayment, lockPaidSubscription, savePaidSubscription, updatePayment } from './payments-store.ts'
import type { PaymentRow } from './payments-tables.ts'
import { findOrWaitForAccount, recordOpenedAccount } from './waiting-sales.ts'

/** Credits of a period. A trial gives them once per account and mailbox at a seller. */
async function countPeriodCredits(
  ctx: Context,
  { sellerId, isTrial, credits }: PackagePeriod,
  accountId: number,
): Promise<number> {
  if (!isTrial) return credits
  return (await consumeTrial(ctx.db, sellerId, { accountId }, ctx.clock.now())) ? credits : 0
}

/** The account of a sale; null: it waits to be claimed. What we put into the checkout counts, its email does not. */
async function findAccountOfSale(ctx: Context, sale: PackagePeriod): Promise<number | null> {
  const known = await lockPaidSubscription(ctx.db, sale.at, sale.subscription)
  if (known) return known.account_id
  if ('accountId' in sale.payer) return sale.payer.accountId
  const purchase = { sellerId: sale.sellerId, at: sale.at, purchase: sale.subscription }
  const sold = { ...sale, kind: 'package' as const, periodEnd: sale.period.end }
  const found = await findOrWaitForAccount(ctx, purchase, sale.payer.email, sold)
  if (found !== undefined) return found
  const { id } = await openForSale(ctx, sale.sellerId, sale.versionId, sale.payer)
  await recordOpenedAccount(ctx, purchase, id)
  return id
}

// Effects of payments, whichever vendor reports them. All join the current transaction, have a business key
// and change nothing when repeated in any order.

/** A package's period was paid, or a trial has started. @returns the account, which may be new; null: it waits. */
export async function packagePaid(
  ctx: Context,
  sale: PackagePeriod,
): Promise<{ accountId: number | null; isNew: boolean }> {
  requireTransaction(ctx.db, 'A payment')
  const accountId = await findAccountOfSale(ctx, sale)
  if (accountId === null) return { accountId, isNew: false }
  await savePaidSubscription(ctx.db, {
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
    credits: sale.isFee ? 0 : sale.credits,
  }
  const made = sale.money
    ? await insertPayment(ctx.db, {
        ...makePaymentRow(sale.money),
        ...about,
        plan_version_id: sale.versionId,
      })
    : null
  if (made) await bookFee(ctx, made.row, sale.money?.feeMinor ?? null)
  if (made && !made.isNew) return { accountId, isNew: false }
  const credits = await countPeriodCredits(ctx, sale, accountId)
  const withheld = sale.money && !sale.isFee ? await withholdOwedCredits(ctx, accountId, credits) : 0
  const { isNew, sourceId } = await startPaidPeriod(
    ctx,
    {
      accountId,
      vendor: sale.at.vendor,
      versionId: sale.versionId,
      period: sale.period,
      isTrial: sale.isTrial,
      credits: credits - withheld,
      priceMinor: sale.money ? addBalance(sale.money) - sale.money.taxMinor : 0,
      counts: await countsSubscription(ctx, accountId, sale.at, sale.subscription),
    },
    ctx.clock.now(),
  )
  if (made) await updatePayment(ctx.db, made.row, { source_kind: 'allowance', source_id: sourceId, withheld })
  if (sale.money) await reportPurchase(ctx, accountId, sale.name, sale.money)
  if (sale.money || (isNew && !sale.isTrial))
    await mailPeriod(ctx, sale, { accountId, credits: credits - withheld, payment: made?.row ?? null })
  return { accountId, isNew }
}

/** The receipt of a period, also of one that a coupon paid. */
async function mailPeriod(
  ctx: Context,
  { name, isFee, at, subscription, versionId, period, money }: PackagePeriod,
  { accountId, credits, payment }: { accountId: number; credits: number; payment: PaymentRow | null },
): Promise<void> {
  const currency = money?.currency ?? (await findPlanVersion(ctx.db, versionId))?.currency
  if (!currency) return
  await sendReceipt(ctx, {
    accountId,
    key: payment ? String(payment.id) : `${at.vendor}:${subscription}:${period.start.toISOString()}`,
    product: isFee ? `${name} (set-up fee, trial)` : name,
    paid: { minor: money ? addBalance(money) : 0, currency },
    credits,
    period,
  })
}

/** The difference for a change within a period was paid: no credits come with it. */
export async function differencePaid(
  ctx: Context,
  {
    at,
    subscription,
    versionId,
    name,
    money,
  }: Pick<PackagePeriod, 'at' | 'subscription' | 'versionId' | 'name'> & { money: Money },
): Promise<void> {
  requireTransaction(ctx.db, 'A payment')
  const known = await lockPaidSubscription(ctx.db, at, subscription)
  if (!known) return
  const about = { account_id: known.account_id, kind: 'package' as const, name, credits: 0 }
  const made = await insertPayment(ctx.db, { ...makePaymentRow(money), ...about, plan_version_id: versionId })
  await bookFee(ctx, made.row, money.feeMinor)
  if (!made.isNew) return
  await reportPurchase(ctx, known.account_id, name, money)
  const { period_start: start, period_end: end } = known
  await sendReceipt(ctx, {
    accountId: known.account_id,
    key: String(made.row.id),
    product: `${name} (change within the period)`,
    paid: { minor: addBalance(money), currency: money.currency },
    credits: 0,
    period: start && { start, end },
  })
}

/** A pack, add-on or recharge was paid. @returns whether it is new. */
export async function packPaid(
  ctx: Context,
  { accountId, kind, name, credits, money }: PackSale,
): Promise<boolean> {
  requireTransaction(ctx.db, 'A payment')
  const about = { account_id: accountId, kind, name, credits, plan_version_id: null }
  const { row, isNew } = await insertPayment(ctx.db, { ...makePaymentRow(money), ...about })
  await bookFee(ctx, row, money.feeMinor)
  if (!isNew) return false
  const withheld = await withholdOwedCredits(ctx, accountId, credits)
  const source = { source_kind: 'payment', source_id: String(row.id) }
  await updatePayment(ctx.db, row, { ...source, withheld })
  if (credits > withheld)
    await grantPurchase(ctx, {
      accountId,
      amount: credits - withheld,
      sourceId: source.source_id,
      unitCost: perCredit(money.amountMinor - money.taxMinor, credits),
      currency: money.currency,
      reason: name,
    })
  await reportPurchase(ctx, accountId, name, money)
  await sendReceipt(ctx, {
    accountId,
    key: String(row.id),
    product: name,
    paid: { minor: addBalance(money), currency: money.currency },
    credits: credits - withheld,
    period: null,
  })
  return true
}

/** A payment has failed: the account's owners are mailed once per cause, and notified of every try. */
export async function paymentFailed(
  ctx: Context,
  failed: {
    accountId: number
    /** What was to be paid: an invoice, a rebill or a recharge. */
    cause: string
    product: string
    /** The try. */
    key: string
    amountMinor: number
    currency: string
    payUrl: string | null
  },
): Promise<void> {
  const isMailed = await sendCustomerMail(ctx, {
    accountId: failed.accountId,
    event: `payment-failed:${failed.cause}`,
    template: 'payment-failed',
    variables: { product: failed.product, total: moneyText(failed.amountMinor, failed.currency) },
    link: failed.payUrl ?? '/billing-portal',
  })
  await notify(ctx, {
    accountId: failed.accountId,
    permission: 'owner',
    kind: 'payment_failed',
    isMailed,
    detail: {
      key: failed.key,
      amount_minor: failed.amountMinor,
      currency: failed.currency,
      pay_url: failed.payUrl,
    },
  })
}
