import type Stripe from 'stripe'
import { type Ask, on } from './create-stripe.ts'
import { checkoutOf, intentOf, invoiceOf, subscriptionOf } from './stripe-facts.ts'

export interface NewPrice {
  product: string
  amountMinor: number
  currency: string
  period: 'month' | 'year' | null
  key: string
}
export interface NewCheckout {
  mode: 'subscription' | 'payment'
  prices: string[]
  customer: string | null
  email: string | null
  successUrl: string
  cancelUrl: string
  metadata: Record<string, string>
  trialDays: number
  feePercent: number
  /** What the platform keeps of a payment that is made once. */
  feeMinor: number
  tax: boolean
  coupon: string | null
  key: string
}
export interface NewCoupon {
  percent: number | null
  amountMinor: number | null
  currency: string | null
  duration: 'once' | 'months' | 'forever'
  months: number | null
  name: string
  key: string
}

const HOUR = 60 * 60

function paramsOf(one: NewCheckout, now: number): Stripe.Checkout.SessionCreateParams {
  const common: Stripe.Checkout.SessionCreateParams = {
    mode: one.mode,
    line_items: one.prices.map((price) => ({ price, quantity: 1 })),
    success_url: one.successUrl,
    cancel_url: one.cancelUrl,
    metadata: one.metadata,
    expires_at: now + 23 * HOUR,
    ...(one.customer ? { customer: one.customer } : one.email ? { customer_email: one.email } : {}),
    ...(one.coupon && { discounts: [{ coupon: one.coupon }] }),
    ...(one.tax && {
      automatic_tax: { enabled: true },
      billing_address_collection: 'required',
      ...(one.customer && { customer_update: { address: 'auto', name: 'auto' } }),
    }),
  }
  if (one.mode === 'payment')
    return {
      ...common,
      ...(!one.customer && { customer_creation: 'always' }),
      payment_intent_data: {
        metadata: one.metadata,
        setup_future_usage: 'off_session',
        ...(one.feeMinor > 0 && { application_fee_amount: one.feeMinor }),
      },
      invoice_creation: { enabled: true, invoice_data: { metadata: one.metadata } },
    }
  return {
    ...common,
    subscription_data: {
      metadata: one.metadata,
      ...(one.trialDays > 0 && { trial_period_days: one.trialDays }),
      ...(one.feePercent > 0 && { application_fee_percent: one.feePercent }),
    },
  }
}

