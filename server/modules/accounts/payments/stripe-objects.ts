import type { Context } from '#server/platform/context.ts'
import { isStripeGone } from '#server/providers/payments/index.ts'
import { findByExternal } from './connections-store.ts'
import { READS } from './known-types.ts'
import { DONE, IGNORED, type Reader, readRefs, type Writing } from './object-reading.ts'
import type { EventRow } from './payments-tables.ts'
import { readCheckout } from './read-checkout.ts'
import { readCustomer, readDetachedMethod } from './read-customer.ts'
import { readDispute, readIntent, readRefund } from './read-money.ts'
import { leaveStripe, refreshStripeConnection } from './stripe-connection.ts'
import { syncSubscription } from './stripe-subscriptions.ts'

const readInvoice: Reader = async (ctx, seller, event) => {
  const { parent, subscription = parent } = readRefs(event)
  return subscription ? syncSubscription(ctx, seller, subscription) : IGNORED('Not of a subscription')
}

const readAccount: Reader = async (ctx, { sellerId }) => {
  await refreshStripeConnection(ctx, sellerId).catch((error) => {
    if (!isStripeGone(error.cause)) throw error
  })
  return async () => DONE
}

/** The account can no longer be queried: the signed data is used. */
const readDeauthorized: Reader =
  async (ctx, { at }) =>
  async () => {
    const connection = await findByExternal(ctx.db, at.account)
    if (connection) await leaveStripe(ctx, connection)
    return DONE
  }

const READERS: Readonly<Record<string, Reader>> = {
  checkout: readCheckout,
  subscription: (ctx, seller, _event, id) => syncSubscription(ctx, seller, id),
  invoice: readInvoice,
  intent: readIntent,
  refund: readRefund,
  dispute: readDispute,
  customer: readCustomer,
  detached: readDetachedMethod,
  account: readAccount,
  deauthorized: readDeauthorized,
}

/** Reads the object of an event again, outside of any transaction. @returns its effects. */
export async function readStripeEvent(ctx: Context, event: EventRow): Promise<Writing> {
  const reader = READERS[READS[event.type] ?? '']
  const { seller_account_id: sellerId, object_id: id } = event
  if (!reader || sellerId === null || id === null) return IGNORED('Nothing to do')
  return reader(ctx, { sellerId, at: { vendor: 'stripe', account: event.vendor_account } }, event, id)
}
