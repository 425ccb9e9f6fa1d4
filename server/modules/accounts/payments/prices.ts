import type { AddOn, Coupon } from '#contract/accounts/plans.ts'
import { CURRENCIES, type Currency, formatDecimal } from '#contract/core/money.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import { atStripe } from './connections-store.ts'
import type { ConnectionRow, PriceRow } from './payments-tables.ts'
import { findPrice, insertPrice, priceKeys } from './stripe-rows.ts'

/** The platform's share of a payment, in minor units rounded down. `percent` has at most two decimals. */
export const countFee = (amountMinor: number, percent: number): number =>
  Number((BigInt(amountMinor) * BigInt(Math.round(percent * 100))) / 10_000n)

/** Why Stripe cannot charge an amount; null when it can. In currencies with three decimals the last digit must be 0. */
export function amountProblem(amountMinor: number, currency: Currency): string | null {
  if (CURRENCIES[currency] !== 3 || amountMinor % 10 === 0) return null
  return `Stripe takes amounts in ${currency} in steps of ${formatDecimal(10, currency)}, and this is ${formatDecimal(amountMinor, currency)}`
}

interface Sold {
  id: number
  plan_id: number
  name: string
  price_minor: number
  set_up_minor: number
  currency: Currency | null
  period: 'month' | 'year' | null
}

// Stripe products and prices. Each has a permanent amount; another amount is another one.

/** The price for a key, created at Stripe if missing. */
export async function ensureStripePrice(
  ctx: Context,
  connection: ConnectionRow,
  price: {
    key: string
    name: string
    amountMinor: number
    currency: Currency
    period: 'month' | 'year' | null
  },
  { product, credits = 0 }: { product?: string; credits?: number } = {},
): Promise<PriceRow> {
  const at = atStripe(connection)
  const known = await findPrice(ctx.db, connection.account_id, at, price.key)
  if (known) return known
  const problem = amountProblem(price.amountMinor, price.currency)
  if (problem) throw conflict(problem)
  const key = `${connection.account_id}:${price.key}`
  const made = product ?? (await ctx.stripe.createProduct(at.account, price.name, `product:${key}`))
  const externalId = await ctx.stripe.createPrice(at.account, {
    ...price,
    product: made,
    key: `price:${key}`,
  })
  const row: PriceRow = {
    account_id: connection.account_id,
    vendor: at.vendor,
    vendor_account: at.account,
    key: price.key,
    external_product: made,
    external_id: externalId,
    amount_minor: price.amountMinor,
    currency: price.currency,
    credits,
  }
  await insertPrice(ctx.db, row)
  return (await findPrice(ctx.db, connection.account_id, at, price.key)) ?? row
}

function getCurrency({ currency }: Sold): Currency {
  if (!currency) throw conflict('This package is free: there is nothing to pay')
  return currency
}

export const ensureVersionPrice = (ctx: Context, connection: ConnectionRow, sold: Sold) =>
  ensureStripePrice(ctx, connection, {
    key: priceKeys.version(sold.id),
    name: sold.name,
    amountMinor: sold.price_minor,
    currency: getCurrency(sold),
    period: sold.period ?? 'month',
  })

export const ensureSetUpPrice = (ctx: Context, connection: ConnectionRow, sold: Sold) =>
  ensureStripePrice(ctx, connection, {
    key: priceKeys.setUp(sold.id),
    name: `${sold.name}: set-up`,
    amountMinor: sold.set_up_minor,
    currency: getCurrency(sold),
    period: null,
  })

/** A recurring add-on of a package. */
export const ensureAddOnPrice = (ctx: Context, connection: ConnectionRow, sold: Sold, addOn: AddOn) =>
  ensureStripePrice(
    ctx,
    connection,
    {
      key: priceKeys.addOn(sold.plan_id, `${sold.period}:${addOn.name}`, addOn.price_minor, addOn.credits),
      name: `${sold.name}: ${addOn.name}`,
      amountMinor: addOn.price_minor,
      currency: getCurrency(sold),
      period: sold.period ?? 'month',
    },
    { credits: addOn.credits },
  )

/** A package's coupon at Stripe, identified by its terms. */
export async function ensureCoupon(
  ctx: Context,
  connection: ConnectionRow,
  sold: Sold,
  coupon: Coupon,
): Promise<string> {
  const { code, percent, amount_minor, duration, months, max_uses } = coupon
  const limit = max_uses === null ? '' : `:${max_uses}`
  const key = priceKeys.coupon(sold.plan_id, code, `${percent}:${amount_minor}:${duration}:${months}${limit}`)
  const at = atStripe(connection)
  const known = await findPrice(ctx.db, connection.account_id, at, key)
  if (known) return known.external_id
  const externalId = await ctx.stripe.createCoupon(at.account, {
    percent,
    amountMinor: amount_minor,
    currency: sold.currency,
    duration,
    months,
    // Ours are reserved when a page is opened; this is the vendor's own bound.
    maxUses: max_uses,
    name: code,
    key: `coupon:${connection.account_id}:${key}`,
  })
  await insertPrice(ctx.db, {
    account_id: connection.account_id,
    vendor: at.vendor,
    vendor_account: at.account,
    key,
    external_product: '',
    external_id: externalId,
    amount_minor: amount_minor ?? 0,
    currency: sold.currency ?? '',
    credits: 0,
  })
  return externalId
}
