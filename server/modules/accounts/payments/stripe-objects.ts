import type { Currency } from '#contract/core/money.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type CheckoutFacts, type IntentFacts, isStripeGone } from '#server/providers/payments/index.ts'
import type { Connections } from './connections-service.ts'
import { findByExternal } from './connections-store.ts'
import { type EventHandler, type Handled, NotYetError } from './event-worker.ts'
import { mayWrite, wantObject } from './events-store.ts'
import { lockPayment } from './payments-store.ts'
import type { AtVendor, EventRow } from './payments-tables.ts'
import type { Recharges } from './recharge-service.ts'
import {
  customerById,
  findCheckout,
  noteDifference,
  saveCustomer,
  setMethod,
  updateCheckout,
} from './stripe-rows.ts'
import type { SellerAt, SyncDeps, SyncSubscription } from './stripe-subscriptions.ts'

interface ObjectsDeps extends SyncDeps {
  clock: Clock
  syncSubscription: SyncSubscription
  recharges: Pick<Recharges, 'settle'>
  connections: Pick<Connections, 'leave' | 'refresh'>
  /** Says that the method of an account was taken away and nothing is left to charge. */
  methodRemoved(accountId: number, card: string): Promise<void>
}

type Writing = () => Promise<Handled>
type Reader = (seller: SellerAt, event: EventRow, id: string) => Promise<Writing>

const DONE: Handled = { outcome: 'done' }
const IGNORED =
  (detail: string): Writing =>
  async () => ({ outcome: 'ignored', detail })
/** An event about a payment that is not known is tried again while its payment may still be on its way here. */
const YOUNG_MS = 60 * 60_000

/** A type that is acted on, and the kind of object that is read for it. */
const READS: Readonly<Record<string, string>> = {
  'checkout.session.completed': 'checkout',
  'checkout.session.async_payment_succeeded': 'checkout',
  'checkout.session.async_payment_failed': 'checkout',
  'checkout.session.expired': 'checkout',
  'customer.subscription.created': 'subscription',
  'customer.subscription.updated': 'subscription',
  'customer.subscription.deleted': 'subscription',
  'customer.subscription.paused': 'subscription',
  'customer.subscription.resumed': 'subscription',
  'customer.subscription.trial_will_end': 'subscription',
  'customer.subscription.pending_update_applied': 'subscription',
  'customer.subscription.pending_update_expired': 'subscription',
  'invoice.paid': 'invoice',
  'invoice.payment_succeeded': 'invoice',
  'invoice.payment_failed': 'invoice',
  'invoice.payment_action_required': 'invoice',
  'invoice.voided': 'invoice',
  'payment_intent.succeeded': 'intent',
  'payment_intent.payment_failed': 'intent',
  'payment_intent.canceled': 'intent',
  'charge.refunded': 'refund',
  'charge.refund.updated': 'refund',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'customer.updated': 'customer',
  'payment_method.attached': 'customer',
  'payment_method.updated': 'customer',
  'payment_method.automatically_updated': 'customer',
  'payment_method.detached': 'detached',
  'account.updated': 'account',
  'capability.updated': 'account',
  'account.application.deauthorized': 'deauthorized',
}
export const isKnownType = (type: string): boolean => type in READS

const refsOf = ({ payload }: EventRow) => (payload.refs ?? {}) as Record<string, string>

