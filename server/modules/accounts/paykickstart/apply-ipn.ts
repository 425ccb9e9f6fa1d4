import { type Currency, moneyText } from '#contract/core/money.ts'
import {
  type AtVendor,
  countsSubscription,
  type EventRow,
  endWaitingSale,
  findOrWaitForAccount,
  findRefundable,
  followSubscription,
  type Handled,
  lastEventAt,
  lockPaidSubscription,
  lockPayment,
  type Money,
  NotYetError,
  noteProblem,
  packagePaid,
  packPaid,
  refundPaymentCredits,
  WAITS,
  type WaitingSaleRow,
} from '#server/modules/accounts/payments/index.ts'
import { boundary } from '#server/modules/accounts/plans/index.ts'
import { findCurrentSubscription } from '#server/modules/accounts/subscriptions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Ipn, minorOfAmount } from '#server/providers/payments/index.ts'
import { findPackOffer, findVersionOf, type SoldVersion } from './offers.ts'
import { findProduct } from './products-store.ts'

/** A notification with its account and time. */
interface Notice {
  ipn: Omit<Ipn, 'at'>
  event: EventRow
  sellerId: number
  at: AtVendor
}

const makeSale = ({ sellerId, at, ipn }: Notice) => ({ sellerId, at, purchase: ipn.invoiceId })

/** Whether a refund leaves nothing of the last payment. */
function isAll(ipn: Notice['ipn'], { amount_minor, currency }: WaitingSaleRow): boolean {
  const refunded = currency && minorOfAmount(ipn.amount.replace(/^-/, ''), currency as Currency)
  return Boolean(refunded && refunded >= (amount_minor ?? 0))
}

const DAY_MS = 24 * 60 * 60_000
const CANCELLATION = 'subscription-cancelled'

const ignored = (detail: string): Handled => ({ outcome: 'ignored', detail, forget: true })
/** Kept without the buyer's name and email until somebody claims the sale. */
const waits = ({ ipn }: Notice): Handled => ({
  ...WAITS,
  payload: { ...ipn, buyer: { email: '', firstName: '', lastName: '' } },
})
const done = (detail: string): Handled => ({ outcome: 'done', detail, forget: true })

/** The payment, or why it does not count. */
function readMoney({ ipn, event, sellerId, at }: Notice, currency: Currency): Money | string {
  if (ipn.currency && ipn.currency !== currency)
    return `Paid in ${ipn.currency}, but the price is in ${currency}`
  const amountMinor = minorOfAmount(ipn.amount, currency)
  const taxMinor = minorOfAmount(ipn.taxAmount || '0', currency)
  if (amountMinor === null || taxMinor === null || taxMinor > amountMinor)
    return `The amount “${ipn.amount}” can’t be read`
  const paidAt = event.occurred_at
  return {
    at,
    externalId: ipn.transactionId,
    sellerId,
    amountMinor,
    taxMinor,
    feeMinor: null,
    currency,
    paidAt,
  }
}

const subtractTax = ({ amountMinor, taxMinor }: Money): number => amountMinor - taxMinor

const tooLittle = (money: Money, name: string, price: number): string =>
  `Paid ${moneyText(subtractTax(money), money.currency)} net of tax, but ${name} costs ${moneyText(price, money.currency)}. No credits were given`

/** Ends a cancelled purchase with its period. A cancellation counts from its receipt, and a later payment revokes it. */
async function followCancellation(
  ctx: Context,
  accountId: number,
  at: AtVendor,
  invoice: string,
  now?: Date,
) {
  if (!(await countsSubscription(ctx, accountId, at, invoice))) {
    // Another purchase decides on the account, and this one no longer can.
    if (now)
      await followSubscription(ctx, {
        accountId,
        at,
        subscription: invoice,
        state: 'cancelled',
        cancelAt: null,
      })
    return
  }
  const row = await findCurrentSubscription(ctx, accountId)
  if (!row?.period_start || row.billed_by !== 'paykickstart' || row.state === 'cancelled') return
  const cancelled = now ?? (await lastEventAt(ctx.db, at, CANCELLATION, invoice))
  const ends = cancelled !== null && cancelled >= row.period_start
  const isOver = ends && (row.period_end === null || row.period_end <= ctx.clock.now())
  await followSubscription(ctx, {
    accountId,
    at,
    subscription: invoice,
    state: isOver ? 'cancelled' : (row.state as 'active'),
    pastDueSince: row.past_due_since,
    cancelAt: ends ? row.period_end : null,
  })
}

function makePeriod(version: SoldVersion, start: Date, isTrial: boolean) {
  if (isTrial) return { start, end: new Date(start.getTime() + version.trial_days * DAY_MS) }
  return { start, end: version.period && boundary(start, version.period, 1) }
}

