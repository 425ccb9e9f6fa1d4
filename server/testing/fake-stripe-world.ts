export type Obj = Record<string, any>
export type Params = Record<string, any>

const DAY = 24 * 60 * 60
/** The same time a month later. */
export const MONTH = (from: number) =>
  Math.floor(new Date(from * 1000).setUTCMonth(new Date(from * 1000).getUTCMonth() + 1) / 1000)

/** State of a fake Stripe, and the events of its changes. */
export function createWorld(clock: { now(): Date }) {
  const objects = new Map<string, Obj>()
  const events: Obj[] = []
  const revoked = new Set<string>()
  let count = 0
  /** Set by tests: the message of declined cards, whether money arrives later, and the fee of each payment. */
  const settings: { decline: string | null; isDelayed: boolean; fee: number } = {
    decline: null,
    isDelayed: false,
    fee: 30,
  }
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  const id = (prefix: string) => {
    count += 1
    return `${prefix}_${String(count).padStart(6, '0')}`
  }
  const fail = (status: number, error: Obj) => ({ status, body: { error } })

  function save(prefix: string, object: string, account: string, values: Obj): Obj {
    const made: Obj = {
      id: id(prefix),
      object,
      created: seconds(),
      livemode: false,
      metadata: {},
      ...values,
      _account: account,
    }
    objects.set(made.id, made)
    return made
  }
  const emit = (type: string, object: Obj): Obj => {
    const { _account: account, ...shown } = object
    const event = {
      id: id('evt'),
      object: 'event',
      type,
      created: seconds(),
      livemode: false,
      api_version: '2026-10-28.endive',
      data: { object: structuredClone(shown) },
      ...(account && { account }),
    }
    events.push(event)
    return event
  }
  const all = (object: string, account: string) =>
    [...objects.values()].filter((entry) => entry.object === object && entry._account === account)
  const list = (data: Obj[]) => ({ object: 'list', data, has_more: false, url: '/' })

  function newMethod(account: string, customer: string, card: Obj = {}) {
    const face = {
      brand: 'visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2034,
      fingerprint: 'card-1',
      ...card,
    }
    return save('pm', 'payment_method', account, { type: 'card', customer, card: face })
  }

  /** Completes a payment, with its charge. */
  function succeed(intent: Obj): Obj {
    const { _account: account, amount } = intent
    const balance = save('txn', 'balance_transaction', account, { fee: settings.fee, amount })
    const charge = save('ch', 'charge', account, {
      payment_intent: intent.id,
      amount,
      amount_refunded: 0,
      currency: intent.currency,
      balance_transaction: balance.id,
      customer: intent.customer,
    })
    return Object.assign(intent, { status: 'succeeded', amount_received: amount, latest_charge: charge.id })
  }

  /** A payment; declined, or processed until later, if the test says so. */
  function pay(account: string, of: { amount: number; currency: string; customer: string; metadata?: Obj }) {
    const isDeclined = settings.decline !== null
    const intent = save('pi', 'payment_intent', account, {
      ...of,
      metadata: of.metadata ?? {},
      status: isDeclined ? 'requires_payment_method' : 'processing',
      amount_received: 0,
      last_payment_error: isDeclined ? { message: settings.decline } : null,
      next_action: null,
      latest_charge: null,
    })
    return isDeclined || settings.isDelayed ? intent : succeed(intent)
  }

  const priceOf = (price: string) => objects.get(price) as Obj

  return {
    objects,
    events,
    revoked,
    settings,
    seconds,
    id,
    fail,
    save,
    emit,
    all,
    list,
    newMethod,
    pay,
    succeed,
    priceOf,
  }
}

export type World = ReturnType<typeof createWorld>

