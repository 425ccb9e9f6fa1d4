import type { Context } from '#server/platform/context.ts'
import { type Handled, NotYetError } from './handled.ts'
import { DONE, IGNORED, type Reader, readInOrder, readRefs } from './object-reading.ts'
import { lockPayment } from './payments-store.ts'
import { applyDispute, refundPaymentCredits } from './refund-credits.ts'
import { settleRecharge } from './settle-recharge.ts'

// One-off payments, refunds and disputes.

/** An event about an unknown payment is retried while that payment may still arrive. */
const YOUNG_MS = 60 * 60_000

export const readIntent: Reader = (ctx, seller, _event, id) =>
  readInOrder(ctx.db, seller.at, id, async () => {
    const facts = await ctx.stripe.readIntent(seller.at.account, id)
    if (!facts.metadata.recharge) return IGNORED('Handled with its checkout or invoice')
    return () => settleRecharge(ctx, seller, facts)
  })

/** @throws NotYetError while the payment may still arrive. */
function ignoreUnknown(ctx: Context, facts: { createdAt: Date }): Handled {
  if (ctx.clock.now().getTime() - facts.createdAt.getTime() < YOUNG_MS)
    throw new NotYetError('Its payment is not known yet')
  return { outcome: 'ignored', detail: 'Not a payment of ours' }
}

export const readRefund: Reader = async (ctx, seller, event) => {
  const id = readRefs(event).payment_intent
  if (!id) return IGNORED('Names no payment')
  // Separate from other reads of the payment: a read that writes nothing must not overtake this one.
  return readInOrder(ctx.db, seller.at, `${id}:refund`, async () => {
    const facts = await ctx.stripe.readIntent(seller.at.account, id)
    return async () =>
      (await refundPaymentCredits(ctx, seller.at, id, facts.refundedMinor)) ? DONE : ignoreUnknown(ctx, facts)
  })
}

export const readDispute: Reader = (ctx, seller, _event, id) =>
  readInOrder(ctx.db, seller.at, id, async () => {
    const facts = await ctx.stripe.readDispute(seller.at.account, id)
    const payment = facts.intent
    if (!payment) return IGNORED('Names no payment')
    const paid = await ctx.stripe.readIntent(seller.at.account, payment)
    return async () => {
      const reported = { externalId: id, payment, state: facts.state, openedAt: facts.createdAt }
      if (!(await lockPayment(ctx.db, seller.at, payment))) return ignoreUnknown(ctx, paid)
      await applyDispute(ctx, seller.at, reported)
      return DONE
    }
  })
