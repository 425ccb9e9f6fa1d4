import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountPayments, changePlan, endAddOn } from '#contract/accounts/payments.ts'
import { createUser } from '#server/modules/accounts/accounts/index.ts'
import { fixedClock } from '#server/platform/clock.ts'
import type { FakeStripe } from '#server/testing/fake-stripe.ts'
import { type PaymentStory, paymentStory } from '#server/testing/payment-story.ts'

const DAY = 24 * 60 * 60_000
const clock = fixedClock(new Date())
const EXTRA = { name: '1,000 extra credits', credits: 1000, seats: 0, price_minor: 2500 }
let s: PaymentStory
let ids: { pro: number; small: number; yearly: number }
beforeAll(async () => {
  s = await paymentStory(clock)
  await s.connect()
  ids = {
    pro: await s.sell({ offers: { add_ons: [EXTRA] } }),
    small: await s.sell({ name: 'Small', credits: 100, price_minor: 900 }),
    yearly: await s.sell({ name: 'Yearly', credits: 9000, price_minor: 49_000, period: 'year' }),
  }
})
afterAll(() => s.close())

const stripeItems = (subscription: string): FakeStripe['events'] =>
  s.stripe.objects.get(subscription)?.items.data ?? []
const itemsOf = (subscription: string) =>
  stripeItems(subscription)
    .map(({ price }) => price.unit_amount)
    .sort()
async function renewal(subscription: string, accountId: number) {
  clock.advance(31 * DAY)
  await s.send(...s.stripe.renew(subscription))
  return (await s.booksOf(accountId)).payments.at(-1)
}
let buyers = 0
/** Someone who bought Pro with its add-on, signed in. Stripe lists the add-on first. */
async function withAddOn() {
  buyers += 1
  const email = `extra${buyers}@people.example`
  const session = await s.goToPay(ids.pro, { email, add_ons: [EXTRA.name] }, `10.5.0.${buyers}`)
  await s.send(...s.stripe.completeCheckout(session, { email }))
  const accountId = await s.accountOf(email)
  const { subscription } = s.stripe.objects.get(session) as { subscription: string }
  const user = { email, password: 'correct horse battery', confirmed: true, accessToWallet: true }
  await createUser(s.t.app.ctx, accountId, user)
  const customer = await s.signIn(email, accountId, subscription)
  return { customer, accountId, subscription }
}
const addOnsOf = async (customer: Awaited<ReturnType<typeof withAddOn>>['customer']) =>
  (await s.asCustomer(accountPayments, {}, customer)).body.data.add_ons

it('an add-on is shown with its period, charged every period, and ended by the customer', async () => {
  const { customer, accountId, subscription } = await withAddOn()
  expect((await s.booksOf(accountId)).payments).toMatchObject([{ amount_minor: 7400, credits: 1500 }])
  const [addOn] = await addOnsOf(customer)
  const { seats: _none, ...terms } = EXTRA
  expect(addOn).toMatchObject({ ...terms, currency: 'USD', period: 'month' })
  expect(await renewal(subscription, accountId)).toMatchObject({ amount_minor: 7400, credits: 1500 })
  const end = (id: string) => s.asCustomer(endAddOn, { params: { id } }, customer)
  const item = stripeItems(subscription).find(({ price }) => price.unit_amount === 4900)
  // The package itself is none.
  expect((await end(item?.id)).status).toBe(404)
  expect((await end(addOn?.id as string)).body.message).toBe(
    '1,000 extra credits isn’t charged again. You keep its credits',
  )
  expect(await addOnsOf(customer)).toEqual([])
  expect((await s.booksOf(accountId)).wallet).toMatchObject([{ available: expect.any(Number) }])
  expect(await renewal(subscription, accountId)).toMatchObject({ amount_minor: 4900, credits: 500 })
})

it('a change of the package leaves the add-on, whichever item Stripe lists first', async () => {
  const { customer, accountId, subscription } = await withAddOn()
  const change = (package_id: number) => s.asCustomer(changePlan, { body: { package_id } }, customer)
  expect((await change(ids.small)).body).toMatchObject({ data: { result: 'scheduled' } })
  expect(itemsOf(subscription)).toEqual([2500, 900])
  expect(await renewal(subscription, accountId)).toMatchObject({ amount_minor: 3400, credits: 1100 })
  const [books] = [await s.booksOf(accountId)]
  expect(books.periods.at(-1)).toMatchObject({ credits: 1100 })
  expect((await change(ids.pro)).body).toMatchObject({ data: { result: 'applied' } })
  expect(itemsOf(subscription)).toEqual([2500, 4900])
})

it('an add-on of another period is ended before the package changes to it', async () => {
  const { customer, subscription } = await withAddOn()
  const refused = await s.asCustomer(changePlan, { body: { package_id: ids.yearly } }, customer)
  expect([refused.status, refused.error?.message]).toEqual([
    409,
    '1,000 extra credits is paid per month. End it before you change to this package',
  ])
  expect(itemsOf(subscription)).toEqual([2500, 4900])
})

it('the change of an account’s package in a trial is followed with the add-on listed first', async () => {
  const trial = await s.sell({ name: 'Try', trial_days: 14, offers: { add_ons: [EXTRA] } })
  const email = 'trying@people.example'
  const session = await s.goToPay(trial, { email, add_ons: [EXTRA.name] })
  await s.send(...s.stripe.completeCheckout(session, { email }))
  const accountId = await s.accountOf(email)
  const { subscription } = s.stripe.objects.get(session) as { subscription: string }
  await createUser(s.t.app.ctx, accountId, {
    email,
    password: 'correct horse battery',
    confirmed: true,
    accessToWallet: true,
  })
  const customer = await s.signIn(email, accountId, subscription)
  expect((await s.asCustomer(changePlan, { body: { package_id: ids.small } }, customer)).status).toBe(200)
  const [plan] = await s.rows(
    `select v.plan_id from subscription x join plan_version v on v.id = x.plan_version_id where x.account_id = ${accountId}`,
  )
  expect(plan?.plan_id).toBe(ids.small)
})
