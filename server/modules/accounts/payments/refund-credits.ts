import { holdForDispute, releaseDispute } from '#server/modules/accounts/subscriptions/index.ts'
import {
  creditsArrived,
  holdSourceCredits,
  lockAccountWallet,
  reclaimSourceCredits,
  releaseHeldCredits,
} from '#server/modules/accounts/wallet/index.ts'
import type { Context } from '#server/platform/context.ts'
import { requireTransaction } from '#server/platform/db/db.ts'
import { findRow, insertRow, lockRow, updateRows } from '#server/platform/db/rows.ts'
import { lockPayment, updatePayment } from './payments-store.ts'
import type { AtVendor, PaymentRow } from './payments-tables.ts'

/** The credits of the refunded part of what was paid, rounded down; all for a full refund. */
export function creditsRefunded(credits: number, refundedMinor: number, amountMinor: number): number {
  if (amountMinor === 0 || refundedMinor >= amountMinor) return refundedMinor > 0 ? credits : 0
  return Number((BigInt(credits) * BigInt(refundedMinor)) / BigInt(amountMinor))
}

/** A part from the customer's balance isn't refunded with the payment. */
const paidInAll = ({ amount_minor, balance_minor }: PaymentRow) => amount_minor + Math.max(0, balance_minor)

const readCreditSource = (payment: PaymentRow) =>
  payment.source_kind === null || payment.source_id === null
    ? null
    : { accountId: payment.account_id, sourceKind: payment.source_kind, sourceId: payment.source_id }

// Refunds and disputes. Each joins the current transaction and changes nothing when repeated.

/** Takes back a payment's credits up to `target` in total; spent ones are recorded as owed. */
async function reclaimUpTo(ctx: Context, payment: PaymentRow, target: number, reason: string) {
  const missing = target - payment.taken_back - payment.owed
  if (missing <= 0) return { taken_back: payment.taken_back, owed: payment.owed }
  const source = readCreditSource(payment)
  const reclaimed = source ? await reclaimSourceCredits(ctx, source, { amount: missing, reason }) : 0
  return { taken_back: payment.taken_back + reclaimed, owed: payment.owed + missing - reclaimed }
}

const lockDispute = (ctx: Context, at: AtVendor, externalId: string) =>
  lockRow(ctx.db, 'payment_dispute', {
    vendor: at.vendor,
    vendor_account: at.account,
    external_id: externalId,
  })

/**
 * This much of a payment has been refunded in total. Unspent credits are taken back in proportion.
 * @returns false for an unknown payment.
 */
export async function refundPaymentCredits(
  ctx: Context,
  at: AtVendor,
  externalId: string,
  refundedMinor: number,
): Promise<boolean> {
  requireTransaction(ctx.db, 'A refund')
  const payment = await lockPayment(ctx.db, at, externalId)
  if (!payment) return false
  const refunded = Math.min(refundedMinor, payment.amount_minor)
  if (refunded <= payment.refunded_minor) return true
  await lockAccountWallet(ctx, payment.account_id)
  const target = creditsRefunded(payment.credits, refunded, paidInAll(payment))
  await updatePayment(ctx.db, payment, {
    ...(await reclaimUpTo(ctx, payment, target, 'Payment refunded')),
    refunded_minor: refunded,
    ...(payment.state !== 'disputed' &&
      payment.state !== 'lost' && {
        state: refunded === payment.amount_minor ? ('refunded' as const) : ('partly_refunded' as const),
      }),
  })
  return true
}

/**
 * A payment is disputed: its unspent credits are held. Winning releases exactly those, losing takes them and
 * records the rest as owed.
 * @returns false for an unknown payment.
 */
export async function applyDispute(
  ctx: Context,
  at: AtVendor,
  reported: { externalId: string; payment: string; state: 'open' | 'won' | 'lost'; openedAt: Date },
): Promise<boolean> {
  requireTransaction(ctx.db, 'A dispute')
  const payment = await lockPayment(ctx.db, at, reported.payment)
  if (!payment) return false
  const accountId = payment.account_id
  const now = ctx.clock.now()
  await lockAccountWallet(ctx, accountId)
  let known = await lockDispute(ctx, at, reported.externalId)
  if (!known) {
    const source = readCreditSource(payment)
    const held = source ? await holdSourceCredits(ctx, source, payment.id) : 0
    known = await insertRow(ctx.db, 'payment_dispute', {
      account_id: accountId,
      vendor: at.vendor,
      vendor_account: at.account,
      external_id: reported.externalId,
      payment_id: payment.id,
      state: 'open',
      held,
      opened_at: reported.openedAt,
      closed_at: null,
    })
    await updatePayment(ctx.db, payment, { state: 'disputed' })
    await holdForDispute(ctx, accountId, payment.seller_account_id, now)
  }
  if (known.state !== 'open' || reported.state === 'open') return true
  await releaseHeldCredits(ctx, accountId, payment.id)
  const isLost = reported.state === 'lost'
  const before = payment.refunded_minor === 0 ? ('paid' as const) : ('partly_refunded' as const)
  await updatePayment(ctx.db, payment, {
    ...(isLost &&
      (await reclaimUpTo(
        ctx,
        payment,
        creditsRefunded(payment.credits, payment.amount_minor, paidInAll(payment)),
        'Payment dispute lost',
      ))),
    state: isLost ? 'lost' : before,
  })
  await creditsArrived(ctx, accountId)
  const ours = { account_id: accountId, vendor: at.vendor, vendor_account: at.account }
  const closed = { state: reported.state, closed_at: now }
  await updateRows(ctx.db, 'payment_dispute', { ...ours, external_id: reported.externalId }, closed)
  // Another payment may still be disputed.
  const isOver = !(await findRow(ctx.db, 'payment_dispute', { ...ours, state: 'open' }, ['external_id']))
  if (isOver) await releaseDispute(ctx, accountId, payment.seller_account_id, now)
  return true
}
