import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { saveCreditPacks, setRechargeRule } from '#contract/accounts/credits.ts'
import { paymentStatus, reconcilePayments } from '#contract/accounts/payment-checks.ts'
import {
  accountPayments,
  buy,
  cancelPlan,
  changePlan,
  disconnectStripe,
  openPortal,
  paymentEvents,
  payments,
  refundPayment,
  stripeStatus,
} from '#contract/accounts/payments.ts'
import { changeSubscription } from '#contract/accounts/subscriptions.ts'
import type { Currency } from '#contract/core/money.ts'
import { tickSubscriptions } from '#server/modules/accounts/subscriptions/index.ts'
import { showBalance } from '#server/modules/accounts/wallet/index.ts'
import { fixedClock } from '#server/platform/clock.ts'
import { type PaymentStory, paymentStory, shuffledPurchases } from '#server/testing/payment-story.ts'
import { isSuspended, rechargePrice } from './claim-recharge.ts'
import { handleEvent } from './event-worker.ts'
import { isKnownType } from './known-types.ts'
import { endAbandonedSubscriptions } from './paid-package.ts'
import { amountProblem, countFee } from './prices.ts'
import { rechargeAccount } from './recharge.ts'
import { creditsRefunded } from './refund-credits.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const clock = fixedClock(new Date())
let s: PaymentStory
let pro: number
beforeAll(async () => {
  s = await paymentStory(clock)
  expect((await s.connect()).body.data.connection).toMatchObject({
    state: 'connected',
    external_id: 'acct_fox',
  })
  pro = await s.sell()
})
afterAll(() => s.close())

const bought = (id = pro) => s.bought(id)
const signedIn = (id = pro) => s.signedIn(id)
const asCustomer: typeof s.t.call = (endpoint, input, as) => s.asCustomer(endpoint, input, as)
const intentOf = async (accountId: number): Promise<string> =>
  (
    await s.rows(`select external_id from payment where account_id = ${accountId} order by id desc limit 1`)
  )[0]?.external_id
const balance = async (accountId: number) => (await showBalance(s.t.app.ctx, accountId)).available
const outcomes = async (ids: string[]) =>
  (await s.rows(`select outcome from payment_event where event_id in (${ids.map((id) => `'${id}'`)})`)).map(
    ({ outcome }) => outcome,
  )

it('accepts a valid event once, and none with a wrong or old signature', async () => {
  const event = s.stripe.emit('tax.settings.updated', { id: 'tax_1', object: 'tax.settings', _account: '' })
  const send = (header: string, payload: string, url = '/webhooks/stripe') =>
    s.t.app.http.inject({
      method: 'POST',
      url,
      headers: { 'stripe-signature': header, 'content-type': 'application/json' },
      payload,
    })
  const { payload, header } = s.stripe.sign(event)
  const old = s.stripe.sign(event, undefined, 301)
  expect((await send(header, `${payload} `)).statusCode).toBe(400)
  expect((await send(old.header, old.payload)).statusCode).toBe(400)
  expect((await send('', payload)).statusCode).toBe(400)
  expect((await send(s.stripe.sign(event, 'whsec_connect').header, payload)).statusCode).toBe(400)
  expect(await outcomes([event.id])).toEqual([])
  expect((await send(s.stripe.sign(event, 'whsec_old').header, payload)).statusCode).toBe(200)
  expect((await send(header, payload)).statusCode).toBe(200)
  expect(await outcomes([event.id])).toEqual(['ignored'])
  const stranger = s.stripe.emit('invoice.paid', { id: 'in_x', object: 'invoice', _account: 'acct_stranger' })
  expect((await s.deliver(stranger)).statusCode).toBe(200)
  const live = Object.assign(
    s.stripe.emit('invoice.paid', { id: 'in_y', object: 'invoice', _account: 'acct_fox' }),
    { livemode: true },
  )
  expect((await s.deliver(live)).statusCode).toBe(200)
  const admin = await s.t.admin()
  const { data } = (await s.t.call(paymentEvents, { query: { page: 1, limit: 50 } }, admin)).body
  expect(data.map(({ id, detail }) => [id, detail])).toEqual(
    expect.arrayContaining([
      [event.id, 'Unknown type'],
      [stranger.id, 'Unknown account'],
      [live.id, 'Live event, and the key is for tests'],
    ]),
  )
  // A seller sees only the events of its own account.
  const own = (await s.t.call(paymentEvents, { query: { page: 1, limit: 50 } }, s.seller)).body.data
  expect(own.map(({ id }) => id)).toEqual([live.id])
})

