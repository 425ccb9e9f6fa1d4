import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { CheckoutDeps, Session } from './checkout-deps.ts'
import { atOf } from './connections-store.ts'
import { feeOf } from './prices.ts'
import { findCustomer, insertCheckout, updateCheckout } from './stripe-rows.ts'

/** Opens payment pages; the offer is recorded first. */
export const createOpening = ({ db, clock, stripe, connections }: CheckoutDeps) => {
  return async function open(session: Session): Promise<{ url: string }> {
    const { connection, row, origin } = session
    const at = atOf(connection)
    const isPackage = row.kind === 'package'
    const percent = await connections.feePercent(connection)
    const customer =
      row.customer_account_id === null ? undefined : await findCustomer(db, row.customer_account_id, at)
    const noted = await transaction(db, () =>
      insertCheckout(db, {
        ...row,
        account_id: connection.account_id,
        vendor: at.vendor,
        vendor_account: at.account,
      }),
    )
    const page = await stripe.createCheckout(
      at.account,
      {
        mode: isPackage ? 'subscription' : 'payment',
        prices: session.prices,
        customer: customer?.external_id ?? null,
        email: session.email,
        successUrl: `${origin}${session.backTo}?checkout=success&session={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${origin}${session.backTo}?checkout=cancelled`,
        metadata: { checkout: String(noted.id) },
        trialDays: session.trialDays,
        feePercent: percent,
        feeMinor: isPackage ? 0 : feeOf(row.amount_minor, percent),
        tax: connection.tax,
        coupon: session.coupon,
        key: `checkout:${connection.account_id}:${noted.id}`,
      },
      clock.now(),
    )
    await updateCheckout(db, noted, { external_id: page.id })
    if (!page.url)
      throw new AppError('unavailable', 'Stripe couldn’t open a payment page. Try again in a minute')
    return { url: page.url }
  }
}
