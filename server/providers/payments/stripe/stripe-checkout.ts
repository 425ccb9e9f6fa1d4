import type Stripe from 'stripe'
import { on, type WithStripe } from './stripe-client.ts'
import { checkoutOf } from './stripe-facts.ts'

interface NewCheckout {
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

export const createStripeCheckout = (withStripe: WithStripe) => ({
  createCheckout: async (account: string, one: NewCheckout, now: Date) =>
    checkoutOf(
      await withStripe((stripe) =>
        stripe.checkout.sessions.create(
          paramsOf(one, Math.floor(now.getTime() / 1000)),
          on(account, { idempotencyKey: one.key }),
        ),
      ),
    ),

  /** @throws what Stripe says about one that is paid or expired already. */
  expireCheckout: async (account: string, id: string): Promise<void> => {
    await withStripe((stripe) => stripe.checkout.sessions.expire(id, {}, on(account)))
  },
})
