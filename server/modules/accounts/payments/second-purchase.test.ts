import { afterAll, beforeAll, expect, it } from 'vitest'
import { buy, buyPackage } from '#contract/accounts/payments.ts'
import { upgradeOffers } from '#contract/accounts/sales.ts'
import { HOST, type PaymentStory, paymentStory } from '#server/testing/payment-story.ts'

let s: PaymentStory
let pro: number
beforeAll(async () => {
  s = await paymentStory({ now: () => new Date() })
  await s.connect()
  pro = await s.sell()
})
afterAll(() => s.close())

const visit = (email: string, from: string) =>
  s.t.call(buyPackage, { params: { id: pro }, body: { email } }, null, { headers: { host: HOST }, from })

it('a customer is sent to sign in before a second payment, and nobody else is', async () => {
  const { email, accountId } = await s.bought(pro)
  const pages = () => s.rows('select id from payment_checkout').then((rows) => rows.length)
  const before = await pages()
  const refused = await visit(email.toUpperCase(), '10.6.0.1')
  expect([refused.status, refused.error?.message]).toEqual([
    409,
    'You already have an account with this email. Sign in to buy or change a package',
  ])
  expect(await pages()).toBe(before)
  expect((await visit(`x${email}`, '10.6.0.1')).status).toBe(200)
  expect((await s.booksOf(accountId)).vendor).toHaveLength(1)
})

it('tells few addresses apart for one visitor', async () => {
  const { email } = await s.bought(pro)
  for (let round = 0; round < 10; round += 1) expect((await visit(email, '10.6.0.2')).status).toBe(409)
  expect((await visit(email, '10.6.0.2')).status).toBe(429)
  expect((await visit(`new${email}`, '10.6.0.2')).status).toBe(200)
})

it('a signed-in customer sees the package they have', async () => {
  const customer = await s.signedIn(pro)
  expect((await s.asCustomer(upgradeOffers, {}, customer)).body.data.current).toMatchObject({
    id: pro,
    name: 'Pro',
  })
})

it('of two payment pages of an account one can be paid', async () => {
  const customer = await s.t.account({ parent: s.seller })
  const open = () => s.t.call(buy, { body: { kind: 'package', package_id: pro, add_ons: [] } }, customer)
  const sessionOf = (answer: Awaited<ReturnType<typeof open>>) =>
    answer.body.data.url.split('/').at(-1) as string
  const [first, second] = [sessionOf(await open()), sessionOf(await open())]
  expect(s.stripe.objects.get(first)?.status).toBe('expired')
  // Paid, and its event is still on the way.
  const events = s.stripe.completeCheckout(second)
  const refused = await open()
  expect([refused.status, refused.error?.message]).toEqual([
    409,
    'You have just paid for a package. Reload this page in a minute',
  ])
  await s.send(...events)
  expect((await open()).error?.message).toBe('You already pay for a package. Change it instead')
})
