import { afterAll, beforeAll, expect, it } from 'vitest'
import { buy, buyPackage } from '#contract/accounts/payments.ts'
import { archivePackage, setPackageOffers, showPackage } from '#contract/accounts/plans.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { FakeStripe } from '#server/testing/fake-stripe.ts'
import { HOST, type PaymentStory, paymentStory } from '#server/testing/payment-story.ts'
import { expireOutdatedCheckouts, releaseAbandonedCoupons } from './checkout.ts'

const MINUTE = 60_000
let now = Date.now()
const clock: Clock = { now: () => new Date(now) }
let s: PaymentStory
beforeAll(async () => {
  s = await paymentStory(clock)
  await s.connect()
})
afterAll(() => s.close())

const TERMS = { percent: 20, amount_minor: null, duration: 'once', months: null } as const
let sold = 0
/** A package with a coupon for this many uses. */
async function withCoupon(max_uses: number | null) {
  sold += 1
  const id = await s.sell({ name: `Pro ${sold}` })
  await limit(id, max_uses)
  return id
}
const limit = (id: number, max_uses: number | null) =>
  s.t.call(
    setPackageOffers,
    { params: { id }, body: { coupons: [{ code: 'ONCE', ...TERMS, max_uses }], add_ons: [] } },
    s.seller,
  )
let visitors = 0
const visit = (id: number) => {
  visitors += 1
  const options = { headers: { host: HOST }, from: `10.1.0.${visitors}` }
  return s.t.call(
    buyPackage,
    { params: { id }, body: { coupon: 'once', email: 'visitor@people.example' } },
    null,
    options,
  )
}
/** Opens a page. @returns its session */
async function opened(id: number): Promise<string> {
  const answer = await visit(id)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer.body.data.url.split('/').at(-1) as string
}
const refused = async (id: number) => (await visit(id)).error?.fields?.coupon
const used = async (id: number) =>
  (await s.t.call(showPackage, { params: { id } }, s.seller)).body.data.coupons[0]?.used
const pay = (session: string) =>
  s.send(...s.stripe.completeCheckout(session, { email: `${session}@people.example` }))
const IN_USE = expect.stringContaining('in use on another payment page')
const release = () => releaseAbandonedCoupons(s.t.app.ctx)
const objectOf = (id: string) => s.stripe.objects.get(id) as FakeStripe['events'][number]

it('a coupon for one use opens one payment page, however many people want one at once', async () => {
  const id = await withCoupon(1)
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => visit(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
  expect(answers.find(({ status }) => status === 422)?.error?.fields?.coupon).toEqual(IN_USE)
  const url = answers.find(({ status }) => status === 200)?.body.data.url as string
  await pay(url.split('/').at(-1) as string)
  expect([await used(id), await refused(id)]).toEqual([1, 'This coupon is used up'])
})

it('counts uses and open pages together, for each package', async () => {
  const [id, other] = [await withCoupon(2), await withCoupon(1)]
  await pay(await opened(id))
  await opened(id)
  expect(await refused(id)).toEqual(IN_USE)
  await opened(other)
  const unlimited = await withCoupon(null)
  for (const _ of [1, 2, 3]) await opened(unlimited)
})

it('bounds the coupon at Stripe, and how long a page keeps it', async () => {
  const pages = [await opened(await withCoupon(3)), await opened(await withCoupon(null))]
  const bodies = (path: string) =>
    s.stripe.requests
      .filter((request) => request.method === 'POST' && request.path === path)
      .map(({ body }) => body)
  expect(
    bodies('/v1/coupons')
      .slice(-2)
      .map((body) => body.max_redemptions),
  ).toEqual(['3', undefined])
  const lifetimes = bodies('/v1/checkout/sessions')
    .slice(-2)
    .map((body) => Math.round((Number(body.expires_at) * 1000 - now) / MINUTE))
  expect([pages.length, lifetimes]).toEqual([2, [45, 23 * 60]])
  // Another number of uses is another coupon at Stripe.
  const id = await withCoupon(4)
  await opened(id)
  await limit(id, 5)
  await opened(id)
  expect(
    bodies('/v1/coupons')
      .slice(-2)
      .map((body) => body.max_redemptions),
  ).toEqual(['4', '5'])
})

it('releases the coupon of an expired page', async () => {
  const id = await withCoupon(1)
  const session = objectOf(await opened(id))
  session.status = 'expired'
  await s.send(s.stripe.emit('checkout.session.expired', session))
  await pay(await opened(id))
  expect(await used(id)).toBe(1)
})

it('releases the coupon of an abandoned page when no event comes, and not of one that is being paid', async () => {
  const [left, slow] = [await withCoupon(1), await withCoupon(1)]
  objectOf(await opened(left)).status = 'expired'
  objectOf(await opened(slow)).status = 'complete'
  await release()
  expect([await refused(left), await refused(slow)]).toEqual([IN_USE, IN_USE])
  now += 51 * MINUTE
  await release()
  expect(await refused(slow)).toEqual(IN_USE)
  await opened(left)
})

it('releases the coupon of a first payment that failed for good', async () => {
  const id = await withCoupon(1)
  const session = await opened(id)
  const events = s.stripe.completeCheckout(session, { email: 'slow@people.example' })
  const subscription = objectOf(objectOf(session).subscription)
  objectOf(subscription.latest_invoice).status = 'open'
  subscription.status = 'incomplete'
  await s.send(events.at(-2) as never)
  expect(await refused(id)).toEqual(IN_USE)
  subscription.status = 'incomplete_expired'
  await s.send(s.stripe.emit('customer.subscription.updated', subscription))
  await opened(id)
})

it('releases the coupon where Stripe opens no page', async () => {
  const id = await withCoupon(1)
  const session = objectOf(await opened(id))
  session.status = 'expired'
  await s.send(s.stripe.emit('checkout.session.expired', session))
  s.stripe.revoke('acct_fox')
  expect((await visit(id)).status).toBeGreaterThanOrEqual(400)
  s.stripe.restore('acct_fox')
  const tries = s.stripe.requests.filter(({ path }) => path === '/v1/checkout/sessions')
  expect(tries.at(-1)?.body.discounts).toHaveLength(1)
  await opened(id)
})

it('lets an account start again with the coupon of its own page', async () => {
  const id = await withCoupon(1)
  const customer = await s.t.account({ parent: s.seller })
  const again = () =>
    s.t.call(buy, { body: { kind: 'package', package_id: id, add_ons: [], coupon: 'ONCE' } }, customer)
  const first = (await again()).body.data.url.split('/').at(-1) as string
  expect(await refused(id)).toEqual(IN_USE)
  expect((await again()).status).toBe(200)
  expect(objectOf(first).status).toBe('expired')
  expect(await refused(id)).toEqual(IN_USE)
})

it('counts the coupon of a page that was paid just before it was closed here', async () => {
  const id = await withCoupon(2)
  const session = await opened(id)
  await s.t.call(archivePackage, { params: { id }, body: { archived: true } }, s.seller)
  await expireOutdatedCheckouts(s.t.app.ctx)
  await pay(session)
  expect(await used(id)).toBe(1)
  await s.send(s.stripe.emit('customer.subscription.updated', objectOf(objectOf(session).subscription)))
  expect(await used(id)).toBe(1)
})