/** What is read again for an event, and what that brings. */
export function createStripeHandler(deps: ObjectsDeps): EventHandler {
  const { db, clock, stripe, effects, recharges, connections, syncSubscription } = deps

  /** A pack or add-on whose session is paid, as it was offered: else a difference is noted and nothing given. */
  async function writeCheckout(
    { sellerId, at }: SellerAt,
    session: CheckoutFacts,
    intent: IntentFacts | null,
    customer: Awaited<ReturnType<typeof stripe.readCustomer>> | null,
  ): Promise<Handled> {
    const offered = await findCheckout(db, sellerId, Number(session.metadata.checkout))
    if (!offered || (offered.external_id !== null && offered.external_id !== session.id))
      return { outcome: 'ignored', detail: 'Not sold here' }
    if (session.status === 'expired') {
      await updateCheckout(db, offered, { state: 'expired' })
      return DONE
    }
    const { customer_account_id: accountId } = offered
    if (!session.isPaid || intent?.status !== 'succeeded' || accountId === null)
      return { outcome: 'done', detail: 'Not paid yet' }
    const isRight =
      session.currency === offered.currency &&
      session.totalMinor - session.taxMinor === offered.amount_minor &&
      intent.currency === offered.currency &&
      intent.receivedMinor === session.totalMinor
    if (!isRight) {
      const message = `Checkout ${offered.id} asked for ${offered.amount_minor} ${offered.currency} and got ${session.totalMinor} ${session.currency}. No credits were given`
      await noteDifference(db, {
        accountId: sellerId,
        kind: 'amount_differs',
        externalId: session.id,
        message,
      })
      return { outcome: 'done', detail: message }
    }
    await effects.packPaid({
      accountId,
      kind: offered.kind === 'add_on' ? 'add_on' : 'pack',
      name: offered.name,
      credits: offered.credits,
      money: {
        at,
        externalId: intent.id,
        sellerId,
        amountMinor: intent.receivedMinor,
        taxMinor: session.taxMinor,
        feeMinor: intent.feeMinor,
        currency: offered.currency as Currency,
        paidAt: intent.createdAt,
      },
    })
    await updateCheckout(db, offered, { state: 'paid', external_id: session.id })
    if (customer) await saveCustomer(db, accountId, at, customer)
    if (intent.refundedMinor > 0) await effects.refunded(at, intent.id, intent.refundedMinor)
    return DONE
  }

  /** Puts a read in its place among the reads of the same object. */
  async function inOrder(at: AtVendor, id: string, read: () => Promise<Writing>): Promise<Writing> {
    const seq = await wantObject(db, at, id)
    const write = await read()
    return async () =>
      (await mayWrite(db, at, id, seq)) ? write() : { outcome: 'done', detail: 'A later read was written' }
  }

  const checkout: Reader = async (seller, event, id) => {
    const { account } = seller.at
    const subscription = refsOf(event).subscription
    if (subscription) return syncSubscription(seller, subscription)
    return inOrder(seller.at, id, async () => {
      const session = await stripe.readCheckout(account, id)
      if (session.subscription) return syncSubscription(seller, session.subscription)
      if (!session.metadata.checkout) return IGNORED('Not sold here')
      const intent = session.intent ? await stripe.readIntent(account, session.intent) : null
      const customer = session.customer ? await stripe.readCustomer(account, session.customer) : null
      return () => writeCheckout(seller, session, intent, customer)
    })
  }

  const intent: Reader = (seller, _event, id) =>
    inOrder(seller.at, id, async () => {
      const facts = await stripe.readIntent(seller.at.account, id)
      if (!facts.metadata.recharge) return IGNORED('Handled with its checkout or invoice')
      return () => recharges.settle(seller, facts)
    })

  /** @throws NotYetError while the payment may still be on its way here. */
  async function unknown(facts: { createdAt: Date }): Promise<Handled> {
    if (clock.now().getTime() - facts.createdAt.getTime() < YOUNG_MS)
      throw new NotYetError('Its payment is not known yet')
    return { outcome: 'ignored', detail: 'Not a payment of ours' }
  }

  const refund: Reader = async (seller, event) => {
    const id = refsOf(event).payment_intent
    if (!id) return IGNORED('Names no payment')
    // Apart from what else is read of the payment: a look that writes nothing must not overtake this one.
    return inOrder(seller.at, `${id}:refund`, async () => {
      const facts = await stripe.readIntent(seller.at.account, id)
      return async () =>
        (await effects.refunded(seller.at, id, facts.refundedMinor)) ? DONE : unknown(facts)
    })
  }

  const dispute: Reader = (seller, _event, id) =>
    inOrder(seller.at, id, async () => {
      const facts = await stripe.readDispute(seller.at.account, id)
      const payment = facts.intent
      if (!payment) return IGNORED('Names no payment')
      const paid = await stripe.readIntent(seller.at.account, payment)
      return async () => {
        const told = { externalId: id, payment, state: facts.state, openedAt: facts.createdAt }
        if (!(await lockPayment(db, seller.at, payment))) return unknown(paid)
        await effects.disputed(seller.at, told)
        return DONE
      }
    })

  const customer: Reader = async (seller, event, objectId) => {
    const id = event.type === 'customer.updated' ? objectId : refsOf(event).customer
    const known = id ? await customerById(db, seller.at, id) : undefined
    if (!id || !known) return IGNORED('Not a customer of ours')
    return inOrder(seller.at, id, async () => {
      const facts = await stripe.readCustomer(seller.at.account, id)
      return async () => {
        await setMethod(db, known, facts.method)
        if (known.method_id !== null && facts.method === null)
          await deps.methodRemoved(known.account_id, known.last4 ?? '')
        return DONE
      }
    })
  }

  /** What is detached names its customer no more: whoever had it is looked at. */
  const detached: Reader = async (seller, event, id) => {
    const row = await db
      .selectFrom('payment_customer')
      .select('external_id')
      .where('vendor', '=', seller.at.vendor)
      .where('vendor_account', '=', seller.at.account)
      .where('method_id', '=', id)
      .executeTakeFirst()
    if (!row) return IGNORED('Not a customer of ours')
    const named = { ...event, type: 'customer.updated' }
    return customer(seller, named, row.external_id)
  }

  const invoice: Reader = async (seller, event) => {
    const { parent, subscription = parent } = refsOf(event)
    return subscription ? syncSubscription(seller, subscription) : IGNORED('Not of a subscription')
  }

  const account: Reader = async ({ sellerId }) => {
    await connections.refresh(sellerId).catch((error) => {
      if (!isStripeGone(error.cause)) throw error
    })
    return async () => DONE
  }

  /** The account cannot be asked any more: what was signed is believed. */
  const deauthorized: Reader =
    async ({ at }) =>
    async () => {
      const connection = await findByExternal(db, at.account)
      if (connection) await connections.leave(connection)
      return DONE
    }

  const readers: Record<string, Reader> = {
    checkout,
    subscription: (seller, _event, id) => syncSubscription(seller, id),
    invoice,
    intent,
    refund,
    dispute,
    customer,
    detached,
    account,
    deauthorized,
  }

  return async (event) => {
    const reader = readers[READS[event.type] ?? '']
    const { seller_account_id: sellerId, object_id: id } = event
    if (!reader || sellerId === null || id === null) return IGNORED('Nothing to do')
    return reader({ sellerId, at: { vendor: 'stripe', account: event.vendor_account } }, event, id)
  }
}
