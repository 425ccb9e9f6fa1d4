import { on, type WithStripe } from './stripe-client.ts'
import {
  type IntentFacts,
  type RawEvent,
  readCheckout,
  readCustomer,
  readDispute,
  readEvent,
  readId,
  readIntent,
  readInvoice,
  readMethod,
  readSubscription,
} from './stripe-facts.ts'

const PAGE = 100
const CHARGE = ['latest_charge.balance_transaction']
const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

/** Reads the objects that events name. `account` is empty for the platform's own. */
export const createStripeReads = (withStripe: WithStripe) => ({
  readSubscription: async (account: string, id: string) =>
    readSubscription(
      await withStripe((stripe) =>
        stripe.subscriptions.retrieve(
          id,
          { expand: ['customer.invoice_settings.default_payment_method', 'default_payment_method'] },
          on(account),
        ),
      ),
    ),

  /** Invoices of a subscription or a customer, newest first. */
  async readInvoices(account: string, owner: { subscription?: string; customer?: string }, limit = 12) {
    const page = await withStripe((stripe) =>
      stripe.invoices.list({ ...owner, limit, expand: ['data.payments'] }, on(account)),
    )
    return page.data.map(readInvoice)
  },

  readIntent: async (account: string, id: string): Promise<IntentFacts> =>
    readIntent(
      await withStripe((stripe) => stripe.paymentIntents.retrieve(id, { expand: CHARGE }, on(account))),
    ),

  readCheckout: async (account: string, id: string) =>
    readCheckout(await withStripe((stripe) => stripe.checkout.sessions.retrieve(id, {}, on(account)))),

  readDispute: async (account: string, id: string) =>
    readDispute(await withStripe((stripe) => stripe.disputes.retrieve(id, {}, on(account)))),

  /** A customer with the payment method charged next: its default, else the newest card. */
  async readCustomer(account: string, id: string) {
    const expand = ['invoice_settings.default_payment_method']
    const customer = readCustomer(
      await withStripe((stripe) => stripe.customers.retrieve(id, { expand }, on(account))),
    )
    if (customer.method) return customer
    const methods = await withStripe((stripe) =>
      stripe.customers.listPaymentMethods(id, { limit: 1 }, on(account)),
    )
    return { ...customer, method: readMethod(methods.data[0]) }
  },

  /** Events since a time, oldest first. Stripe keeps them for 30 days. */
  async readEvents(account: string, since: Date): Promise<RawEvent[]> {
    const found: RawEvent[] = []
    let after: string | undefined
    for (;;) {
      const page = await withStripe((stripe) =>
        stripe.events.list(
          { limit: PAGE, created: { gte: seconds(since) }, ...(after && { starting_after: after }) },
          on(account),
        ),
      )
      for (const event of page.data) {
        const read = readEvent({ ...event, account: account || event.account })
        if (read) found.push(read)
      }
      after = page.data.at(-1)?.id
      if (!page.has_more || !after) return found.reverse()
    }
  },

  /** Payments since a time, with their refunds. */
  async readIntentsSince(account: string, since: Date): Promise<IntentFacts[]> {
    const found: IntentFacts[] = []
    let after: string | undefined
    for (;;) {
      const page = await withStripe((stripe) =>
        stripe.paymentIntents.list(
          {
            limit: PAGE,
            created: { gte: seconds(since) },
            expand: ['data.latest_charge.balance_transaction'],
            ...(after && { starting_after: after }),
          },
          on(account),
        ),
      )
      found.push(...page.data.map(readIntent))
      after = page.data.at(-1)?.id
      if (!page.has_more || !after) return found
    }
  },

  /** Ids of all subscriptions of an account that have not ended, with their metadata. */
  async readSubscriptionIds(account: string) {
    const found: { id: string; metadata: Record<string, string>; customer: string | null }[] = []
    let after: string | undefined
    for (;;) {
      const page = await withStripe((stripe) =>
        stripe.subscriptions.list({ limit: PAGE, ...(after && { starting_after: after }) }, on(account)),
      )
      found.push(
        ...page.data.map(({ id, metadata, customer }) => ({ id, metadata, customer: readId(customer) })),
      )
      after = page.data.at(-1)?.id
      if (!page.has_more || !after) return found
    }
  },
})
