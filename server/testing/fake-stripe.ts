import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ajv, type ValidateFunction } from 'ajv'
import Stripe from 'stripe'

type Obj = Record<string, any>
type Params = Record<string, any>

/** Secrets that the fake signs events with. */
export const STRIPE_SECRETS = { account: 'whsec_account', connect: 'whsec_connect' }
const SPEC = new URL('../../../shared/contracts/stripe/spec3-2024-04-10.pruned.json', import.meta.url)
/** What the version that we use has and the recorded contract, which is older, does not. */
const NEWER = ['billing_cycle_anchor', 'invoice_creation', 'proration_behavior']

/** Reads `a[b][0][c]=1` as an object. */
function decode(text: string): Params {
  const root: Params = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.split(/[[\]]+/).filter(Boolean)
    let at: Params = root
    for (const [index, part] of path.slice(0, -1).entries()) {
      at[part] ??= /^\d+$/.test(path[index + 1] ?? '') ? [] : {}
      at = at[part]
    }
    at[path.at(-1) as string] = value
  }
  return root
}

/** Checks bodies of requests by the recorded contract where it lies beside the repository. */
function createContract() {
  const spec = existsSync(SPEC) ? JSON.parse(readFileSync(SPEC, 'utf8')) : null
  const ajv = new Ajv({
    strict: false,
    coerceTypes: 'array',
    allErrors: true,
    validateFormats: false,
    logger: false,
  })
  if (spec) ajv.addSchema({ $id: 'spec', components: spec.components })
  const known = new Map<string, ValidateFunction | null>()
  return (path: string, body: Params): string[] => {
    if (!spec) return []
    const name = Object.keys(spec.paths).find((one) =>
      new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )
    const schema =
      name && spec.paths[name].post?.requestBody?.content?.['application/x-www-form-urlencoded']?.schema
    if (!schema) return []
    if (!known.has(name)) {
      const text = JSON.stringify(schema).replaceAll('"#/components', '"spec#/components')
      known.set(name, ajv.compile(JSON.parse(text)))
    }
    const check = known.get(name) as ValidateFunction
    if (check(structuredClone(body))) return []
    return (check.errors ?? [])
      .filter(
        ({ instancePath, params }) =>
          !NEWER.some((one) => instancePath.includes(one) || params.additionalProperty === one),
      )
      .map(
        ({ instancePath, message, params }) => `${path}${instancePath} ${message} ${JSON.stringify(params)}`,
      )
  }
}

const DAY = 24 * 60 * 60
const MONTH = (from: number) =>
  Math.floor(new Date(from * 1000).setUTCMonth(new Date(from * 1000).getUTCMonth() + 1) / 1000)

/**
 * A Stripe on this machine that keeps customers, sessions, subscriptions and payments, and makes the events of what
 * happens. Time is the test's. Give `url` to the program as its base URL.
 */
