import {
  findOfferedAddOns,
  type PlanVersionRow,
  requireSellable,
} from '#server/modules/accounts/plans/index.ts'
import { hadTrial } from '#server/modules/accounts/subscriptions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import { requireChargeable, type Session, type Wanted } from './checkout-session.ts'
import { ensureAddOnPrice, ensureCoupon, ensureSetUpPrice, ensureVersionPrice } from './prices.ts'

/**
 * Checkout lines of a package: its price, setup fee and add-ons.
 * @throws AppError conflict where the package cannot be sold, or add-ons cannot be bought.
 */
export async function createPackageSession(
  ctx: Context,
  version: PlanVersionRow & { name: string },
  wanted: Wanted,
): Promise<Session> {
  const { sellerId, couponCode } = wanted
  const connection = await requireChargeable(ctx, sellerId)
  const sold = await requireSellable(ctx.db, {
    planVersionId: version.id,
    sellerAccountId: sellerId,
    couponCode,
  })
  const currency = version.currency
  if (!currency || version.price_minor === 0) throw conflict('This package is free. Register for it instead')
  const extras = await findOfferedAddOns(ctx.db, version.plan_id, wanted.addOns)
  if (extras.some(({ seats }) => seats > 0))
    throw invalidField('add_ons', 'Add-ons with seats can’t be paid by card. Ask your provider')
  const person = { accountId: wanted.customerId, email: wanted.email }
  const isTried = version.trial_days > 0 && (await hadTrial(ctx.db, sellerId, person))
  const about = { ...version, currency }
  const lines = [
    await ensureVersionPrice(ctx, connection, about),
    ...(version.set_up_minor > 0 ? [await ensureSetUpPrice(ctx, connection, about)] : []),
  ]
  for (const extra of extras) lines.push(await ensureAddOnPrice(ctx, connection, about, extra))
  return {
    connection,
    row: {
      kind: 'package',
      customer_account_id: wanted.customerId,
      plan_version_id: version.id,
      name: version.name,
      credits: version.free_credits + extras.reduce((sum, { credits }) => sum + credits, 0),
      seats: 0,
      coupon: sold.coupon?.code ?? null,
      amount_minor: lines.reduce((sum, line) => sum + line.amount_minor, 0),
      currency,
    },
    prices: lines.map(({ external_id }) => external_id),
    coupon: sold.coupon ? await ensureCoupon(ctx, connection, about, sold.coupon) : null,
    trialDays: isTried ? 0 : version.trial_days,
    email: wanted.email,
    origin: wanted.origin,
    backTo: wanted.backTo,
  }
}