it('a purchase ends in the same rows, with events in any order, sent twice to both URLs', async () => {
  const seen = await shuffledPurchases(s, pro, 4)
  expect(seen[0]).toMatchObject({
    payments: [{ kind: 'package', amount_minor: 4900, fee_minor: 30, credits: 500, state: 'paid' }],
    subscription: [{ state: 'active', billed_by: 'stripe', is_current: true }],
    grants: [{ kind: 'allowance', amount: 500 }],
    access: [{ access: 'full' }],
  })
  for (const other of seen) expect(other).toEqual(seen[0])
  expect(s.stripe.problems).toEqual([])
})

it('grants once with two workers and a stop between grant and mark', async () => {
  const email = 'two-workers@people.example'
  const session = await s.goToPay(pro, { email })
  const events = s.stripe.completeCheckout(session, { email })
  const paid = events.find(({ type }) => type === 'invoice.paid')!
  await s.deliver(paid)
  // Marking it as done fails once, after everything else was written.
  await s.rows(
    `create function stop_mark() returns trigger language plpgsql as $$ begin raise exception 'stopped'; end $$`,
  )
  await s.rows(
    `create trigger stop_mark before update on payment_event for each row when (new.outcome = 'done') execute function stop_mark()`,
  )
  await expect(handleEvent(s.t.app.ctx, 'stripe', paid.id)).rejects.toThrow('stopped')
  await s.rows('drop trigger stop_mark on payment_event')
  expect(await s.accountOf(email)).toBeUndefined()
  await Promise.all([
    handleEvent(s.t.app.ctx, 'stripe', paid.id),
    handleEvent(s.t.app.ctx, 'stripe', paid.id),
  ])
  const accountId = await s.accountOf(email)
  expect((await s.booksOf(accountId)).grants).toMatchObject([{ amount: 500, remaining: 500 }])
  await s.send(...events)
  expect(await balance(accountId)).toBe(500)
})

it('a stale read changes nothing', async () => {
  const { accountId, subscription } = await bought()
  const path = `/v1/subscriptions/${subscription}`
  let release = () => {}
  let isHeld = false
  s.stripe.gates.set(path, () => {
    if (isHeld) return Promise.resolve()
    isHeld = true
    return new Promise((resolve) => {
      release = resolve
    })
  })
  const object = s.stripe.objects.get(subscription)!
  const old = s.stripe.emit('customer.subscription.updated', object)
  await s.deliver(old)
  const slow = handleEvent(s.t.app.ctx, 'stripe', old.id)
  await expect.poll(() => isHeld).toBe(true)
  object.status = 'canceled'
  const ended = s.stripe.emit('customer.subscription.deleted', object)
  await s.deliver(ended)
  await handleEvent(s.t.app.ctx, 'stripe', ended.id)
  release()
  await slow
  s.stripe.gates.delete(path)
  expect((await s.booksOf(accountId)).subscription).toMatchObject([{ state: 'cancelled' }])
  const [row] = await s.rows(`select detail from payment_event where event_id = '${old.id}'`)
  expect(row?.detail).toBe('A later read was written')
})