/** What is sold through Stripe. Calls that make something carry a key, so that a second one makes nothing new. */
export const createStripeSales = (ask: Ask) => ({
  createProduct: async (account: string, name: string, key: string): Promise<string> =>
    (await ask((stripe) => stripe.products.create({ name }, on(account, { idempotencyKey: key })))).id,

  /** A price for good: tax is added on top of it. */
  createPrice: async (account: string, price: NewPrice): Promise<string> =>
    (
      await ask((stripe) =>
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

  createCoupon: async (account: string, one: NewCoupon): Promise<string> =>
    (
      await ask((stripe) =>
        stripe.coupons.create(
          {
            name: one.name,
            duration: one.duration === 'months' ? 'repeating' : one.duration,
            ...(one.months !== null && { duration_in_months: one.months }),
            ...(one.percent !== null
              ? { percent_off: one.percent }
              : { amount_off: one.amountMinor ?? 0, currency: (one.currency ?? 'USD').toLowerCase() }),
          },
          on(account, { idempotencyKey: one.key }),
        ),
      )
    ).id,

  createCheckout: async (account: string, one: NewCheckout, now: Date) =>
    checkoutOf(
      await ask((stripe) =>
        stripe.checkout.sessions.create(
          paramsOf(one, Math.floor(now.getTime() / 1000)),
          on(account, { idempotencyKey: one.key }),
        ),
      ),
    ),

  /** @throws what Stripe says about one that is paid or expired already. */
  expireCheckout: async (account: string, id: string): Promise<void> => {
    await ask((stripe) => stripe.checkout.sessions.expire(id, {}, on(account)))
  },

  /** Changes the price now, in a new cycle and for the full price. Until it is paid, the old one stays. */
  async changePrice(
    account: string,
    change: { subscription: string; item: string; price: string; key: string },
  ) {
    const changed = await ask((stripe) =>
      stripe.subscriptions.update(
        change.subscription,
        {
          items: [{ id: change.item, price: change.price }],
          billing_cycle_anchor: { type: 'now' },
          proration_behavior: 'none',
          payment_behavior: 'pending_if_incomplete',
          expand: ['latest_invoice', 'customer'],
        },
        on(account, { idempotencyKey: change.key }),
      ),
    )
    const invoice = typeof changed.latest_invoice === 'object' ? changed.latest_invoice : null
    return { subscription: subscriptionOf(changed), invoice: invoice && invoiceOf(invoice) }
  },

  /** Changes the price of the periods to come, without charging anything now. */
  setNextPrice: async (
    account: string,
    change: { subscription: string; item: string; price: string; key: string },
  ): Promise<void> => {
    await ask((stripe) =>
      stripe.subscriptions.update(
        change.subscription,
        { items: [{ id: change.item, price: change.price }], proration_behavior: 'none' },
        on(account, { idempotencyKey: change.key }),
      ),
    )
  },

  setCancel: async (account: string, subscription: string, isCancelled: boolean) =>
    subscriptionOf(
      await ask((stripe) =>
        stripe.subscriptions.update(subscription, { cancel_at_period_end: isCancelled }, on(account)),
      ),
    ),

  /** A portal that shows invoices and payment methods: packages are changed here and nowhere else. */
  createPortalConfiguration: async (account: string, returnUrl: string, key: string): Promise<string> =>
    (
      await ask((stripe) =>
        stripe.billingPortal.configurations.create(
          {
            default_return_url: returnUrl,
            features: {
              invoice_history: { enabled: true },
              payment_method_update: { enabled: true },
              customer_update: { enabled: true, allowed_updates: ['address', 'tax_id', 'email', 'name'] },
              subscription_cancel: { enabled: false },
              subscription_update: { enabled: false },
            },
          },
          on(account, { idempotencyKey: key }),
        ),
      )
    ).id,

  createPortal: async (
    account: string,
    one: { customer: string; configuration: string; returnUrl: string },
  ): Promise<string> =>
    (
      await ask((stripe) =>
        stripe.billingPortal.sessions.create(
          { customer: one.customer, configuration: one.configuration, return_url: one.returnUrl },
          on(account),
        ),
      )
    ).url,

  refund: async (
    account: string,
    one: { intent: string; amountMinor: number; refundApplicationFee: boolean; key: string },
  ): Promise<void> => {
    await ask((stripe) =>
      stripe.refunds.create(
        {
          payment_intent: one.intent,
          amount: one.amountMinor,
          ...(account && { refund_application_fee: one.refundApplicationFee }),
        },
        on(account, { idempotencyKey: one.key }),
      ),
    )
  },

  /** Charges a stored method without anybody there. The key makes it one payment, however often it is tried. */
  async chargeStored(
    account: string,
    one: {
      customer: string
      method: string
      amountMinor: number
      currency: string
      feeMinor: number
      metadata: Record<string, string>
      key: string
    },
  ) {
    return intentOf(
      await ask((stripe) =>
        stripe.paymentIntents.create(
          {
            customer: one.customer,
            payment_method: one.method,
            amount: one.amountMinor,
            currency: one.currency.toLowerCase(),
            confirm: true,
            off_session: true,
            metadata: one.metadata,
            ...(one.feeMinor > 0 && { application_fee_amount: one.feeMinor }),
          },
          on(account, { idempotencyKey: one.key }),
        ),
      ),
    )
  },

  cancelIntent: async (account: string, id: string): Promise<void> => {
    await ask((stripe) => stripe.paymentIntents.cancel(id, {}, on(account)))
  },
})
