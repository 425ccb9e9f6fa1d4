import { on, type WithStripe } from './stripe-client.ts'
import { readIntent, readInvoice, readSubscription } from './stripe-facts.ts'

/** Sales through Stripe. Calls that create something carry an idempotency key. */
export const createStripeSales = (withStripe: WithStripe) => ({
  /** Changes the price now: in a new cycle at the full price, or prorated. The old price stays until it is paid. */
  async changePrice(
    account: string,
    change: { subscription: string; item: string; price: string; key: string; newCycle: boolean },
  ) {
    const changed = await withStripe((stripe) =>
      stripe.subscriptions.update(
        change.subscription,
        {
          items: [{ id: change.item, price: change.price }],
          ...(change.newCycle && { billing_cycle_anchor: { type: 'now' } }),
          proration_behavior: change.newCycle ? 'none' : 'always_invoice',
          payment_behavior: 'pending_if_incomplete',
          expand: ['latest_invoice', 'customer'],
        },
        on(account, { idempotencyKey: change.key }),
      ),
    )
    const invoice = typeof changed.latest_invoice === 'object' ? changed.latest_invoice : null
    return { subscription: readSubscription(changed), invoice: invoice && readInvoice(invoice) }
  },

  /** Changes the price from the next period on, without charging now. */
  setNextPrice: async (
    account: string,
    change: { subscription: string; item: string; price: string; key: string },
  ): Promise<void> => {
    await withStripe((stripe) =>
      stripe.subscriptions.update(
        change.subscription,
        { items: [{ id: change.item, price: change.price }], proration_behavior: 'none' },
        on(account, { idempotencyKey: change.key }),
      ),
    )
  },

  /** Takes an item off from the next period on, without giving money back. */
  removeItem: async (
    account: string,
    { subscription, item, key }: { subscription: string; item: string; key: string },
  ): Promise<void> => {
    await withStripe((stripe) =>
      stripe.subscriptions.update(
        subscription,
        { items: [{ id: item, deleted: true }], proration_behavior: 'none' },
        on(account, { idempotencyKey: key }),
      ),
    )
  },

  /** Ends a subscription at once without further charges. */
  cancelNow: async (account: string, subscription: string): Promise<void> => {
    await withStripe((stripe) => stripe.subscriptions.cancel(subscription, {}, on(account)))
  },

  setCancel: async (account: string, subscription: string, isCancelled: boolean) =>
    readSubscription(
      await withStripe((stripe) =>
        stripe.subscriptions.update(subscription, { cancel_at_period_end: isCancelled }, on(account)),
      ),
    ),

  refund: async (
    account: string,
    input: { intent: string; amountMinor: number; refundApplicationFee: boolean; key: string },
  ): Promise<void> => {
    await withStripe((stripe) =>
      stripe.refunds.create(
        {
          payment_intent: input.intent,
          amount: input.amountMinor,
          ...(account && { refund_application_fee: input.refundApplicationFee }),
        },
        on(account, { idempotencyKey: input.key }),
      ),
    )
  },

  /** Charges a stored payment method off-session. Retries with the same key are one payment. */
  async chargeStored(
    account: string,
    input: {
      customer: string
      method: string
      amountMinor: number
      currency: string
      feeMinor: number
      metadata: Record<string, string>
      key: string
    },
  ) {
    return readIntent(
      await withStripe((stripe) =>
        stripe.paymentIntents.create(
          {
            customer: input.customer,
            payment_method: input.method,
            amount: input.amountMinor,
            currency: input.currency.toLowerCase(),
            confirm: true,
            off_session: true,
            metadata: input.metadata,
            ...(input.feeMinor > 0 && { application_fee_amount: input.feeMinor }),
          },
          on(account, { idempotencyKey: input.key }),
        ),
      ),
    )
  },

  cancelIntent: async (account: string, id: string): Promise<void> => {
    await withStripe((stripe) => stripe.paymentIntents.cancel(id, {}, on(account)))
  },
})