it('a refund takes credits back in proportion, records the rest as owed and settles it from the next payment', async () => {
  const customer = await signedIn()
  const { accountId } = customer
  const sale = (await s.t.call(payments, { query: { page: 1, limit: 5, customer_id: accountId } }, s.seller))
    .body.data[0]!
  const refund = (amount?: number, key?: string) =>
    s.t.call(
      refundPayment,
      { params: { id: sale.id }, body: amount ? { amount_minor: amount } : {} },
      s.seller,
      { ...(key && { key }) },
    )
  // 2,450 of 4,900 is half of 500 credits. A double click has one key, whenever its second call arrives.
  const [one, repeated] = await Promise.all([refund(2450, 'one-click'), refund(2450, 'one-click')])
  expect([one.status, repeated.status], JSON.stringify(one.error)).toEqual([200, 200])
  expect(await balance(accountId)).toBe(250)
  expect(
    s.stripe.requests.filter(
      ({ path, body }) => path === '/v1/refunds' && body.refund_application_fee === 'true',
    ),
  ).not.toEqual([])
  // 150 of the remaining credits are spent before the rest is refunded.
  await s.rows(`update credit_grant set remaining = 100, sent = sent + 150 where account_id = ${accountId}`)
  await s.rows(`update wallet set available = 100, in_transit = 150 where account_id = ${accountId}`)
  expect((await refund()).body.data).toMatchObject({ state: 'refunded', owed_credits: 150 })
  await s.send(...s.stripe.events.filter(({ type }) => type.includes('refund')).slice(-4))
  expect((await s.booksOf(accountId)).payments).toMatchObject([
    { taken_back: 350, owed: 150, refunded_minor: 4900 },
  ])
  expect((await refund()).error?.message).toBe('This payment was already fully refunded')
  clock.advance(31 * DAY)
  await s.send(...s.stripe.renew(customer.subscription))
  expect((await s.booksOf(accountId)).payments).toMatchObject([
    { settled: 150 },
    { withheld: 150, credits: 500 },
  ])
  const others = await s.t.account({ modules: ['leads', 'whitelabel'] })
  expect((await s.t.call(refundPayment, { params: { id: sale.id }, body: {} }, others)).status).toBe(404)
})

it('a dispute holds unspent credits, and winning it releases exactly those', async () => {
  const { accountId } = await bought()
  const intent = await intentOf(accountId)
  const { id, event } = s.stripe.dispute(intent, 'needs_response')
  await s.send(event, event)
  expect((await s.booksOf(accountId)).wallet).toMatchObject([{ available: 0, reserved: 500 }])
  expect((await s.booksOf(accountId)).access).toMatchObject([{ access: 'read_only' }])
  await s.send(s.stripe.dispute(intent, 'won', id).event)
  expect((await s.booksOf(accountId)).wallet).toMatchObject([{ available: 500, reserved: 0 }])
  expect((await s.booksOf(accountId)).access).toMatchObject([{ access: 'full' }])
  const second = s.stripe.dispute(intent, 'needs_response')
  await s.send(second.event, s.stripe.dispute(intent, 'lost', second.id).event)
  expect(await s.booksOf(accountId)).toMatchObject({
    wallet: [{ available: 0, reserved: 0 }],
    payments: [{ taken_back: 500, owed: 0, state: 'lost' }],
  })
})

