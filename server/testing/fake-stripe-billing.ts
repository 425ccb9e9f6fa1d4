import type { Obj, World } from './fake-stripe-world.ts'

/** Amounts below this are not charged: they stay on the customer's balance. */
const LEAST = 50

/** The end of a period of a recurring price. */
export function periodEnd(from: number, price: Obj): number {
  const end = new Date(from * 1000)
  if (price.recurring?.interval === 'year') end.setUTCFullYear(end.getUTCFullYear() + 1)
  else end.setUTCMonth(end.getUTCMonth() + 1)
  return Math.floor(end.getTime() / 1000)
}

type Line = { price: string; amount?: number; isOnce?: boolean; isProration?: boolean }

/** What the coupons of a subscription take off an invoice; those for one invoice are used up. */
function takeDiscount(subscription: Obj, subtotal: number): number {
  let left = Math.max(0, subtotal)
  const coupons: { coupon: Obj; months: number }[] = subscription._coupons ?? []
  if (left === 0) return 0
  for (const held of coupons) {
    const { percent_off: percent, amount_off: amount } = held.coupon
    left -=
      percent === undefined ? Math.min(left, Number(amount)) : Math.round((left * Number(percent)) / 100)
    held.months -= 1
  }
  subscription._coupons = coupons.filter(({ months }) => months > 0)
  return subtotal - left
}

/** Invoices: their lines, discount and tax, and how the customer's balance and card settle them. */
function createInvoices({ objects, settings, seconds, id, save, list, pay, priceOf }: World) {
  /**
   * Items and lines are in an order that nobody promised: here the newest first. "Line items with one-time prices
   * will be on the initial invoice only" and at once, also in a trial, whose recurring lines cost nothing.
   */
  function draft(subscription: Obj, reason: string, lines: Line[]): Obj {
    const [item] = subscription.items.data
    const account = subscription._account as string
    const shown = lines.toReversed().map(({ price, amount, isOnce = false, isProration = false }) => ({
      id: id('il'),
      amount: amount ?? priceOf(price).unit_amount,
      currency: item.price.currency,
      period: isOnce
        ? { start: seconds(), end: seconds() }
        : { start: item.current_period_start, end: item.current_period_end },
      pricing: { type: 'price_details', price_details: { price, product: 'prod' } },
      parent: isOnce
        ? { type: 'invoice_item_details', invoice_item_details: { proration: false } }
        : {
            type: 'subscription_item_details',
            subscription_item_details: { proration: isProration, subscription: subscription.id },
          },
    }))
    const subtotal = shown.reduce((sum, { amount }) => sum + amount, 0)
    const net = subtotal - takeDiscount(subscription, subtotal)
    const tax = subscription._tax ? Math.round((Math.max(0, net) * settings.tax) / 100) : 0
    const made = save('in', 'invoice', account, {
      number: null,
      status: 'draft',
      billing_reason: reason,
      customer: subscription.customer,
      currency: item.price.currency,
      subtotal,
      total: net + tax,
      total_taxes: tax > 0 ? [{ amount: tax }] : [],
      starting_balance: 0,
      ending_balance: null,
      amount_due: net + tax,
      amount_paid: 0,
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
      },
      lines: list(shown),
      payments: list([]),
      attempt_count: 0,
      hosted_invoice_url: null,
      invoice_pdf: null,
    })
    subscription.latest_invoice = made.id
    return made
  }

  /** Numbers a draft, applies the customer's balance (negative: credit) and tries to collect the rest. */
  function finalize(made: Obj): Obj {
    const customer = objects.get(made.customer) as Obj
    const balance = customer.balance ?? 0
    const rest = made.total + balance
    const due = rest < LEAST ? 0 : rest
    Object.assign(made, { starting_balance: balance, ending_balance: rest - due, amount_due: due })
    Object.assign(made, { number: id('A'), hosted_invoice_url: `http://pay.example/${id('page')}` })
    customer.balance = rest - due
    made.status = 'open'
    return collect(made)
  }

  /** Tries to pay an open invoice. */
  function collect(made: Obj): Obj {
    if (made.amount_due === 0) return Object.assign(made, { status: 'paid' })
    const intent = pay(made._account, {
      amount: made.amount_due,
      currency: made.currency,
      customer: made.customer,
    })
    made.attempt_count += 1
    const isPaid = intent.status === 'succeeded'
    const payment = {
      id: id('inpay'),
      object: 'invoice_payment',
      status: isPaid ? 'paid' : 'open',
      payment: { type: 'payment_intent', payment_intent: intent.id },
    }
    made.payments = list([payment])
    return isPaid ? Object.assign(made, { status: 'paid', amount_paid: made.amount_due }) : made
  }

  return { draft, finalize, collect }
}

