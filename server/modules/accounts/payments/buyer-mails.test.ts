import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeSubscription } from '#contract/accounts/subscriptions.ts'
import { tickSubscriptions } from '#server/modules/accounts/subscriptions/index.ts'
import { fixedClock } from '#server/platform/clock.ts'
import { type PaymentStory, paymentStory } from '#server/testing/payment-story.ts'

// What one buyer of a public page is mailed, from the first purchase to the end.

const DAY = 86_400_000
const clock = fixedClock(new Date(Math.floor(Date.now() / 1000) * 1000))
let s: PaymentStory
beforeAll(async () => {
  s = await paymentStory(clock)
  await s.connect()
})
afterAll(() => s.close())

const mailsTo = (email: string) =>
  s.rows(`select template, variables, site_id from mail_message where recipient = '${email}' order by id`)
const templatesTo = async (email: string) => (await mailsTo(email)).map(({ template }) => template)
const day = (after: number) => new Date(clock.now().getTime() + after * DAY).toISOString().slice(0, 10)

/** A visitor who has paid; each event arrives twice. */
async function bought(email: string, terms: Parameters<PaymentStory['sell']>[0], coupon?: string) {
  const id = await s.sell(terms)
  const session = await s.goToPay(id, { email, ...(coupon && { coupon }) }, `10.9.0.${id % 250}`)
  await twice(...s.stripe.completeCheckout(session, { email }))
  const { subscription } = s.stripe.objects.get(session) as { subscription: string }
  return { accountId: await s.accountOf(email), subscription }
}
async function twice(...events: Parameters<PaymentStory['send']>) {
  await s.send(...events)
  await s.send(...events)
}
const tick = async () => {
  await tickSubscriptions(s.t.app.ctx)
  await tickSubscriptions(s.t.app.ctx)
}

it('is welcomed, warned before the trial ends, sent a receipt per payment, and told of failure and end', async () => {
  const email = 'maria@bakers.example'
  const terms = { name: 'Gold', credits: 6000, trial_days: 14, set_up_minor: 19_900 }
  const { accountId, subscription } = await bought(email, terms)
  const [welcome, fee] = await mailsTo(email)
  const [{ id: site }] = (await s.rows(`select id from site where name = 'Fox Leads'`)) as [{ id: number }]
  expect(welcome).toMatchObject({ template: 'welcome', site_id: site })
  expect(fee).toMatchObject({
    template: 'receipt',
    site_id: site,
    variables: { product: 'Gold (set-up fee, trial)', total: 'USD 199.00', credits: 6000 },
  })
  expect(fee?.variables.credits_end.slice(0, 10)).toBe(day(14))

  clock.advance(10 * DAY)
  await tick()
  expect(await templatesTo(email)).toEqual(['welcome', 'receipt'])
  clock.advance(1.5 * DAY)
  await tick()
  const [ending] = (await mailsTo(email)).slice(2)
  expect(ending).toMatchObject({
    template: 'trial-ends',
    variables: { product: 'Gold', next: expect.stringContaining('USD 49.00 per month') },
  })

  const renew = async () => {
    const end = s.stripe.objects.get(subscription)?.items.data[0].current_period_end * 1000
    clock.advance(end - clock.now().getTime())
    await twice(...s.stripe.renew(subscription))
    await tick()
  }
  await renew()
  const [first] = (await mailsTo(email)).slice(3)
  expect(first).toMatchObject({ template: 'receipt', variables: { product: 'Gold', total: 'USD 49.00' } })
  expect(Date.parse(first?.variables.end)).toBeGreaterThan(clock.now().getTime() + 27 * DAY)
  await renew()
  await renew()
  expect((await templatesTo(email)).slice(3)).toEqual(['receipt', 'receipt', 'receipt'])

  s.stripe.declineWith('Insufficient funds')
  await renew()
  s.stripe.declineWith(null)
  const [failed, ...more] = (await mailsTo(email)).slice(6)
  expect(failed).toMatchObject({
    template: 'payment-failed',
    variables: { product: 'Gold', total: 'USD 49.00' },
  })
  expect(more).toEqual([])
  const object = s.stripe.objects.get(subscription)!
  object.status = 'canceled'
  await twice(s.stripe.emit('customer.subscription.deleted', object))
  await tick()
  expect((await templatesTo(email)).slice(7)).toEqual(['subscription-ended'])
  // Nothing else was sent to the account.
  const all = await s.rows(`select 1 from mail_message where account_id = ${accountId}`)
  expect(all).toHaveLength(8)
})

it('is sent a receipt of what a coupon paid, and of none for a free trial', async () => {
  const coupons = [
    { code: 'FREE', percent: 100, amount_minor: null, duration: 'once', months: null, max_uses: null },
  ]
  await bought('free@people.example', { name: 'Free', offers: { coupons } }, 'FREE')
  const [, receipt] = await mailsTo('free@people.example')
  expect(receipt).toMatchObject({ template: 'receipt', variables: { total: 'USD 0.00', credits: 500 } })
  await bought('trial@people.example', { name: 'Trial', trial_days: 14 })
  expect(await templatesTo('trial@people.example')).toEqual(['welcome'])
})

it('with a password is told in one mail, not also as a notification', async () => {
  const buyer = await s.bought(await s.sell({ name: 'Silver' }))
  clock.advance(31 * DAY)
  s.stripe.declineWith('Insufficient funds')
  await twice(...s.stripe.renew(buyer.subscription))
  s.stripe.declineWith(null)
  const object = s.stripe.objects.get(buyer.subscription)!
  object.status = 'canceled'
  await twice(s.stripe.emit('customer.subscription.deleted', object))
  const templates = await templatesTo(buyer.email)
  expect(templates).toEqual(['welcome', 'receipt', 'payment-failed', 'subscription-ended'])
})

it('is not told of an end that the closing of the account explains', async () => {
  const email = 'closing@people.example'
  const { accountId } = await bought(email, { name: 'Bronze' })
  const body = { action: 'close' as const, reason: 'Asked for it' }
  const closed = await s.t.call(changeSubscription, { params: { id: accountId }, body }, s.seller)
  expect(closed.status, JSON.stringify(closed.error)).toBe(200)
  expect(await templatesTo(email)).toEqual(['welcome', 'receipt'])
})
