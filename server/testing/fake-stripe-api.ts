import { type Billing, periodEnd } from './fake-stripe-billing.ts'
import { type Obj, type Params, presentObject, type World } from './fake-stripe-world.ts'

type Reply = { status: number; body: Obj }

/** Handlers of POST requests, by path. */
function createMakers({ objects, revoked, settings, fail, save, emit, pay }: World) {
  const makers: Record<string, (account: string, body: Params) => Obj | Reply> = {
    '/v1/products': (account, body) => save('prod', 'product', account, body),
    '/v1/prices': (account, body) =>
      save('price', 'price', account, { ...body, unit_amount: Number(body.unit_amount) }),
    '/v1/coupons': (account, body) => save('co', 'coupon', account, body),
    '/v1/checkout/sessions': (account, body) => {
      const prices = body.line_items.map((line: Obj) => line.price)
      const sum = prices.reduce(
        (total: number, price: string) => total + (objects.get(price) as Obj).unit_amount,
        0,
      )
      const made = save('cs', 'checkout.session', account, {
        mode: body.mode,
        status: 'open',
        payment_status: 'unpaid',
        amount_total: sum,
        total_details: { amount_tax: 0 },
        currency: (objects.get(prices[0]) as Obj).currency,
        customer: body.customer ?? null,
        customer_email: body.customer_email ?? null,
        metadata: body.metadata ?? {},
        payment_intent: null,
        subscription: null,
        _prices: prices,
        _subscription: body.subscription_data ?? {},
        _intent: body.payment_intent_data?.metadata ?? {},
        _tax: body.automatic_tax?.enabled === 'true',
        _coupons: (body.discounts ?? []).map(({ coupon }: Obj) => objects.get(coupon)),
      })
      made.url = `http://pay.example/${made.id}`
      return made
    },
    '/v1/payment_intents': (account, body) => {
      const intent = pay(account, {
        amount: Number(body.amount),
        currency: body.currency,
        customer: body.customer,
        metadata: body.metadata,
      })
      const isDeclined = intent.status === 'requires_payment_method'
      emit(`payment_intent.${isDeclined ? 'payment_failed' : intent.status}`, intent)
      if (!isDeclined) return intent
      return fail(402, {
        type: 'card_error',
        code: 'card_declined',
        message: settings.decline,
        payment_intent: intent,
      })
    },
    '/v1/refunds': (account, body) => {
      const intent = objects.get(body.payment_intent) as Obj
      const charge = objects.get(intent.latest_charge) as Obj
      const left = charge.amount - charge.amount_refunded
      const amount = Number(body.amount ?? left)
      if (amount > left)
        return fail(400, {
          type: 'invalid_request_error',
          message: 'Refund amount is greater than what is left',
        })
      charge.amount_refunded += amount
      const made = save('re', 'refund', account, { ...body, amount, charge: charge.id, status: 'succeeded' })
      emit('charge.refunded', charge)
      emit('refund.created', made)
      return made
    },
    '/v1/billing_portal/configurations': (account, body) =>
      save('bpc', 'billing_portal.configuration', account, body),
    '/v1/billing_portal/sessions': (account, body) =>
      save('bps', 'billing_portal.session', account, { ...body, url: 'http://portal.example/session' }),
    '/v2/core/accounts': (_account, body) =>
      save('acct', 'v2.core.account', '', { ...body, charges_enabled: false }),
    '/v2/core/account_links': (_account, body) =>
      save('link', 'v2.core.account_link', '', { ...body, url: 'http://connect.example/setup' }),
    '/oauth/token': (_account, { code }) =>
      code === 'ac_wrong'
        ? fail(400, { type: 'invalid_grant', message: 'Authorization code does not exist' })
        : {
            stripe_user_id: String(code).replace('ac_', 'acct_'),
            livemode: String(code).endsWith('_live'),
            scope: 'read_write',
            token_type: 'bearer',
          },
    '/oauth/deauthorize': (_account, { stripe_user_id }) => {
      revoked.add(stripe_user_id)
      return { stripe_user_id }
    },
  }
  return makers
}