it('a declined upgrade or abandoned confirmation keeps the old package, and a payment applies it once', async () => {
  const big = await s.sell({ name: 'Max', credits: 2000, price_minor: 14_900 })
  const customer = await signedIn()
  const before = await s.booksOf(customer.accountId)
  s.stripe.declineWith('Your card was declined')
  const declined = await asCustomer(changePlan, { body: { package_id: big } }, customer)
  expect(declined.body).toMatchObject({ data: { result: 'payment_needed' } })
  s.stripe.declineWith(null)
  await s.send(...s.stripe.events.slice(-2))
  expect(await s.booksOf(customer.accountId)).toEqual(before)
  // Stripe deletes unconfirmed payments; here nothing is left either.
  const object = s.stripe.objects.get(customer.subscription)!
  const pending = object.pending_update
  object.pending_update = null
  await s.send(s.stripe.emit('customer.subscription.pending_update_expired', object))
  expect(await s.booksOf(customer.accountId)).toEqual(before)
  object.pending_update = pending
  await s.send(...s.stripe.payOpen(customer.subscription), ...s.stripe.payOpen(customer.subscription))
  const after = await s.booksOf(customer.accountId)
  expect(after.grants).toMatchObject([
    { amount: 500, remaining: 500 },
    { amount: 2000, remaining: 2000 },
  ])
  expect(after.subscription.filter(({ is_current }) => is_current)).toHaveLength(1)

  const down = await asCustomer(changePlan, { body: { package_id: pro } }, customer)
  expect(down.body).toMatchObject({
    data: { result: 'scheduled' },
    message: 'Pro begins with your next period',
  })
  clock.advance(32 * DAY)
  await s.send(...s.stripe.renew(customer.subscription))
  expect((await s.booksOf(customer.accountId)).periods.at(-1)).toMatchObject({ credits: 500 })
})

it('a failed payment makes the account read-only, then locks it, and paying reopens it', async () => {
  const customer = await signedIn()
  clock.advance(31 * DAY)
  s.stripe.declineWith('Insufficient funds')
  await s.send(...s.stripe.renew(customer.subscription))
  s.stripe.declineWith(null)
  const access = async () => (await s.booksOf(customer.accountId)).access[0]?.access
  const tick = () => tickSubscriptions(s.t.app.ctx)
  expect([await access(), (await s.booksOf(customer.accountId)).subscription[0]?.state]).toEqual([
    'full',
    'past_due',
  ])
  const [notice] = await s.rows(
    `select kind from notification where account_id = ${customer.accountId} and kind = 'payment_failed'`,
  )
  expect(notice).toBeDefined()
  clock.advance(8 * DAY)
  await tick()
  expect(await access()).toBe('read_only')
  clock.advance(14 * DAY)
  await tick()
  expect(await access()).toBe('locked')
  const shown = await asCustomer(accountPayments, {}, customer)
  expect(shown.body.data).toMatchObject({
    state: 'past_due',
    pay_url: expect.stringContaining('http://pay.example/'),
  })
  expect((await asCustomer(openPortal, {}, customer)).body.data.url).toBe('http://portal.example/session')
  const [configured] = s.stripe.requests.filter(({ path }) => path === '/v1/billing_portal/configurations')
  expect(configured?.body.features.subscription_update).toEqual({ enabled: 'false' })
  await s.send(...s.stripe.payOpen(customer.subscription))
  expect(await access()).toBe('full')
  const cancelled = await asCustomer(cancelPlan, { body: {} }, customer)
  expect(cancelled.body.data.cancel_at).not.toBeNull()
})

