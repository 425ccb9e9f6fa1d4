import { on, type WithStripe } from './stripe-client.ts'

export const createStripePortal = (withStripe: WithStripe) => ({
  /** A portal with invoices and payment methods only: packages are changed in this product. */
  createPortalConfiguration: async (account: string, returnUrl: string, key: string): Promise<string> =>
    (
      await withStripe((stripe) =>
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
    input: { customer: string; configuration: string; returnUrl: string },
  ): Promise<string> =>
    (
      await withStripe((stripe) =>
        stripe.billingPortal.sessions.create(
          { customer: input.customer, configuration: input.configuration, return_url: input.returnUrl },
          on(account),
        ),
      )
    ).url,
})
