import type Stripe from 'stripe'
import { on, type WithStripe } from './stripe-client.ts'
import { readCheckout } from './stripe-facts.ts'

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
  /** The platform's fee for a one-time payment. */
  feeMinor: number
  tax: boolean
  coupon: string | null
  key: string
  /** 30 minutes to 24 hours from now. */
  expiresAt: Date
}

function makeParams(checkout: NewCheckout): Stripe.Checkout.SessionCreateParams {
  const common: Stripe.Checkout.SessionCreateParams = {
    mode: checkout.mode,
    line_items: checkout.prices.map((price) => ({ price, quantity: 1 })),
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    metadata: checkout.metadata,
    expires_at: Math.floor(checkout.expiresAt.getTime() / 1000),
    ...(checkout.customer
      ? { customer: checkout.customer }
      : checkout.email
        ? { customer_email: checkout.email }
        : {}),
    ...(checkout.coupon && { discounts: [{ coupon: checkout.coupon }] }),
    ...(checkout.tax && {
      automatic_tax: { enabled: true },
      billing_address_collection: 'required',
      ...(checkout.customer && { customer_update: { address: 'auto', name: 'auto' } }),
    }),
  }
  if (checkout.mode === 'payment')
    return {
      ...common,
      ...(!checkout.customer && { customer_creation: 'always' }),
      payment_intent_data: {
        metadata: checkout.metadata,
        setup_future_usage: 'off_session',
        ...(checkout.feeMinor > 0 && { application_fee_amount: checkout.feeMinor }),
      },
      invoice_creation: { enabled: true, invoice_data: { metadata: checkout.metadata } },
    }
  return {
    ...common,
    subscription_data: {
      metadata: checkout.metadata,
      ...(checkout.trialDays > 0 && { trial_period_days: checkout.trialDays }),
      ...(checkout.feePercent > 0 && { application_fee_percent: checkout.feePercent }),
    },
  }
}

export const createStripeCheckout = (withStripe: WithStripe) => ({
  createCheckout: async (account: string, checkout: NewCheckout) =>
    readCheckout(
      await withStripe((stripe) =>
        stripe.checkout.sessions.create(makeParams(checkout), on(account, { idempotencyKey: checkout.key })),
      ),
    ),

  /** @throws Stripe's error when it is already paid or expired */
  expireCheckout: async (account: string, id: string): Promise<void> => {
    await withStripe((stripe) => stripe.checkout.sessions.expire(id, {}, on(account)))
  },
})
