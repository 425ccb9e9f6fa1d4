import { requireDeliverable } from '#server/modules/accounts/plans/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import type { Session } from './checkout-session.ts'
import { findFeePercent } from './connection-reads.ts'
import { atStripe } from './connections-store.ts'
import { countFee } from './prices.ts'
import { reserveCoupon } from './reserve-coupon.ts'
import { findCustomer, insertCheckout, openPackagePages, updateCheckout } from './stripe-rows.ts'

const MINUTE = 60_000
/** How long payment pages can be paid. A page with a limited coupon keeps it from others. */
const LIFETIME = 23 * 60 * MINUTE
const LIFETIME_WITH_COUPON = 45 * MINUTE

/**
 * Closes an account's earlier pages of packages: only one can be paid, and its coupon is free again.
 * @throws AppError conflict when one has just been paid.
 */
async function closeEarlierPages(
  ctx: Context,
  sellerId: number,
  { kind, customer_account_id: id }: Session['row'],
) {
  if (id === null || kind !== 'package') return
  for (const earlier of await openPackagePages(ctx.db, sellerId, id)) {
    const { vendor_account: account, external_id: page } = earlier
    const isClosed = await ctx.stripe.expireCheckout(account, page as string).then(
      () => true,
      () => false,
    )
    if (isClosed) await updateCheckout(ctx.db, earlier, { state: 'expired' })
    else if ((await ctx.stripe.readCheckout(account, page as string)).status === 'complete')
      throw conflict('You have just paid for a package. Reload this page in a minute')
  }
}

/** Records an offer, with one use of its coupon reserved. */
async function recordOffer(ctx: Context, { connection, row }: Session) {
  const at = atStripe(connection)
  const isLimited = await reserveCoupon(ctx.db, { ...row, account_id: connection.account_id })
  const expiresAt = new Date(ctx.clock.now().getTime() + (isLimited ? LIFETIME_WITH_COUPON : LIFETIME))
  const noted = await insertCheckout(ctx.db, {
    ...row,
    account_id: connection.account_id,
    vendor: at.vendor,
    vendor_account: at.account,
    check_at: new Date(expiresAt.getTime() + 5 * MINUTE),
  })
  return { noted, expiresAt }
}

/** Opens payment pages; the offer is recorded first. */
export async function openCheckout(ctx: Context, session: Session): Promise<{ url: string }> {
  const { connection, row, origin } = session
  await requireDeliverable(ctx, connection.account_id, row.credits)
  const at = atStripe(connection)
  const isPackage = row.kind === 'package'
  const percent = await findFeePercent(ctx, connection)
  const customer =
    row.customer_account_id === null ? undefined : await findCustomer(ctx.db, row.customer_account_id, at)
  await closeEarlierPages(ctx, connection.account_id, row)
  const { noted, expiresAt } = await transaction(ctx.db, () => recordOffer(ctx, session))
  const page = await ctx.stripe
    .createCheckout(at.account, {
      mode: isPackage ? 'subscription' : 'payment',
      prices: session.prices,
      customer: customer?.external_id ?? null,
      email: session.email,
      successUrl: `${origin}${session.backTo}?checkout=success&session={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${origin}${session.backTo}?checkout=cancelled`,
      metadata: { checkout: String(noted.id) },
      trialDays: session.trialDays,
      feePercent: percent,
      feeMinor: isPackage ? 0 : countFee(row.amount_minor, percent),
      tax: connection.tax,
      coupon: session.coupon,
      key: `checkout:${connection.account_id}:${noted.id}`,
      expiresAt,
    })
    .catch(async (error) => {
      // Nobody has got its address.
      await updateCheckout(ctx.db, noted, { state: 'expired' })
      throw error
    })
  await updateCheckout(ctx.db, noted, { external_id: page.id })
  if (!page.url)
    throw new AppError('unavailable', 'Stripe couldn’t open a payment page. Try again in a minute')
  return { url: page.url }
}
