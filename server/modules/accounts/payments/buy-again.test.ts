import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountPayments, buy } from '#contract/accounts/payments.ts'
import { requestUpgrade, upgradeOffers } from '#contract/accounts/sales.ts'
import { lists } from '#contract/leads/lists.ts'
import { fixedClock } from '#server/platform/clock.ts'
import { type PaymentStory, paymentStory } from '#server/testing/payment-story.ts'

const clock = fixedClock(new Date())
let s: PaymentStory
let pro: number
beforeAll(async () => {
  s = await paymentStory(clock)
  await s.connect()
  pro = await s.sell()
})
afterAll(() => s.close())

it('a customer whose package has ended sees it on offer, buys it again and goes on', async () => {
  const customer = await s.signedIn(pro)
  const offered = async () => {
    const { status, body } = await s.asCustomer(upgradeOffers, {}, customer)
    return [status, body.data?.seller, body.data?.offers.map(({ id }) => id)]
  }
  // What it has is no offer.
  expect(await offered()).toEqual([200, 'Fox Leads', []])
  clock.advance(3 * 24 * 60 * 60_000)
  const object = s.stripe.objects.get(customer.subscription)
  if (object) object.status = 'canceled'
  await s.send(s.stripe.emit('customer.subscription.deleted', object as never))
  expect((await s.asCustomer(lists, {}, customer)).error?.code).toBe('account_locked')
  expect((await s.asCustomer(accountPayments, {}, customer)).body.data).toMatchObject({
    pays: false,
    state: 'cancelled',
  })
  expect(await offered()).toEqual([200, 'Fox Leads', [pro]])
  const asked = await s.asCustomer(requestUpgrade, { body: { package_id: pro } }, customer)
  expect(asked.status, JSON.stringify(asked.error)).toBe(200)
  const page = await s.asCustomer(buy, { body: { kind: 'package', package_id: pro } }, customer)
  expect(page.status, JSON.stringify(page.error)).toBe(200)
  const session = page.body.data.url.split('/').at(-1) as string
  // The payment page returns to the only page that a locked account has.
  expect(
    s.stripe.requests.findLast(({ path }) => path === '/v1/checkout/sessions')?.body.success_url,
  ).toContain('/account-locked?')
  await s.send(...s.stripe.completeCheckout(session, { email: customer.email }))
  expect((await s.asCustomer(lists, {}, customer)).status).toBe(200)
  expect((await s.booksOf(customer.accountId)).access).toMatchObject([{ access: 'full' }])
})
