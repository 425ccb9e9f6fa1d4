import { notify } from '#server/modules/activity/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { DONE, IGNORED, type Reader, readInOrder, readRefs } from './object-reading.ts'
import type { CustomerRow } from './payments-tables.ts'
import { customerById, setMethod } from './stripe-rows.ts'

// How customers pay: payment methods changed, replaced or removed.

/** Notifies that an account's payment method was removed and none is left. */
const notifyOfRemoval = (ctx: Context, { account_id: accountId, last4 }: CustomerRow): Promise<unknown> =>
  notify(ctx, {
    accountId,
    permission: 'owner',
    kind: 'card_expiring',
    detail: { card: last4 ?? '', month: '', reason: 'removed' },
  })

export const readCustomer: Reader = async (ctx, seller, event, objectId) => {
  const id = event.type === 'customer.updated' ? objectId : readRefs(event).customer
  const known = id ? await customerById(ctx.db, seller.at, id) : undefined
  if (!id || !known) return IGNORED('Not a customer of ours')
  return readInOrder(ctx.db, seller.at, id, async () => {
    const facts = await ctx.stripe.readCustomer(seller.at.account, id)
    return async () => {
      await setMethod(ctx.db, known, facts.method)
      if (known.method_id !== null && facts.method === null) await notifyOfRemoval(ctx, known)
      return DONE
    }
  })
}

/** A detached method no longer names its customer: the previous one is checked. */
export const readDetachedMethod: Reader = async (ctx, seller, event, id) => {
  const row = await findRow(
    ctx.db,
    'payment_customer',
    { vendor: seller.at.vendor, vendor_account: seller.at.account, method_id: id },
    ['external_id'],
  )
  if (!row) return IGNORED('Not a customer of ours')
  const named = { ...event, type: 'customer.updated' }
  return readCustomer(ctx, seller, named, row.external_id)
}
