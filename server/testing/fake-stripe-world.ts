export type Obj = Record<string, any>
export type Params = Record<string, any>

/** An object as Stripe shows it: what the fake notes for itself begins with `_`. */
export const presentObject = (object: Obj): Obj =>
  Object.fromEntries(Object.entries(structuredClone(object)).filter(([name]) => !name.startsWith('_')))

/** State of a fake Stripe, and the events of its changes. */
export function createWorld(clock: { now(): Date }) {
  const objects = new Map<string, Obj>()
  const events: Obj[] = []
  const revoked = new Set<string>()
  let count = 0
  /**
   * Set by tests: the message of declined cards, whether money arrives later, whether the bank asks the buyer to
   * confirm (3-D Secure), the fee of each payment, and the percentage of tax where it is automatic.
   */
  const settings: {
    decline: string | null
    isDelayed: boolean
    mustConfirm: boolean
    fee: number
    tax: number
  } = { decline: null, isDelayed: false, mustConfirm: false, fee: 30, tax: 0 }
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
    const { _account: account } = object
    const shown = presentObject(object)
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

  /** A payment; declined, to be confirmed, or processed until later, if the test says so. */
  function pay(account: string, of: { amount: number; currency: string; customer: string; metadata?: Obj }) {
    const isDeclined = settings.decline !== null
    const url = 'http://bank.example/confirm'
    const intent = save('pi', 'payment_intent', account, {
      ...of,
      metadata: of.metadata ?? {},
      status: isDeclined
        ? 'requires_payment_method'
        : settings.mustConfirm
          ? 'requires_action'
          : 'processing',
      amount_received: 0,
      last_payment_error: isDeclined ? { message: settings.decline } : null,
      next_action: settings.mustConfirm ? { type: 'redirect_to_url', redirect_to_url: { url } } : null,
      latest_charge: null,
    })
    return isDeclined || settings.isDelayed || settings.mustConfirm ? intent : succeed(intent)
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