it('credits packs when their money arrives, also later, and for the amount offered', async () => {
  const packs = [{ name: 'Boost', credits: 300, price: 1000, currency: 'USD' }]
  const [pack] = (await s.t.call(saveCreditPacks, { body: { packs } }, s.seller)).body.data
  const customer = await signedIn()
  const go = async () => {
    const answer = await asCustomer(buy, { body: { kind: 'pack', pack_id: pack!.id } }, customer)
    expect(answer.status, JSON.stringify(answer.error)).toBe(200)
    return answer.body.data.url.split('/').at(-1) as string
  }
  const later = await go()
  await s.send(...s.stripe.completeCheckout(later, { delayed: true }))
  expect(await balance(customer.accountId)).toBe(500)
  const session = s.stripe.objects.get(later)!
  const events = s.stripe.completeCheckout(later)
  await s.send(s.stripe.emit('checkout.session.async_payment_succeeded', session), ...events)
  expect(await balance(customer.accountId)).toBe(800)
  const cheap = await go()
  s.stripe.objects.get(cheap)!.amount_total = 100
  await s.send(...s.stripe.completeCheckout(cheap))
  expect(await balance(customer.accountId)).toBe(800)
  const { differences } = (await s.t.call(paymentStatus, {}, s.seller)).body.data
  expect(differences).toBe(1)
  const found = (await s.t.call(reconcilePayments, {}, s.seller)).body.data
  expect(found.differences.map(({ kind }) => kind)).toContain('payment_missing')
  expect(await balance(customer.accountId)).toBe(800)

  // The rule charges once, however many processes check it at the same time.
  const rule = { enabled: true, threshold: 1000, credits: 300, monthly_ceiling: 700 }
  await asCustomer(setRechargeRule, { body: rule }, customer)
  const sync = () =>
    Promise.all([1, 2, 3, 4].map(() => rechargeAccount(s.t.app.ctx, customer.accountId, s.seller.accountId)))
  await sync()
  expect(await balance(customer.accountId)).toBe(1100)
  await s.rows(`update recharge_rule set threshold = 5000 where account_id = ${customer.accountId}`)
  s.stripe.declineWith('Your card was declined')
  for (let round = 0; round < 5; round++) {
    await sync()
    clock.advance(2 * HOUR)
  }
  s.stripe.declineWith(null)
  const attempts = await s.rows(`select state from recharge_attempt where account_id = ${customer.accountId}`)
  expect(attempts.filter(({ state }) => state === 'failed')).toHaveLength(3)
  expect((await asCustomer(accountPayments, {}, customer)).body.data.recharge).toMatchObject({
    suspended: true,
  })
  await s.rows(`update payment_customer set fingerprint = 'card-2' where account_id = ${customer.accountId}`)
  await sync()
  await sync()
  // 300 and 300 of a ceiling of 700: a third one has no room.
  expect(await balance(customer.accountId)).toBe(1400)
})

it('catches up with everything missed while Stripe was disconnected', async () => {
  const [away, stayed] = [await bought(), await bought()]
  const calm = await s.booksOf(stayed.accountId)
  expect((await s.t.call(disconnectStripe, {}, s.seller)).body.data.connection?.state).toBe('disconnected')
  expect((await s.booksOf(away.accountId)).subscription).toMatchObject([{ state: 'unverified' }])
  clock.advance(5 * DAY)
  await tickSubscriptions(s.t.app.ctx)
  // Nobody who has paid is locked in the meantime.
  expect((await s.booksOf(away.accountId)).access).toMatchObject([{ access: 'full' }])
  clock.advance(27 * DAY)
  s.stripe.restore('acct_fox')
  const missed = [...s.stripe.renew(away.subscription), ...s.stripe.renew(stayed.subscription)]
  expect((await s.connect()).status).toBe(200)
  await s.work()
  const ids = missed.filter(({ type }) => isKnownType(type)).map(({ id }) => id)
  expect(await outcomes(ids)).toEqual(ids.map(() => 'done'))
  const [books, copy] = [await s.booksOf(away.accountId), await s.booksOf(stayed.accountId)]
  expect(books).toMatchObject({
    subscription: [{ state: 'active' }],
    payments: [{}, {}],
    access: [{ access: 'full' }],
  })
  expect(copy.periods).toHaveLength(calm.periods.length + 1)
  expect({ ...books, method: 0 }).toEqual({ ...copy, method: 0 })
  expect((await s.t.call(stripeStatus, {}, s.seller)).body.data.connection?.state).toBe('connected')
})