/** Replies to requests with parsed bodies. */
export function createApi(world: World, { invoice, invoiceProrations, itemOf }: Billing) {
  const { objects, events, seconds, fail, all, list, emit, priceOf } = world
  const makers = createMakers(world)

  function expanded(object: Obj, expand: string[]): Obj {
    const shown = presentObject(object)
    const names = expand.map((path) => path.split('.').filter((part) => part !== 'data'))
    for (const [head, ...rest] of names) {
      const value = head ? shown[head] : undefined
      if (!head || value === undefined || value === null) continue
      if (typeof value === 'string' && objects.has(value))
        shown[head] = expanded(objects.get(value) as Obj, rest.length > 0 ? [rest.join('.')] : [])
      else if (typeof value === 'object' && rest.length > 0) shown[head] = expanded(value, [rest.join('.')])
    }
    return shown
  }

  /** The items after a change: each is addressed by its id, others stay, and a price without an id is added. */
  function changedItems(object: Obj, changes: Obj[], period: { start: number; end: number } | null): Obj[] {
    const kept = (object.items.data as Obj[]).flatMap((item) => {
      const change = changes.find(({ id }) => id === item.id)
      if (change?.deleted === 'true') return []
      const next = { ...item, ...(change?.price && { price: priceOf(change.price) }) }
      return [period ? { ...next, current_period_start: period.start, current_period_end: period.end } : next]
    })
    const [first] = object.items.data
    const added = changes
      .filter(({ id }) => !id)
      .map(({ price }) => itemOf(priceOf(price), first.current_period_start, first.current_period_end))
    return [...kept, ...added]
  }

  /** The unused and the new part of changed items. */
  function prorations(before: Obj[], after: Obj[]) {
    const partOf = ({ current_period_start: start, current_period_end: end }: Obj) =>
      (end - seconds()) / (end - start)
    const changed = (one: Obj[], other: Obj[]) =>
      one.filter(({ id, price }) => other.find((item) => item.id === id)?.price.id !== price.id)
    const line = (item: Obj, sign: number) => ({
      price: item.price.id as string,
      amount: sign * Math.round(item.price.unit_amount * partOf(item)),
      isProration: true,
    })
    return [
      ...changed(before, after).map((item) => line(item, -1)),
      ...changed(after, before).map((item) => line(item, 1)),
    ]
  }

  /** Changes items: at once with a payment, or from the next period on. Unpaid, nothing changes until it is paid. */
  function changeItems(object: Obj, body: Params): void {
    const isNow = body.billing_cycle_anchor?.type === 'now'
    const [first] = object.items.data
    const price = body.items.find(({ price }: Obj) => price)?.price
    const now = seconds()
    const period = isNow ? { start: now, end: periodEnd(now, priceOf(price ?? first.price.id)) } : null
    const before = object.items
    object.items = list(changedItems(object, body.items, period))
    const lines = prorations(before.data, object.items.data)
    const isProrated = !isNow && body.proration_behavior === 'always_invoice' && object.status !== 'trialing'
    if (!isNow && !isProrated) return
    const made = isNow ? invoice(object, 'subscription_update') : invoiceProrations(object, lines)
    if (made.status !== 'paid' && body.payment_behavior === 'pending_if_incomplete') {
      object.pending_update = { expires_at: now + 23 * 60 * 60, _items: object.items.data }
      object.items = before
    }
    emit(made.status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', made)
  }

  function changeSubscription(object: Obj, body: Params): Obj {
    if (body.status) object.status = body.status
    if (body.cancel_at_period_end !== undefined)
      object.cancel_at_period_end = body.cancel_at_period_end === 'true'
    if (body.items) changeItems(object, body)
    emit(`customer.subscription.${body.status === 'canceled' ? 'deleted' : 'updated'}`, object)
    return object
  }

  function post(path: string, account: string, body: Params) {
    const make = makers[path]
    if (make) return make(account, body)
    const [, , kind, target = '', action] = path.split('/')
    const object = objects.get(kind === 'checkout' ? (action ?? '') : target)
    if (!object || object._account !== account)
      return fail(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: `No such ${kind}`,
      })
    if (kind === 'subscriptions') return changeSubscription(object, body)
    if (kind === 'checkout' && object.status !== 'open')
      return fail(400, {
        type: 'invalid_request_error',
        message: 'Only Checkout Sessions with a status in ["open"] can be expired',
      })
    if (kind === 'checkout') return Object.assign(object, { status: 'expired' })
    if (kind === 'payment_intents' && action === 'cancel')
      return Object.assign(object, { status: 'canceled' })
    return Object.assign(object, body)
  }

  function get(path: string, account: string, query: Params) {
    const expand: string[] = query.expand ?? []
    const [, , kind, first, second, third] = path.split('/')
    if (kind === 'account' || kind === 'accounts') {
      const known = first ? objects.get(first) : undefined
      return {
        id: first ?? 'acct_platform',
        object: 'account',
        charges_enabled: true,
        payouts_enabled: true,
        requirements: { currently_due: [], past_due: [] },
        country: 'US',
        default_currency: 'usd',
        ...known,
      }
    }
    if (kind === 'events') {
      const since = Number(query.created?.gte ?? 0)
      return list(
        events.filter((event) => (event.account ?? '') === account && event.created >= since).toReversed(),
      )
    }
    if (kind === 'customers' && second === 'payment_methods')
      return list(all('payment_method', account).filter((object) => object.customer === first))
    const target = kind === 'checkout' ? second : first
    if (!target || third) {
      const name =
        { invoices: 'invoice', subscriptions: 'subscription', payment_intents: 'payment_intent' }[
          kind ?? ''
        ] ?? ''
      const found = all(name, account).filter(
        (object) =>
          (!query.subscription || object.parent?.subscription_details?.subscription === query.subscription) &&
          (!query.customer || object.customer === query.customer),
      )
      return list(found.toReversed().map((object) => expanded(object, expand)))
    }
    const entry = objects.get(target)
    if (!entry || entry._account !== account)
      return fail(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: `No such object: ${target}`,
      })
    return expanded(entry, expand)
  }

  return { post, get, expanded }
}
