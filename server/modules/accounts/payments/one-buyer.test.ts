import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { savePayKickstart } from '#contract/accounts/paykickstart.ts'
import { buyPackage } from '#contract/accounts/payments.ts'
import { salesPage } from '#contract/accounts/sales.ts'
import { fixedClock } from '#server/platform/clock.ts'
import {
  FAKE_API_KEY,
  type FakePayKickstart,
  signIpn,
  startFakePayKickstart,
} from '#server/testing/fake-paykickstart.ts'
import { HOST, type PaymentStory, paymentStory } from '#server/testing/payment-story.ts'
import { handleEvent } from './event-worker.ts'
import { reconcileSeller } from './reconcile.ts'

// One stranger, through every shape of a package: what they were told, what they paid, what they got, and what the
// seller sees, until the next two renewals.

interface Shape {
  trial: boolean
  setUp: boolean
  addOn: boolean
  period: 'month' | 'year'
  coupon: 0 | 50 | 100
}
const VALUES: { [K in keyof Shape]: readonly Shape[K][] } = {
  trial: [false, true],
  setUp: [false, true],
  addOn: [false, true],
  period: ['month', 'year'],
  coupon: [0, 50, 100],
}
const NAMES = Object.keys(VALUES) as (keyof Shape)[]

/** Every combination of three values of different kinds, in as few shapes as a greedy choice finds. */
function shapesOfThree(): Shape[] {
  const all = NAMES.reduce<Partial<Shape>[]>(
    (found, name) => found.flatMap((shape) => VALUES[name].map((value) => ({ ...shape, [name]: value }))),
    [{}],
  ) as Shape[]
  const triples = NAMES.flatMap((a, i) =>
    NAMES.slice(i + 1).flatMap((b, j) => NAMES.slice(i + j + 2).map((c) => [a, b, c])),
  )
  const keysOf = (shape: Shape) =>
    triples.map((names) => names.map((name) => `${name}=${shape[name as keyof Shape]}`).join())
  const open = new Set(all.flatMap(keysOf))
  const chosen: Shape[] = []
  const gain = (shape: Shape) => keysOf(shape).filter((key) => open.has(key)).length
  while (open.size > 0) {
    const best = all.reduce((one, other) => (gain(other) > gain(one) ? other : one))
    for (const key of keysOf(best)) open.delete(key)
    chosen.push(best)
  }
  return chosen
}

const SHAPES = shapesOfThree()
const nameOf = (shape: Shape) => NAMES.map((name) => `${name} ${shape[name]}`).join(', ')
const EXTRA = { name: '1,000 extra credits', credits: 1000, seats: 0, price_minor: 2500 }
const PRICE = { month: 4900, year: 49_000 }
const CREDITS = { month: 500, year: 6000 }
const SET_UP = 19_900

/** The totals of the first invoice and of two renewals. A coupon counts for the first with something to pay. */
function totalsOf({ trial, setUp, addOn, period, coupon }: Shape): number[] {
  const renewal = PRICE[period] + (addOn ? EXTRA.price_minor : 0)
  const totals = [(trial ? 0 : renewal) + (setUp ? SET_UP : 0), renewal, renewal]
  const first = totals.findIndex((total) => total > 0)
  return totals.map((total, at) => (at === first ? (total * (100 - coupon)) / 100 : total))
}
const creditsOf = ({ addOn, period }: Shape) => CREDITS[period] + (addOn ? EXTRA.credits : 0)

const clock = fixedClock(new Date(Math.floor(Date.now() / 1000) * 1000))
let s: PaymentStory
let kick: FakePayKickstart
beforeAll(async () => {
  kick = await startFakePayKickstart()
  s = await paymentStory(clock, { payKickstartUrl: `${kick.url}/api` })
  await s.connect()
})
afterAll(async () => {
  await s.close()
  await kick.close()
})

interface Bought {
  shape: Shape
  email: string
  accountId: number
  subscription: string
}
const bought: Bought[] = []

const sell = (shape: Shape) =>
  s.sell({
    name: `Shape ${bought.length}`,
    period: shape.period,
    price_minor: PRICE[shape.period],
    credits: CREDITS[shape.period],
    trial_days: shape.trial ? 14 : 0,
    set_up_minor: shape.setUp ? SET_UP : 0,
    offers: {
      add_ons: shape.addOn ? [EXTRA] : [],
      coupons: [
        {
          code: 'LESS',
          percent: shape.coupon || 1,
          amount_minor: null,
          duration: 'once',
          months: null,
          max_uses: null,
        },
      ],
    },
  })
const moneyOf = (books: { payments: Record<string, any>[] }) =>
  books.payments.map(({ amount_minor }) => amount_minor)
const givenTo = ({ grants }: { grants: Record<string, any>[] }) =>
  grants.reduce((sum, { amount }) => sum + amount, 0)
const mailsTo = async (email: string) =>
  (await s.rows(`select template from mail_message where recipient = '${email}' order by id`)).map(
    ({ template }) => template,
  )
