import { isStripeGone } from '#server/providers/payments/index.ts'
import { findByExternal } from './connections-store.ts'
import type { EventHandler } from './event-worker.ts'
import { READS } from './known-types.ts'
import { DONE, IGNORED, type ObjectsDeps, type Reader, refsOf } from './object-reading.ts'
import { createCheckoutReader } from './read-checkout.ts'
import { createCustomerReaders } from './read-customer.ts'
import { createMoneyReaders } from './read-money.ts'

/** What is read again for an event, and its effects. */
export function createStripeHandler(deps: ObjectsDeps): EventHandler {
  const { db, connections, syncSubscription } = deps

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

  /** The account can no longer be queried: the signed data is used. */
  const deauthorized: Reader =
    async ({ at }) =>
    async () => {
      const connection = await findByExternal(db, at.account)
      if (connection) await connections.leave(connection)
      return DONE
    }

  const readers: Record<string, Reader> = {
    checkout: createCheckoutReader(deps),
    subscription: (seller, _event, id) => syncSubscription(seller, id),
    invoice,
    ...createMoneyReaders(deps),
    ...createCustomerReaders(deps),
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
