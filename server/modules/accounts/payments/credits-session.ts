import type { Currency } from '#contract/core/money.ts'
import { findBrandOfAccount } from '#server/modules/accounts/accounts/index.ts'
import { findPack } from '#server/modules/accounts/billing/index.ts'
import { findOfferedAddOns, findSeller, packProblem } from '#server/modules/accounts/plans/index.ts'
import { findCurrentSubscription } from '#server/modules/accounts/subscriptions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import { requireChargeable, type Session } from './checkout-session.ts'
import { amountProblem, ensureStripePrice } from './prices.ts'
import { priceKeys } from './stripe-rows.ts'

// Checkout lines for credits bought once: packs, and add-ons of the account's package.

/** Credits bought once, at the current price. */
async function creditsSession(
  ctx: Context,
  sellerId: number,
  accountId: number,
  offer: {
    kind: 'pack' | 'add_on'
    key: string
    name: string
    credits: number
    price: number
    currency: Currency
  },
): Promise<Session> {
  const connection = await requireChargeable(ctx, sellerId)
  const problem = amountProblem(offer.price, offer.currency)
  if (problem) throw conflict(problem)
  if (offer.price === 0) throw conflict('This is free. Request it from your provider')
  const price = await ensureStripePrice(ctx, connection, {
    key: offer.key,
    name: offer.name,
    amountMinor: offer.price,
    currency: offer.currency,
    period: null,
  })
  return {
    connection,
    row: {
      kind: offer.kind,
      customer_account_id: accountId,
      plan_version_id: null,
      name: offer.name,
      credits: offer.credits,
      seats: 0,
      coupon: null,
      amount_minor: offer.price,
      currency: offer.currency,
    },
    prices: [price.external_id],
    coupon: null,
    trialDays: 0,
    email: null,
    origin: (await findBrandOfAccount(ctx, accountId)).url,
    backTo: '/wallet',
  }
}

export async function createPackSession(
  ctx: Context,
  sellerId: number,
  accountId: number,
  packId: number,
): Promise<Session> {
  const pack = await findPack(ctx.db, sellerId, packId)
  if (!pack) throw invalidField('pack_id', 'This pack isn’t offered any more. Choose another one')
  if (packProblem(await findSeller(ctx.db, sellerId), pack))
    throw conflict('This pack isn’t for sale at its price. Choose another one')
  const currency = pack.currency as Currency
  const key = priceKeys.pack(pack.id, pack.price, currency)
  return creditsSession(ctx, sellerId, accountId, { ...pack, kind: 'pack', key, currency })
}

export async function createAddOnsSession(
  ctx: Context,
  sellerId: number,
  accountId: number,
  names: readonly string[],
): Promise<Session> {
  const mine = await transaction(ctx.db, () => findCurrentSubscription(ctx, accountId))
  const version =
    mine &&
    (await findRow(ctx.db, 'plan_version_info', { id: mine.plan_version_id }, ['plan_id', 'currency']))
  if (!version?.currency) throw conflict('Your package has no add-ons to buy')
  const chosen = await findOfferedAddOns(ctx.db, version.plan_id, names)
  if (chosen.some(({ seats }) => seats > 0))
    throw invalidField('add_ons', 'Add-ons with seats can’t be paid by card. Ask your provider')
  const sum = (amount: (one: (typeof chosen)[number]) => number) =>
    chosen.reduce((total, item) => total + amount(item), 0)
  const [credits, price] = [sum((one) => one.credits), sum((one) => one.price_minor)]
  const key = priceKeys.credits(credits, price, version.currency)
  const name = chosen.map((item) => item.name).join(', ')
  return creditsSession(ctx, sellerId, accountId, {
    kind: 'add_on',
    key,
    name,
    credits,
    price,
    currency: version.currency,
  })
}