/** Subscriptions and their invoices. */
export function createBilling(world: World) {
  const { objects, settings, id, save, emit, list } = world
  const { draft, finalize, collect } = createInvoices(world)

  /** The lines of every item for one period, free in a trial. */
  const periodLines = (subscription: Obj): Line[] =>
    subscription.items.data.map(({ price }: Obj) => ({
      price: price.id,
      ...(subscription.status === 'trialing' && { amount: 0 }),
    }))

  /** The invoice of a period, with one-time prices and prorations if there are any. */
  const invoice = (subscription: Obj, reason: string, extra: Line[] = []): Obj =>
    finalize(draft(subscription, reason, [...periodLines(subscription), ...extra]))
  /** An invoice of prorations alone. */
  const invoiceProrations = (subscription: Obj, lines: Line[]): Obj =>
    finalize(draft(subscription, 'subscription_update', lines))

  const itemOf = (price: Obj, start: number, end: number) => ({
    id: id('si'),
    object: 'subscription_item',
    price,
    current_period_start: start,
    current_period_end: end,
    quantity: 1,
  })

  /** The next period begins, with a draft invoice: it is finalized about an hour later. */
  function beginPeriod(subscriptionId: string): Obj[] {
    const subscription = objects.get(subscriptionId) as Obj
    if (subscription.status === 'trialing') subscription.status = 'active'
    for (const item of subscription.items.data) {
      item.current_period_start = item.current_period_end
      item.current_period_end = periodEnd(item.current_period_start, item.price)
    }
    const made = draft(subscription, 'subscription_cycle', periodLines(subscription))
    return [emit('invoice.created', made), emit('customer.subscription.updated', subscription)]
  }

  /** Finalizes the draft of the current period and tries to collect it. */
  function chargePeriod(subscriptionId: string): Obj[] {
    const subscription = objects.get(subscriptionId) as Obj
    const made = finalize(objects.get(subscription.latest_invoice) as Obj)
    const isPaid = made.status === 'paid'
    subscription.status = isPaid ? 'active' : 'past_due'
    const failure = settings.mustConfirm ? 'invoice.payment_action_required' : 'invoice.payment_failed'
    return [
      emit('invoice.finalized', made),
      emit(isPaid ? 'invoice.paid' : failure, made),
      emit('customer.subscription.updated', subscription),
    ]
  }

  /** Pays an open invoice on its page. */
  function payOpen(subscriptionId: string) {
    const subscription = objects.get(subscriptionId) as Obj
    const known = objects.get(subscription.latest_invoice) as Obj
    const open = known.status === 'open' ? collect(known) : known
    if (open.status === 'paid') {
      if (subscription.pending_update) subscription.items = list(subscription.pending_update._items)
      subscription.pending_update = null
      subscription.status = 'active'
    }
    return [emit('invoice.paid', open), emit('customer.subscription.updated', subscription)]
  }

  function dispute(intentId: string, status: string, known?: string) {
    const intent = objects.get(intentId) as Obj
    const event = known
      ? (objects.get(known) as Obj)
      : save('dp', 'dispute', intent._account, { payment_intent: intentId, charge: intent.latest_charge })
    event.status = status
    return {
      id: event.id as string,
      event: emit(known ? 'charge.dispute.closed' : 'charge.dispute.created', event),
    }
  }

  /** The seller's credit for a customer at Stripe; the next invoices use it up. */
  const giveBalance = (subscriptionId: string, minor: number) => {
    const customer = objects.get((objects.get(subscriptionId) as Obj).customer) as Obj
    customer.balance = (customer.balance ?? 0) - minor
  }

  return {
    invoice,
    invoiceProrations,
    itemOf,
    beginPeriod,
    chargePeriod,
    renew: (subscription: string) => [...beginPeriod(subscription), ...chargePeriod(subscription)],
    payOpen,
    dispute,
    giveBalance,
  }
}

export type Billing = ReturnType<typeof createBilling>
