import { findRow } from '#server/platform/db/rows.ts'
import { DONE, IGNORED, type ObjectsDeps, type Reader, readInOrder, refsOf } from './object-reading.ts'
import { customerById, setMethod } from './stripe-rows.ts'

/** How customers pay: payment methods changed, replaced or removed. */
export function createCustomerReaders({ db, stripe, methodRemoved }: ObjectsDeps) {
  const customer: Reader = async (seller, event, objectId) => {
    const id = event.type === 'customer.updated' ? objectId : refsOf(event).customer
    const known = id ? await customerById(db, seller.at, id) : undefined
    if (!id || !known) return IGNORED('Not a customer of ours')
    return readInOrder(db, seller.at, id, async () => {
      const facts = await stripe.readCustomer(seller.at.account, id)
      return async () => {
        await setMethod(db, known, facts.method)
        if (known.method_id !== null && facts.method === null)
          await methodRemoved(known.account_id, known.last4 ?? '')
        return DONE
      }
    })
  }

  /** A detached method no longer names its customer: the previous one is checked. */
  const detached: Reader = async (seller, event, id) => {
    const row = await findRow(
      db,
      'payment_customer',
      { vendor: seller.at.vendor, vendor_account: seller.at.account, method_id: id },
      ['external_id'],
    )
    if (!row) return IGNORED('Not a customer of ours')
    const named = { ...event, type: 'customer.updated' }
    return customer(seller, named, row.external_id)
  }

  return { customer, detached }
}
