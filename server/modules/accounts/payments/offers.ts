import type { PaymentVendor } from '#contract/accounts/payments.ts'
import type { Offer } from '#contract/accounts/sales.ts'
import type { Context } from '#server/platform/context.ts'
import { findPortalUrl } from './account-payments.ts'
import { findChargeableSeller } from './connection-reads.ts'
import { vendorCheckoutUrl, vendorPortal } from './signals.ts'

// A seller that has Stripe and another vendor sells through Stripe.

/** How a package of a seller is paid for; `buy` is null where it is requested. */
export async function findCheckoutOffer(
  ctx: Context,
  sellerId: number,
  planId: number,
): Promise<Pick<Offer, 'buy' | 'checkout_url'>> {
  if (await findChargeableSeller(ctx, sellerId)) return { buy: 'stripe', checkout_url: null }
  const url = await vendorCheckoutUrl.ask(ctx, { sellerId, offer: { planId } })
  return { buy: url === null ? null : 'paykickstart', checkout_url: url }
}

/** Where an account manages its payments; null without a portal. */
export async function findAccountPortal(
  ctx: Context,
  accountId: number,
): Promise<{ type: PaymentVendor; value: string } | null> {
  const stripe = await findPortalUrl(ctx, accountId)
  const other = await vendorPortal.ask(ctx, { accountId })
  if (stripe !== null) return { type: 'stripe', value: stripe }
  return other === null ? null : { type: 'paykickstart', value: other }
}
