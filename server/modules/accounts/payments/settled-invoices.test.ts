import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changePlan, payments, refundPayment } from '#contract/accounts/payments.ts'
import { fixedClock } from '#server/platform/clock.ts'
import { type PaymentStory, paymentStory } from '#server/testing/payment-story.ts'

const DAY = 24 * 60 * 60_000
const clock = fixedClock(new Date())
const OFF = (percent: number) => ({
  code: `OFF${percent}`,
  percent,
  amount_minor: null,
  duration: 'once',
  months: null,
  max_uses: null,
})
let s: PaymentStory
beforeAll(async () => {
  s = await paymentStory(clock)
  await s.connect()
})
afterAll(() => s.close())

let buyers = 0
/** A stranger's purchase, and what is written of it. */
async function purchase(packageId: number, more: { coupon?: string; add_ons?: string[] } = {}) {
  buyers += 1
  const email = `payer${buyers}@people.example`
  const session = await s.goToPay(packageId, { email, ...more }, `10.3.0.${buyers}`)
  await s.send(...s.stripe.completeCheckout(session, { email }))
  const accountId = await s.accountOf(email)
  const { subscription } = s.stripe.objects.get(session) as { subscription: string }
  const mails = await s.rows(
    `select template from mail_message where recipient = '${email}' and template = 'welcome'`,
  )
  return { accountId, subscription, email, mails: mails.length }
}
const differences = () => s.rows('select kind, external_id from payment_difference')
async function renew(subscription: string) {
  clock.advance(31 * DAY)
  await s.send(...s.stripe.renew(subscription))
}

describe('a trial with a set-up fee', () => {
  it('opens the account, books the fee, and its first paid period gives the credits', async () => {
    const id = await s.sell({ name: 'Try', trial_days: 14, set_up_minor: 19_900 })
    const { accountId, subscription, mails } = await purchase(id)
    expect(mails).toBe(1)
    expect(await s.booksOf(accountId)).toMatchObject({
      payments: [{ amount_minor: 19_900, credits: 0, state: 'paid' }],
      subscription: [{ state: 'trialing' }],
      grants: [{ amount: 500 }],
      access: [{ access: 'full' }],
    })
    // Its refund takes none of the trial's credits.
    const query = { page: 1, limit: 5, customer_id: accountId }
    const [fee] = (await s.t.call(payments, { query }, s.seller)).body.data
    await s.t.call(refundPayment, { params: { id: fee?.id as number }, body: {} }, s.seller)
    expect((await s.booksOf(accountId)).wallet).toMatchObject([{ available: 500 }])
    clock.advance(14 * DAY)
    await s.send(...s.stripe.renew(subscription))
    expect(await s.booksOf(accountId)).toMatchObject({
      payments: [{}, { amount_minor: 4900, credits: 500 }],
      subscription: [{ state: 'active' }],
    })
    expect(await differences()).toEqual([])
  })
})

describe('a coupon', () => {
  it.each([
    [100, []],
    [50, [{ amount_minor: 2450, credits: 500 }]],
  ])(
    'of %i %% gives the credits of the first period, and the next one is paid in full',
    async (percent, paid) => {
      const id = await s.sell({ name: `Off ${percent}`, offers: { coupons: [OFF(percent)] } })
      const { accountId, subscription, mails } = await purchase(id, { coupon: `OFF${percent}` })
      expect(mails).toBe(1)
      expect(await s.booksOf(accountId)).toMatchObject({
        payments: paid,
        subscription: [{ state: 'active' }],
        wallet: [{ available: 500 }],
      })
      await renew(subscription)
      const books = await s.booksOf(accountId)
      expect(books.payments.at(-1)).toMatchObject({ amount_minor: 4900, credits: 500 })
      expect(books.periods).toHaveLength(2)
      expect(await differences()).toEqual([])
    },
  )
})

describe('a customer’s balance at Stripe', () => {
  it.each([
    ['a part of', 1000, { amount_minor: 3900, balance_minor: 1000, fee_minor: 30 }],
    ['all of', 4900, { amount_minor: 0, balance_minor: 4900, fee_minor: null }],
    ['more than', 9900, { amount_minor: 0, balance_minor: 4900, fee_minor: null }],
    ['a debt besides', -500, { amount_minor: 5400, balance_minor: -500, fee_minor: 30 }],
  ])('that pays %s a renewal renews the period with its credits', async (_name, credit, paid) => {
    const { accountId, subscription } = await purchase(await s.sell({ name: 'Balance' }))
    s.stripe.giveBalance(subscription, credit)
    await renew(subscription)
    const { payments: all, periods, grants } = await s.booksOf(accountId)
    expect(all[1]).toMatchObject({ ...paid, credits: 500, state: 'paid' })
    expect([periods.length, grants.length]).toEqual([2, 2])
    expect(grants[1]?.unit_cost).toBe('9.8')
    expect(await differences()).toEqual([])
  })

  it('isn’t refunded with the card’s part, which takes its share of the credits', async () => {
    const { accountId, subscription } = await purchase(await s.sell({ name: 'Parts' }))
    s.stripe.giveBalance(subscription, 1000)
    await renew(subscription)
    const query = { page: 1, limit: 5, customer_id: accountId }
    const [renewal] = (await s.t.call(payments, { query }, s.seller)).body.data
    const params = { id: renewal?.id as number }
    expect((await s.t.call(refundPayment, { params, body: {} }, s.seller)).body.data).toMatchObject({
      balance_minor: 1000,
      state: 'refunded',
    })
    expect((await s.booksOf(accountId)).payments[1]).toMatchObject({ taken_back: 397, owed: 0 })
  })

  it('alone has nothing to refund here', async () => {
    const { accountId, subscription } = await purchase(await s.sell({ name: 'Nothing' }))
    s.stripe.giveBalance(subscription, 4900)
    await renew(subscription)
    const query = { page: 1, limit: 5, customer_id: accountId }
    const [renewal] = (await s.t.call(payments, { query }, s.seller)).body.data
    const refused = await s.t.call(
      refundPayment,
      { params: { id: renewal?.id as number }, body: {} },
      s.seller,
    )
    expect(refused.error?.message).toBe(
      'This was paid from the customer’s balance at Stripe. Change the balance there',
    )
  })
})

it('a renewal that is still a draft gives nothing until it is paid an hour later', async () => {
  const { accountId, subscription } = await purchase(await s.sell({ name: 'Draft' }))
  clock.advance(31 * DAY)
  await s.send(...s.stripe.beginPeriod(subscription))
  expect((await s.booksOf(accountId)).periods).toHaveLength(1)
  expect((await s.booksOf(accountId)).access).toMatchObject([{ access: 'full' }])
  await s.send(...s.stripe.chargePeriod(subscription))
  expect((await s.booksOf(accountId)).periods).toHaveLength(2)
})

it('the difference paid for a change between packages without credits is booked', async () => {
  const plain = await s.sell({ name: 'Seats', credits: 0, price_minor: 2000 })
  const more = await s.sell({ name: 'More seats', credits: 0, price_minor: 3000 })
  const customer = await s.signedIn(plain)
  expect((await s.asCustomer(changePlan, { body: { package_id: more } }, customer)).status).toBe(200)
  await s.work()
  expect((await s.booksOf(customer.accountId)).payments).toMatchObject([
    { amount_minor: 2000 },
    { amount_minor: 1000, name: 'More seats', credits: 0 },
  ])
})
