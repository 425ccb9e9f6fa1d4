import { on, type WithStripe } from './stripe-client.ts'

interface NewPrice {
  product: string
  amountMinor: number
  currency: string
  period: 'month' | 'year' | null
  key: string
}
interface NewCoupon {
  percent: number | null
  amountMinor: number | null
  currency: string | null
  duration: 'once' | 'months' | 'forever'
  months: number | null
  /** Across all customers; null: no limit. */
  maxUses: number | null
  name: string
  key: string
}

export const createStripeCatalog = (withStripe: WithStripe) => ({
  createProduct: async (account: string, name: string, key: string): Promise<string> =>
    (await withStripe((stripe) => stripe.products.create({ name }, on(account, { idempotencyKey: key })))).id,

  /** Prices are immutable; tax is added on top. */
  createPrice: async (account: string, price: NewPrice): Promise<string> =>
    (
      await withStripe((stripe) =>
        stripe.prices.create(
          {
            product: price.product,
            unit_amount: price.amountMinor,
            currency: price.currency.toLowerCase(),
            tax_behavior: 'exclusive',
            ...(price.period && { recurring: { interval: price.period } }),
          },
          on(account, { idempotencyKey: price.key }),
        ),
      )
    ).id,

  createCoupon: async (account: string, coupon: NewCoupon): Promise<string> =>
    (
      await withStripe((stripe) =>
        stripe.coupons.create(
          {
            name: coupon.name,
            duration: coupon.duration === 'months' ? 'repeating' : coupon.duration,
            ...(coupon.months !== null && { duration_in_months: coupon.months }),
            ...(coupon.maxUses !== null && { max_redemptions: coupon.maxUses }),
            ...(coupon.percent !== null
              ? { percent_off: coupon.percent }
              : { amount_off: coupon.amountMinor ?? 0, currency: (coupon.currency ?? 'USD').toLowerCase() }),
          },
          on(account, { idempotencyKey: coupon.key }),
        ),
      )
    ).id,
})