const endOf = (subscription: string): number =>
  s.stripe.objects.get(subscription)?.items.data[0].current_period_end * 1000

describe('a stranger buys at Stripe', () => {
  it.each(SHAPES.map((shape) => [nameOf(shape), shape] as const))(
    'and the books agree: %s',
    async (_name, shape) => {
      const email = `stranger${bought.length}@people.example`
      const from = `10.7.0.${bought.length}`
      const id = await sell(shape)
      const options = { headers: { host: HOST }, from }
      const told = (await s.t.call(salesPage, { params: { id } }, null, options)).body.data
      expect(told).toMatchObject({
        price_minor: PRICE[shape.period],
        set_up_minor: shape.setUp ? SET_UP : 0,
        trial_days: shape.trial ? 14 : 0,
        add_ons: shape.addOn ? [EXTRA] : [],
      })
      const chosen = { add_ons: shape.addOn ? [EXTRA.name] : [], ...(shape.coupon > 0 && { coupon: 'LESS' }) }
      const session = await s.goToPay(id, { email, ...chosen }, from)
      await s.send(...s.stripe.completeCheckout(session, { email }))
      const accountId = await s.accountOf(email)
      const { subscription } = s.stripe.objects.get(session) as { subscription: string }
      const books = await s.booksOf(accountId)
      expect(moneyOf(books)).toEqual(totalsOf(shape).slice(0, 1).filter(Boolean))
      expect(books).toMatchObject({
        subscription: [{ state: shape.trial ? 'trialing' : 'active', billed_by: 'stripe' }],
        wallet: [{ available: creditsOf(shape) }],
        access: [{ access: 'full' }],
        vendor: [{ state: shape.trial ? 'trialing' : 'active' }],
      })
      expect(books.subscription[0]?.period_end.getTime()).toBe(endOf(subscription))
      const isFree = shape.trial && totalsOf(shape)[0] === 0
      expect(await mailsTo(email)).toEqual(isFree ? ['welcome'] : ['welcome', 'receipt'])
      // The second purchase ends before its payment.
      const again = await s.t.call(buyPackage, { params: { id }, body: { email } }, null, options)
      expect(again.status).toBe(409)
      bought.push({ shape, email, accountId, subscription })
    },
  )

  it('and pays two renewals, each with its credits, and the books agree with Stripe', async () => {
    expect(bought).toHaveLength(SHAPES.length)
    const turns = bought.map((buyer) => ({ ...buyer, left: 2 }))
    for (;;) {
      const [next] = turns
        .filter(({ left }) => left > 0)
        .sort((a, b) => endOf(a.subscription) - endOf(b.subscription))
      if (!next) break
      clock.advance(Math.max(0, endOf(next.subscription) - clock.now().getTime()))
      await s.send(...s.stripe.renew(next.subscription))
      next.left -= 1
    }
    for (const { shape, accountId, email } of bought) {
      const books = await s.booksOf(accountId)
      const name = `${email}: ${nameOf(shape)}`
      expect(moneyOf(books), name).toEqual(totalsOf(shape).filter(Boolean))
      expect(
        books.periods.map(({ credits }) => credits),
        name,
      ).toEqual(Array(3).fill(creditsOf(shape)))
      expect(
        books.grants.map(({ amount }) => amount),
        name,
      ).toEqual(Array(3).fill(creditsOf(shape)))
      expect(books.subscription, name).toMatchObject([{ state: 'active', is_current: true }])
      expect(books.vendor, name).toEqual([{ state: 'active' }])
    }
    // What the seller and the platform see: every event done, and nothing that differs from Stripe.
    expect(await s.rows(`select outcome from payment_event where outcome in ('received', 'failed')`)).toEqual(
      [],
    )
    expect((await reconcileSeller(s.t.app.ctx, s.seller.accountId)).differences).toEqual([])
    expect(s.stripe.problems).toEqual([])
  })
})