/** Subscriptions and their invoices. */
export function createBilling({ objects, id, save, emit, list, pay, priceOf }: World) {
  function invoice(
    account: string,
    subscription: Obj,
    reason: string,
    extra: { price: string; amount?: number }[] = [],
  ) {
    const [item] = subscription.items.data
    const trial = subscription.status === 'trialing'
    const lines = [{ price: item.price.id, amount: trial ? 0 : item.price.unit_amount }, ...extra].map(
      (line) => ({
        id: id('il'),
        amount: line.amount ?? priceOf(line.price).unit_amount,
        currency: item.price.currency,
        period: { start: item.current_period_start, end: item.current_period_end },
        pricing: { type: 'price_details', price_details: { price: line.price, product: 'prod' } },
        parent: { type: 'subscription_item_details', subscription_item_details: { proration: false } },
      }),
    )
    const total = lines.reduce((sum, { amount }) => sum + amount, 0) - (subscription._discount ?? 0)
    const made = save('in', 'invoice', account, {
      number: id('A'),
      status: 'open',
      billing_reason: reason,
      customer: subscription.customer,
      currency: item.price.currency,
      total,
      total_taxes: [],
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id, metadata: {} },
      },
      lines: list(lines),
      payments: list([]),
      attempt_count: 0,
      hosted_invoice_url: `http://pay.example/${id('page')}`,
      invoice_pdf: null,
    })
    collect(made)
    subscription.latest_invoice = made.id
    return made
  }

  /** Tries to pay an open invoice. */
  function collect(made: Obj) {
    if (made.total === 0) return Object.assign(made, { status: 'paid' })
    const intent = pay(made._account, {
      amount: made.total,
      currency: made.currency,
      customer: made.customer,
    })
    made.attempt_count += 1
    if (intent.status !== 'succeeded') return made
    const paid = {
      id: id('inpay'),
      object: 'invoice_payment',
      status: 'paid',
      payment: { type: 'payment_intent', payment_intent: intent.id },
    }
    return Object.assign(made, { status: 'paid', payments: list([paid]) })
  }

  const itemOf = (price: Obj, start: number, end: number) => ({
    id: id('si'),
    object: 'subscription_item',
    price,
    current_period_start: start,
    current_period_end: end,
    quantity: 1,
  })

  /** Starts the next period of a subscription; its payment may fail. */
  function renew(subscriptionId: string) {
    const subscription = objects.get(subscriptionId) as Obj
    const [item] = subscription.items.data
    item.current_period_start = item.current_period_end
    item.current_period_end = MONTH(item.current_period_start)
    if (subscription.status === 'trialing') subscription.status = 'active'
    const made = invoice(subscription._account, subscription, 'subscription_cycle')
    subscription.status = made.status === 'paid' ? 'active' : 'past_due'
    return [
      emit(made.status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', made),
      emit('customer.subscription.updated', subscription),
    ]
  }

  /** Pays an open invoice on its page. */
  function payOpen(subscriptionId: string) {
    const subscription = objects.get(subscriptionId) as Obj
    const open = collect(objects.get(subscription.latest_invoice) as Obj)
    if (open.status === 'paid') {
      const pending = subscription.pending_update
      if (pending) {
        subscription.items = list([pending.item])
        subscription.pending_update = null
      }
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

  return { invoice, itemOf, renew, payOpen, dispute }
}

export type Billing = ReturnType<typeof createBilling>

/** A customer's actions on a checkout page, with their events. */
export function createPage(
  { objects, seconds, save, emit, list, newMethod, pay, priceOf }: World,
  { invoice, itemOf }: Billing,
) {
  return function completeCheckout(
    sessionId: string,
    person: { email?: string; name?: string; card?: Obj; delayed?: boolean } = {},
  ) {
    const session = objects.get(sessionId) as Obj
    const account = session._account as string
    const customer =
      session.customer ??
      save('cus', 'customer', account, {
        email: person.email ?? session.customer_email ?? 'buyer@people.example',
        name: person.name ?? 'Bea Baker',
        invoice_settings: { default_payment_method: null },
      }).id
    const method = newMethod(account, customer, person.card)
    ;(objects.get(customer) as Obj).invoice_settings.default_payment_method = method.id
    Object.assign(session, { customer, status: 'complete' })
    const emitted: Obj[] = []
    if (session.mode === 'payment') {
      if (person.delayed) return [emit('checkout.session.completed', session)]
      const intent = pay(account, {
        amount: session.amount_total,
        currency: session.currency,
        customer,
        metadata: session._intent,
      })
      Object.assign(session, { payment_intent: intent.id, payment_status: 'paid' })
      emitted.push(emit('payment_intent.succeeded', intent), emit('checkout.session.completed', session))
      return emitted
    }
    const [first, ...others] = session._prices as string[]
    const days = Number(session._subscription.trial_period_days ?? 0)
    const now = seconds()
    const end = days > 0 ? now + days * DAY : MONTH(now)
    const subscription = save('sub', 'subscription', account, {
      status: days > 0 ? 'trialing' : 'active',
      customer,
      metadata: session._subscription.metadata ?? {},
      default_payment_method: method.id,
      trial_start: days > 0 ? now : null,
      trial_end: days > 0 ? end : null,
      cancel_at: null,
      cancel_at_period_end: false,
      pause_collection: null,
      pending_update: null,
      items: list([itemOf(priceOf(first as string), now, end)]),
    })
    const made = invoice(
      account,
      subscription,
      'subscription_create',
      days > 0 ? [] : others.map((price) => ({ price })),
    )
    Object.assign(session, { subscription: subscription.id, payment_status: 'paid', invoice: made.id })
    emitted.push(
      emit('customer.subscription.created', { ...subscription, status: 'incomplete' }),
      emit('invoice.paid', made),
      emit('invoice.payment_succeeded', made),
      emit('customer.subscription.updated', subscription),
      emit('checkout.session.completed', session),
    )
    return emitted
  }
}