it('a trial and a package without credits change within the period, and sellers change nothing behind Stripe', async () => {
  const trial = await s.sell({ name: 'Try', trial_days: 14 })
  const [plain, plainer] = [
    await s.sell({ name: 'Seats', credits: 0, price_minor: 2000 }),
    await s.sell({ name: 'More seats', credits: 0, price_minor: 3000 }),
  ]
  const trying = await signedIn(trial)
  expect((await s.booksOf(trying.accountId)).subscription).toMatchObject([{ state: 'trialing' }])
  expect(await balance(trying.accountId)).toBe(500)
  const used = await s.rows(
    `select kind from trial_use where account_id = ${s.seller.accountId} order by kind`,
  )
  expect(used).toEqual([{ kind: 'account' }, { kind: 'email' }])
  // One trial per mailbox: none when the email is known before, and none of its credits when it is known after.
  const labelled = (label: string) => trying.email.replace('@', `+${label}@`)
  const known = await s.goToPay(trial, { email: labelled('known') })
  await s.send(...s.stripe.completeCheckout(known, { email: labelled('known') }))
  const paying = await s.accountOf(labelled('known'))
  expect((await s.booksOf(paying)).subscription).toMatchObject([{ state: 'active' }])
  const late = await s.goToPay(trial, {})
  await s.send(...s.stripe.completeCheckout(late, { email: labelled('late') }))
  expect(await balance(await s.accountOf(labelled('late')))).toBe(0)

  const moved = await asCustomer(changePlan, { body: { package_id: pro } }, trying)
  expect(moved.body).toMatchObject({ data: { result: 'applied' }, message: 'You are on Pro now' })
  expect(await balance(trying.accountId)).toBe(500)
  const seated = await signedIn(plain)
  await asCustomer(changePlan, { body: { package_id: plainer } }, seated)
  const nameOf = async (accountId: number) =>
    (await s.rows(`select name from active_plan where account_id = ${accountId}`))[0]?.name
  expect([await nameOf(trying.accountId), await nameOf(seated.accountId)]).toEqual(['Pro', 'More seats'])

  const act = (action: 'cancel' | 'close') =>
    s.t.call(
      changeSubscription,
      {
        params: { id: seated.accountId },
        body: action === 'cancel' ? { action, when: 'now' } : { action, reason: 'Left' },
      },
      s.seller,
    )
  expect((await act('cancel')).error?.message).toContain('paid through Stripe')
  expect((await act('close')).status).toBe(200)
  await endAbandonedSubscriptions(s.t.app.ctx)
  expect(s.stripe.objects.get(seated.subscription)?.status).toBe('canceled')
})

it('shares of amounts add up to the total in every currency', () => {
  const currency = fc.constantFrom<Currency>('JPY', 'KWD', 'USD')
  const whole = fc.integer({ min: 1, max: 10_000_000 })
  fc.assert(
    fc.property(whole, whole, fc.array(whole, { maxLength: 5 }), (amount, credits, cuts) => {
      const points = [...cuts.map((cut) => cut % (amount + 1)), amount].sort((a, b) => a - b)
      const taken = points.map((point) => creditsRefunded(credits, point, amount))
      // Cumulative: never more than available, never less than before, and everything at the end.
      expect(taken.toSorted((a, b) => a - b)).toEqual(taken)
      expect(taken.at(-1)).toBe(credits)
      const fees = countFee(amount, 3.33)
      expect(fees * 10_000).toBeLessThanOrEqual(amount * 333)
      expect((fees + 1) * 10_000).toBeGreaterThan(amount * 333)
    }),
  )
  fc.assert(
    fc.property(currency, whole, whole, whole, (code, price, credits, wanted) => {
      const found = rechargePrice([{ credits, price, currency: code }], wanted)
      expect(BigInt(found!.price) * BigInt(credits) - BigInt(price) * BigInt(wanted)).toBeGreaterThanOrEqual(
        0n,
      )
      expect(amountProblem(price, code) === null).toBe(code !== 'KWD' || price % 10 === 0)
    }),
  )
  expect(
    isSuspended(
      [
        { state: 'failed', fingerprint: 'a' },
        { state: 'failed', fingerprint: 'a' },
      ],
      'a',
    ),
  ).toBe(false)
})