describe('a stranger finds a seller with too few credits', () => {
  it.each([
    ['month', false],
    ['month', true],
    ['year', false],
    ['year', true],
  ] as const)('per %s, add-on %s: nothing is taken until it can be delivered', async (period, addOn) => {
    const shape: Shape = { trial: false, setUp: false, addOn, period, coupon: 0 }
    const email = `empty-${period}-${addOn}@people.example`
    const from = `10.8.0.${Number(addOn) + (period === 'year' ? 2 : 0)}`
    const options = { headers: { host: HOST }, from }
    const id = await sell(shape)
    const chosen = { email, add_ons: addOn ? [EXTRA.name] : [] }
    const told = async () => (await s.t.call(salesPage, { params: { id } }, null, options)).body.data
    await s.leaveCredits(CREDITS[period] - 1)
    expect(await told()).toMatchObject({ buy: null, checkout_url: null, sold_out: true })
    await s.leaveCredits(creditsOf(shape) - 1)
    // With an add-on, the credits reach for the package alone.
    expect(await told()).toMatchObject({ sold_out: !addOn })
    const refused = await s.t.call(buyPackage, { params: { id }, body: chosen }, null, options)
    expect(refused).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('too few credits') },
    })
    expect(await s.accountOf(email)).toBeUndefined()
    expect(await s.rows(`select 1 from mail_message where recipient = '${email}'`)).toEqual([])

    await s.leaveCredits(creditsOf(shape))
    expect(await told()).toMatchObject({ buy: 'stripe', sold_out: false })
    const session = await s.goToPay(id, chosen, from)
    await s.send(...s.stripe.completeCheckout(session, { email }))
    const accountId = await s.accountOf(email)
    const { subscription } = s.stripe.objects.get(session) as { subscription: string }
    expect(await s.booksOf(accountId)).toMatchObject({ wallet: [{ available: creditsOf(shape) }] })

    // The pool is empty: renewals are paid, their credits wait for the seller and then last their full time.
    clock.advance(Math.max(0, endOf(subscription) - clock.now().getTime()))
    await s.send(...s.stripe.renew(subscription))
    const waiting = await s.booksOf(accountId)
    expect(moneyOf(waiting)).toEqual(totalsOf(shape).slice(0, 2))
    expect(givenTo(waiting)).toBe(creditsOf(shape))
    expect(waiting.access).toMatchObject([{ access: 'full' }])
    await s.leaveCredits(creditsOf(shape))
    await expect.poll(async () => givenTo(await s.booksOf(accountId))).toBe(2 * creditsOf(shape))
    const { grants } = await s.booksOf(accountId)
    expect(grants.at(-1)?.expires_at.getTime()).toBeGreaterThanOrEqual(endOf(subscription))
    expect(s.stripe.problems).toEqual([])
  })

  afterAll(() => s.leaveCredits(1_000_000))
})

describe('a stranger buys at PayKickstart', () => {
  const SECRET = 'secret of campaign 215'
  let sent = 0
  /** A signed notification, handled. @returns its outcome */
  async function notify(event: string, email: string, more: Record<string, string>) {
    sent += 1
    const form = new URLSearchParams({
      event,
      mode: 'live',
      campaign_id: '215',
      transaction_id: `PK-TN${sent}`,
      transaction_time: String(Math.floor(clock.now().getTime() / 1000)),
      buyer_email: email,
      buyer_first_name: 'Bea',
      buyer_last_name: 'Baker',
      ...more,
    })
    const answer = await s.t.app.http.inject({
      method: 'POST',
      url: '/webhooks/paykickstart',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: signIpn(form, SECRET).toString(),
    })
    expect(answer.statusCode).toBe(200)
    const [row] = await s.rows(
      `select event_id from payment_event where vendor = 'paykickstart' order by received_at desc limit 1`,
    )
    await handleEvent(s.t.app.ctx, 'paykickstart', row?.event_id)
  }

  it.each([
    ['month', false],
    ['month', true],
    ['year', false],
    ['year', true],
  ] as const)('per %s, trial %s', async (period, trial) => {
    const email = `kick-${period}-${trial}@people.example`
    const price = PRICE[period]
    const terms = { period, price_minor: price, credits: CREDITS[period], trial_days: trial ? 14 : 0 }
    const id = await s.sell({ name: `Kick ${period} ${trial}`, ...terms })
    const setup = {
      api_key: FAKE_API_KEY,
      portal_id: null,
      campaigns: [{ id: '215', secret: SECRET }],
      products: [{ campaign_id: '215', product_id: `p${id}`, package_id: id }],
    }
    const saved = await s.t.call(savePayKickstart, { body: setup }, s.seller)
    expect(saved.status, JSON.stringify(saved.error)).toBe(200)
    const of = { product_id: `p${id}`, invoice_id: `PK-INV${id}` }
    const paid = (price / 100).toFixed(2)
    await notify('sales', email, { ...of, amount: trial ? '0' : paid })
    const accountId = await s.accountOf(email)
    expect(await s.booksOf(accountId)).toMatchObject({
      subscription: [{ state: trial ? 'trialing' : 'active', billed_by: 'paykickstart' }],
      wallet: [{ available: CREDITS[period] }],
      access: [{ access: 'full' }],
    })
    expect(await mailsTo(email)).toEqual(trial ? ['welcome'] : ['welcome', 'receipt'])
    // A second purchase there waits to be claimed, and changes nothing.
    await notify('sales', email, { ...of, invoice_id: `${of.invoice_id}-2`, amount: paid })
    expect((await s.booksOf(accountId)).vendor).toHaveLength(1)
    expect(await s.rows(`select 1 from waiting_sale where email = '${email}'`)).toHaveLength(1)
    for (const _ of [1, 2]) {
      const [now] = (await s.booksOf(accountId)).subscription
      clock.advance(now?.period_end.getTime() - clock.now().getTime())
      await notify('subscription-payment', email, { ...of, amount: paid })
    }
    const books = await s.booksOf(accountId)
    expect(moneyOf(books)).toEqual(trial ? [price, price] : [price, price, price])
    expect(books.periods.map(({ credits }) => credits)).toEqual(Array(3).fill(CREDITS[period]))
  })
})