export async function startFakeStripe(clock: { now(): Date }) {
  const objects = new Map<string, Obj>()
  const keys = new Map<string, { status: number; body: Obj }>()
  const events: Obj[] = []
  const problems: string[] = []
  const requests: { method: string; path: string; account: string; body: Params }[] = []
  const gates = new Map<string, () => Promise<void>>()
  const revoked = new Set<string>()
  const checkBody = createContract()
  let count = 0
  let decline: string | null = null
  let fee = 30
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
    [...objects.values()].filter((one) => one.object === object && one._account === account)
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

  /** A payment with its charge; declined where the test says so. */
  function pay(account: string, of: { amount: number; currency: string; customer: string; metadata?: Obj }) {
    const isDeclined = decline !== null
    const intent = save('pi', 'payment_intent', account, {
      ...of,
      metadata: of.metadata ?? {},
      status: isDeclined ? 'requires_payment_method' : 'succeeded',
      amount_received: isDeclined ? 0 : of.amount,
      last_payment_error: isDeclined ? { message: decline } : null,
      next_action: null,
      latest_charge: null,
    })
    if (isDeclined) return intent
    const balance = save('txn', 'balance_transaction', account, { fee, amount: of.amount })
    const charge = save('ch', 'charge', account, {
      payment_intent: intent.id,
      amount: of.amount,
      amount_refunded: 0,
      currency: of.currency,
      balance_transaction: balance.id,
      customer: of.customer,
    })
    intent.latest_charge = charge.id
    return intent
  }

  const priceOf = (price: string) => objects.get(price) as Obj

  function invoice(
    account: string,
    subscription: Obj,
    reason: string,
    extra: { price: string; amount?: number }[] = [],
  ) {
    const [item] = subscription.items.data
    const trial = subscription.status === 'trialing'
    const lines = [{ price: item.price.id, amount: trial ? 0 : item.price.unit_amount }, ...extra].map(
      (one) => ({
        id: id('il'),
        amount: one.amount ?? priceOf(one.price).unit_amount,
        currency: item.price.currency,
        period: { start: item.current_period_start, end: item.current_period_end },
        pricing: { type: 'price_details', price_details: { price: one.price, product: 'prod' } },
        parent: { type: 'subscription_item_details', subscription_item_details: { proration: false } },
      }),
    )
    const total = lines.reduce((sum, { amount }) => sum + amount, 0) - (subscription._discount ?? 0)
    const made = save('in', 'invoice', account, {
      number: `A-${count}`,
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
      hosted_invoice_url: `http://pay.example/${count}`,
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

  /** What a customer does on the page of a session. */
  function completeCheckout(
    sessionId: string,
    who: { email?: string; name?: string; card?: Obj; delayed?: boolean } = {},
  ) {
    const session = objects.get(sessionId) as Obj
    const account = session._account as string
    const customer =
      session.customer ??
      save('cus', 'customer', account, {
        email: who.email ?? session.customer_email ?? 'buyer@people.example',
        name: who.name ?? 'Bea Baker',
        invoice_settings: { default_payment_method: null },
      }).id
    const method = newMethod(account, customer, who.card)
    ;(objects.get(customer) as Obj).invoice_settings.default_payment_method = method.id
    Object.assign(session, { customer, status: 'complete' })
    const told: Obj[] = []
    if (session.mode === 'payment') {
      if (who.delayed) return [emit('checkout.session.completed', session)]
      const intent = pay(account, {
        amount: session.amount_total,
        currency: session.currency,
        customer,
        metadata: session._intent,
      })
      Object.assign(session, { payment_intent: intent.id, payment_status: 'paid' })
      told.push(emit('payment_intent.succeeded', intent), emit('checkout.session.completed', session))
      return told
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
    told.push(
      emit('customer.subscription.created', { ...subscription, status: 'incomplete' }),
      emit('invoice.paid', made),
      emit('invoice.payment_succeeded', made),
      emit('customer.subscription.updated', subscription),
      emit('checkout.session.completed', session),
    )
    return told
  }

  /** The next period of a subscription begins; its payment may fail. */
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

  /** The open invoice is paid on its page after all. */
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
    const one = known
      ? (objects.get(known) as Obj)
      : save('dp', 'dispute', intent._account, { payment_intent: intentId, charge: intent.latest_charge })
    one.status = status
    return {
      id: one.id as string,
      event: emit(known ? 'charge.dispute.closed' : 'charge.dispute.created', one),
    }
  }

  function expanded(one: Obj, expand: string[]): Obj {
    const { _account, _prices, _subscription, _intent, _discount, ...shown } = structuredClone(one)
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

  const makers: Record<string, (account: string, body: Params) => Obj | { status: number; body: Obj }> = {
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
      emit(
        intent.status === 'succeeded' ? 'payment_intent.succeeded' : 'payment_intent.payment_failed',
        intent,
      )
      if (intent.status === 'succeeded') return intent
      return fail(402, {
        type: 'card_error',
        code: 'card_declined',
        message: decline,
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
            livemode: false,
            scope: 'read_write',
            token_type: 'bearer',
          },
    '/oauth/deauthorize': (_account, { stripe_user_id }) => {
      revoked.add(stripe_user_id)
      return { stripe_user_id }
    },
  }

  /** A change of a subscription: at once with a payment, or only from the next period on. */
  function changeSubscription(one: Obj, body: Params): Obj {
    if (body.cancel_at_period_end !== undefined)
      one.cancel_at_period_end = body.cancel_at_period_end === 'true'
    const price = body.items?.[0]?.price
    if (price) {
      const now = seconds()
      const item = one.items.data[0]
      const isNow = body.billing_cycle_anchor?.type === 'now'
      const next = isNow ? itemOf(priceOf(price), now, MONTH(now)) : { ...item, price: priceOf(price) }
      if (isNow) {
        const before = one.items
        one.items = list([{ ...next, id: item.id }])
        const made = invoice(one._account, one, 'subscription_update')
        if (made.status !== 'paid') {
          one.items = before
          one.pending_update = { item: { ...next, id: item.id } }
        }
        emit(made.status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', made)
      } else one.items = list([next])
    }
    emit('customer.subscription.updated', one)
    return one
  }

  function post(path: string, account: string, body: Params) {
    const make = makers[path]
    if (make) return make(account, body)
    const [, , kind, target = '', action] = path.split('/')
    const one = objects.get(kind === 'checkout' ? (action ?? '') : target)
    if (!one || one._account !== account)
      return fail(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: `No such ${kind}`,
      })
    if (kind === 'subscriptions') return changeSubscription(one, body)
    if (kind === 'checkout') return Object.assign(one, { status: 'expired' })
    if (kind === 'payment_intents' && action === 'cancel') return Object.assign(one, { status: 'canceled' })
    return Object.assign(one, body)
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
        events.filter((one) => (one.account ?? '') === account && one.created >= since).toReversed(),
      )
    }
    if (kind === 'customers' && second === 'payment_methods')
      return list(all('payment_method', account).filter((one) => one.customer === first))
    const target = kind === 'checkout' ? second : first
    if (!target || third) {
      const name =
        { invoices: 'invoice', subscriptions: 'subscription', payment_intents: 'payment_intent' }[
          kind ?? ''
        ] ?? ''
      const found = all(name, account).filter(
        (one) =>
          (!query.subscription || one.parent?.subscription_details?.subscription === query.subscription) &&
          (!query.customer || one.customer === query.customer),
      )
      return list(found.toReversed().map((one) => expanded(one, expand)))
    }
    const one = objects.get(target)
    if (!one || one._account !== account)
      return fail(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: `No such object: ${target}`,
      })
    return expanded(one, expand)
  }

  async function answer(request: IncomingMessage, text: string): Promise<{ status: number; body: Obj }> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://stripe')
    const account = String(request.headers['stripe-account'] ?? '')
    const isJson = String(request.headers['content-type']).includes('json')
    const body = isJson && text ? JSON.parse(text) : decode(text)
    requests.push({ method: request.method ?? '', path: pathname, account, body })
    if (
      !pathname.startsWith('/oauth') &&
      !pathname.startsWith('/v2') &&
      request.headers['stripe-version'] !== '2026-10-28.endive'
    )
      problems.push(`${pathname} has no pinned version`)
    const named = account || (pathname.startsWith('/v1/accounts/') ? (pathname.split('/')[3] ?? '') : '')
    if (revoked.has(named))
      return fail(403, {
        type: 'invalid_request_error',
        code: 'account_invalid',
        message: 'The provided key does not have access to this account',
      })
    const isPost = request.method === 'POST'
    if (isPost && pathname.startsWith('/v1')) problems.push(...checkBody(pathname, body))
    const key = isPost ? String(request.headers['idempotency-key'] ?? '') : ''
    const known = key ? keys.get(`${account}:${key}`) : undefined
    if (known) return known
    const replied = isPost ? post(pathname, account, body) : get(pathname, account, decode(search.slice(1)))
    const made =
      typeof replied.status === 'number' && replied.body
        ? (replied as { status: number; body: Obj })
        : { status: 200, body: isPost ? expanded(replied, body.expand ?? []) : (replied as Obj) }
    if (key) keys.set(`${account}:${key}`, structuredClone(made))
    return structuredClone(made)
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const { status, body } = await answer(request, Buffer.concat(chunks).toString('utf8'))
      // What was read is on its way while others overtake it.
      await gates.get(request.url?.split('?')[0] ?? '')?.()
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
        .end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const signer = new Stripe('sk_test_signer')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    objects,
    problems,
    requests,
    gates,
    completeCheckout,
    renew,
    payOpen,
    dispute,
    emit,
    revoke: (account: string) => revoked.add(account),
    restore: (account: string) => revoked.delete(account),
    /** Cards are declined with this message from now on; null: they are taken. */
    declineWith: (message: string | null) => {
      decline = message
    },
    setFee: (minor: number) => {
      fee = minor
    },
    /** Body and header of an event as it would be sent. */
    sign(event: Obj, secret = event.account ? STRIPE_SECRETS.connect : STRIPE_SECRETS.account, age = 0) {
      const payload = JSON.stringify(event)
      const timestamp = Math.floor(Date.now() / 1000) - age
      return { payload, header: signer.webhooks.generateTestHeaderString({ payload, secret, timestamp }) }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>