async function sellPackage(ctx: Context, notice: Notice, planId: number): Promise<Handled> {
  const { ipn, event, sellerId, at } = notice
  const paid = await lockPaidSubscription(ctx.db, at, ipn.invoiceId)
  const version = await findVersionOf(ctx.db, planId, paid?.plan_version_id)
  if (!version?.currency) return ignored('The package of this product has no price, or is not published')
  const money = readMoney(notice, version.currency)
  if (typeof money === 'string') return ignored(money)
  const isShort = subtractTax(money) < version.price_minor
  const isTrial = isShort && !ipn.isRebill && version.trial_days > 0
  if (isShort && !isTrial && (!ipn.hasCoupon || subtractTax(money) === 0))
    return ignored(tooLittle(money, version.name, version.price_minor))
  const { email, firstName, lastName } = ipn.buyer
  const { accountId, isNew } = await packagePaid(ctx, {
    at,
    sellerId,
    payer: { email, firstName, lastName, company: `${firstName} ${lastName}`.trim() },
    subscription: ipn.invoiceId,
    versionId: version.id,
    name: version.name,
    credits: version.credits,
    period: makePeriod(version, event.occurred_at, isTrial),
    isTrial,
    money: money.amountMinor > 0 ? money : null,
  })
  if (accountId === null) return waits(notice)
  await followCancellation(ctx, accountId, at, ipn.invoiceId)
  return done(isNew ? `${version.name} for account ${accountId}` : 'This payment was counted before')
}

async function sellPack(ctx: Context, notice: Notice, packId: number): Promise<Handled> {
  const { ipn, sellerId } = notice
  const pack = await findPackOffer(ctx.db, sellerId, packId)
  if (!pack) return ignored('The top-up pack of this product is no longer offered')
  const money = readMoney(notice, pack.currency)
  if (typeof money === 'string') return ignored(money)
  if (subtractTax(money) < pack.price && (!ipn.hasCoupon || subtractTax(money) === 0))
    return ignored(tooLittle(money, pack.name, pack.price))
  const { name, credits } = pack
  const sold = { kind: 'pack' as const, name, credits, isTrial: false, money, periodEnd: null }
  const accountId = await findOrWaitForAccount(ctx, makeSale(notice), ipn.buyer.email, sold)
  if (accountId === undefined) throw new NotYetError(`No customer of yours has the email ${ipn.buyer.email}`)
  if (accountId === null) return waits(notice)
  const isNew = await packPaid(ctx, { accountId, kind: 'pack', name, credits, money })
  return done(isNew ? `${name} for account ${accountId}` : 'This payment was counted before')
}

async function sell(ctx: Context, notice: Notice): Promise<Handled> {
  const { ipn, sellerId } = notice
  const product = await findProduct(ctx.db, sellerId, ipn)
  if (!product) throw new NotYetError(`Product ${ipn.productId} isn’t mapped to a package or top-up pack`)
  if (product.plan_id !== null) return sellPackage(ctx, notice, product.plan_id)
  return sellPack(ctx, notice, product.pack_id as number)
}

async function refund(ctx: Context, notice: Notice): Promise<Handled> {
  const { ipn, at } = notice
  const payment =
    (await lockPayment(ctx.db, at, ipn.transactionId)) ?? (await findRefundable(ctx.db, at, ipn.invoiceId))
  const findEnd = (row: WaitingSaleRow, now: Date) => (isAll(ipn, row) ? now : row.ends_at)
  if (!payment && (await endWaitingSale(ctx, makeSale(notice), findEnd))) return waits(notice)
  if (!payment) throw new NotYetError('The payment that was refunded isn’t known')
  const currency = payment.currency as Currency
  const amount = minorOfAmount(ipn.amount.replace(/^-/, ''), currency)
  if (!amount) return ignored(`The amount “${ipn.amount}” can’t be read`)
  await refundPaymentCredits(ctx, at, payment.external_id, payment.refunded_minor + amount)
  return done(`${moneyText(amount, currency)} refunded of ${payment.name}`)
}

async function cancel(ctx: Context, notice: Notice): Promise<Handled> {
  const { ipn, event, at } = notice
  const paid = await lockPaidSubscription(ctx.db, at, ipn.invoiceId)
  const findEnd = ({ period_end: end }: WaitingSaleRow, now: Date) => end ?? now
  if (!paid && (await endWaitingSale(ctx, makeSale(notice), findEnd))) return waits(notice)
  if (!paid) throw new NotYetError('The purchase that was cancelled isn’t known')
  await followCancellation(ctx, paid.account_id, at, ipn.invoiceId, event.received_at)
  return done(`Cancelled for account ${paid.account_id}`)
}

const HANDLERS = { payment: sell, refund, cancellation: cancel, other: async () => ignored('') }

/** Applies a PayKickstart notification, in the event's transaction. @throws NotYetError to retry. */
export async function applyIpn(ctx: Context, event: EventRow): Promise<Handled> {
  const ipn = event.payload as unknown as Notice['ipn']
  const sellerId = event.seller_account_id
  if (sellerId === null) return ignored('The seller is gone')
  const at = { vendor: 'paykickstart' as const, account: event.vendor_account }
  const handled = await HANDLERS[ipn.kind](ctx, { ipn, event, sellerId, at })
  if (ipn.kind === 'payment' && handled.outcome === 'ignored')
    await noteProblem(ctx, {
      at,
      accountId: sellerId,
      kind: 'payment_missing',
      externalId: ipn.transactionId,
      // The notification is forgotten with the buyer's name.
      objectId: null,
      message: handled.detail ?? '',
    })
  return handled
}
