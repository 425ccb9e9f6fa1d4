import type { Handled } from './event-worker.ts'
import { NotYetError } from './event-worker.ts'
import { DONE, IGNORED, type ObjectsDeps, type Reader, readInOrder, refsOf } from './object-reading.ts'
import { lockPayment } from './payments-store.ts'

/** An event about an unknown payment is retried while that payment may still arrive. */
const YOUNG_MS = 60 * 60_000

/** One-off payments, refunds and disputes. */
export function createMoneyReaders({ db, clock, stripe, effects, recharges }: ObjectsDeps) {
  const intent: Reader = (seller, _event, id) =>
    readInOrder(db, seller.at, id, async () => {
      const facts = await stripe.readIntent(seller.at.account, id)
      if (!facts.metadata.recharge) return IGNORED('Handled with its checkout or invoice')
      return () => recharges.settle(seller, facts)
    })

  /** @throws NotYetError while the payment may still arrive. */
  async function unknown(facts: { createdAt: Date }): Promise<Handled> {
    if (clock.now().getTime() - facts.createdAt.getTime() < YOUNG_MS)
      throw new NotYetError('Its payment is not known yet')
    return { outcome: 'ignored', detail: 'Not a payment of ours' }
  }

  const refund: Reader = async (seller, event) => {
    const id = refsOf(event).payment_intent
    if (!id) return IGNORED('Names no payment')
    // Separate from other reads of the payment: a read that writes nothing must not overtake this one.
    return readInOrder(db, seller.at, `${id}:refund`, async () => {
      const facts = await stripe.readIntent(seller.at.account, id)
      return async () =>
        (await effects.refunded(seller.at, id, facts.refundedMinor)) ? DONE : unknown(facts)
    })
  }

  const dispute: Reader = (seller, _event, id) =>
    readInOrder(db, seller.at, id, async () => {
      const facts = await stripe.readDispute(seller.at.account, id)
      const payment = facts.intent
      if (!payment) return IGNORED('Names no payment')
      const paid = await stripe.readIntent(seller.at.account, payment)
      return async () => {
        const reported = { externalId: id, payment, state: facts.state, openedAt: facts.createdAt }
        if (!(await lockPayment(db, seller.at, payment))) return unknown(paid)
        await effects.disputed(seller.at, reported)
        return DONE
      }
    })

  return { intent, refund, dispute }
}
