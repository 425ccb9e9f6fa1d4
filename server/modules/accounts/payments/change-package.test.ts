import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  authorizeStripe,
  cancelPlan,
  changePlan,
  createStripeAccount,
  disconnectStripe,
  stripeStatus,
} from '#contract/accounts/payments.ts'
import { fixedClock } from '#server/platform/clock.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type PaymentStory, paymentStory } from '#server/testing/payment-story.ts'

const DAY = 24 * 60 * 60_000
const clock = fixedClock(new Date())
let s: PaymentStory
let ids: { pro: number; max: number; free: number }
beforeAll(async () => {
  s = await paymentStory(clock)
  await s.connect()
  ids = {
    pro: await s.sell(),
    max: await s.sell({ name: 'Max', credits: 2000, price_minor: 14_900 }),
    free: await s.sell({ name: 'Free', price_minor: 0 }),
  }
})
afterAll(() => s.close())

const change = (customer: TestUser, id: number) =>
  s.asCustomer(changePlan, { body: { package_id: id } }, customer)
const refusal = (answer: { status: number; error?: { message: string } }) => [
  answer.status,
  answer.error?.message,
]
/** Changes of subscriptions that Stripe was asked for. */
const asked = () =>
  s.stripe.requests.filter(({ method, path }) => method === 'POST' && path.includes('/subscriptions/'))

describe('a change of the package', () => {
  it('is made for someone who has paid, whose invoice is then paid', async () => {
    expect((await change(await s.signedIn(ids.pro), ids.max)).body).toMatchObject({
      data: { result: 'applied' },
    })
  })

  it('waits until the open invoice is paid', async () => {
    const customer = await s.signedIn(ids.pro)
    clock.advance(31 * DAY)
    s.stripe.declineWith('Insufficient funds')
    await s.send(...s.stripe.renew(customer.subscription))
    s.stripe.declineWith(null)
    const before = asked().length
    for (const id of [ids.max, ids.pro])
      expect(refusal(await change(customer, id))).toEqual([
        409,
        'Pay your open invoice before you change the package',
      ])
    expect(asked()).toHaveLength(before)
    await s.send(...s.stripe.payOpen(customer.subscription))
    expect((await change(customer, ids.max)).status).toBe(200)
  })

  it('waits until an earlier one is paid', async () => {
    const customer = await s.signedIn(ids.pro)
    s.stripe.declineWith('Your card was declined')
    expect((await change(customer, ids.max)).body).toMatchObject({ data: { result: 'payment_needed' } })
    s.stripe.declineWith(null)
    const before = asked().length
    expect(refusal(await change(customer, ids.max))).toEqual([
      409,
      'A change is waiting for payment. Pay it, or wait: it expires after 23 hours',
    ])
    expect(asked()).toHaveLength(before)
  })

  it('to a free package is refused', async () => {
    const customer = await s.signedIn(ids.pro)
    expect(refusal(await change(customer, ids.free))).toEqual([
      409,
      'This package is free. Cancel the one you pay for instead',
    ])
  })

  it('that was scheduled is taken back by choosing the current package', async () => {
    const customer = await s.signedIn(ids.max)
    expect((await change(customer, ids.pro)).body).toMatchObject({ data: { result: 'scheduled' } })
    expect((await change(customer, ids.max)).body).toMatchObject({
      data: { result: 'applied' },
      message: 'You stay on Max',
    })
    clock.advance(31 * DAY)
    await s.send(...s.stripe.renew(customer.subscription))
    expect((await s.booksOf(customer.accountId)).periods.at(-1)).toMatchObject({ credits: 2000 })
  })

  it.each<[string, (customer: TestUser) => ReturnType<typeof s.t.call>]>([
    ['changed', (customer) => s.t.call(changePlan, { body: { package_id: ids.max } }, customer)],
    ['cancelled', (customer) => s.t.call(cancelPlan, { body: {} }, customer)],
  ])('of an account that pays in another way can’t be %s here', async (_name, act) => {
    const customer = await s.t.account({ parent: s.seller })
    expect(refusal(await act(customer))).toEqual([
      409,
      'You don’t pay for a package by card. Ask your provider',
    ])
  })
})

describe('connecting a Stripe account', () => {
  const reseller = () => s.t.account({ modules: ['leads', 'whitelabel'] })

  it('accepts one in the mode of this installation', async () => {
    const seller = await reseller()
    expect((await s.connect('ac_owl', seller)).status).toBe(200)
  })

  it('refuses one in the other mode', async () => {
    const seller = await reseller()
    expect(refusal(await s.connect('ac_owl2_live', seller))).toEqual([
      409,
      'Connect with a Stripe account in test mode',
    ])
    expect((await s.t.call(stripeStatus, {}, seller)).body.data.connection).toBeNull()
  })

  it('refuses one that another account has connected', async () => {
    const seller = await reseller()
    expect(refusal(await s.connect('ac_fox', seller))).toEqual([
      409,
      'This Stripe account is connected to another account here',
    ])
  })

  it('is not offered to the installation’s account', async () => {
    const admin = await s.t.admin()
    const message = 'The installation’s account uses the Stripe account of its own key'
    expect(refusal(await s.t.call(authorizeStripe, {}, admin))).toEqual([409, message])
    expect(refusal(await s.t.call(createStripeAccount, { body: {} }, admin))).toEqual([409, message])
    expect(refusal(await s.t.call(disconnectStripe, {}, admin))).toEqual([
      409,
      'No Stripe account is connected',
    ])
  })

  it('doesn’t replace a connected account by a new one', async () => {
    expect(refusal(await s.t.call(createStripeAccount, { body: {} }, s.seller))).toEqual([
      409,
      'A Stripe account is already connected. Disconnect it first',
    ])
    const seller = await reseller()
    expect((await s.t.call(createStripeAccount, { body: {} }, seller)).status).toBe(200)
  })
})
