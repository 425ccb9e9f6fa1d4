import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { billingPortals } from '#contract/accounts/billing.ts'
import { creditPacks, saveCreditPacks } from '#contract/accounts/credits.ts'
import { payKickstart, removePayKickstart, savePayKickstart } from '#contract/accounts/paykickstart.ts'
import { paymentProblems } from '#contract/accounts/payment-checks.ts'
import { createPackage } from '#contract/accounts/plans.ts'
import { setAccessPolicy, subscription, subscriptions } from '#contract/accounts/subscriptions.ts'
import { userLimits } from '#contract/accounts/wallet.ts'
import { handleEvent } from '#server/modules/accounts/payments/index.ts'
import { tickSubscriptions } from '#server/modules/accounts/subscriptions/index.ts'
import { fixedClock } from '#server/platform/clock.ts'
import type { TestUser } from '#server/testing/factories.ts'
import {
  FAKE_API_KEY,
  type FakePayKickstart,
  signIpn,
  startFakePayKickstart,
} from '#server/testing/fake-paykickstart.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { checkOverduePayKickstart } from './overdue.ts'

const DAY = 86_400_000
const SECRET = 'secret of campaign 215'
// Near the database's own clock, by which notifications are received and credits expire.
const clock = fixedClock(new Date(Math.floor(Date.now() / 60_000) * 60_000))

let t: TestApp
let fake: FakePayKickstart
let seller: TestUser
let ids: { pro: number; trial: number; pack: number }
beforeAll(async () => {
  fake = await startFakePayKickstart()
  // Without workers, so that tests decide when an event is handled.
  t = await testApp({ payKickstartUrl: `${fake.url}/api`, clock, roles: ['web'] })
  seller = await t.account({ modules: ['leads', 'whitelabel'], credits: 1_000_000 })
  const terms = { credits: 100, price_minor: 4900, currency: 'USD' as const, period: 'month' as const }
  const make = async (name: string, more: object = {}) =>
    (await t.call(createPackage, { body: { name, modules: ['leads' as const], ...terms, ...more } }, seller))
      .body.data.id
  const packs = [{ name: '500 credits', credits: 500, price: 2000, currency: 'USD' }]
  await t.call(saveCreditPacks, { body: { packs } }, seller)
  const [pack] = (await t.call(creditPacks, {}, seller)).body.data
  ids = { pro: await make('Pro'), trial: await make('Trial', { trial_days: 14 }), pack: pack?.id as number }
  const answer = await t.call(savePayKickstart, { body: setup() }, seller)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const setup = (more: object = {}) => ({
  api_key: FAKE_API_KEY,
  portal_id: 'portal-7',
  campaigns: [{ id: '215', secret: SECRET }],
  products: [
    { campaign_id: '215', product_id: 'pro', package_id: ids.pro, checkout_url: 'https://pay.example/pro' },
    { campaign_id: '215', product_id: 'trial', package_id: ids.trial },
    { campaign_id: '215', product_id: 'pack', pack_id: ids.pack },
  ],
  ...more,
})

let counter = 0
/** A purchase with its own invoice and email. */
const purchase = () => {
  counter += 1
  return { invoice: `PK-INV${counter}`, email: `buyer${counter}@people.example`, tx: `PK-TN${counter}` }
}
type Purchase = ReturnType<typeof purchase>

const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000))
const ipn = (of: Purchase, event: string, more: Record<string, string> = {}) =>
  new URLSearchParams({
    event,
    mode: 'live',
    amount: '49.00',
    campaign_id: '215',
    product_id: 'pro',
    transaction_id: of.tx,
    invoice_id: of.invoice,
    transaction_time: seconds(clock.now()),
    buyer_email: of.email,
    buyer_first_name: 'Bea',
    buyer_last_name: 'Łuk',
    ...more,
  })

const post = (form: URLSearchParams) =>
  t.app.http.inject({
    method: 'POST',
    url: '/webhooks/paykickstart',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  })
const idOf = (form: URLSearchParams, of = seller) =>
  [of.accountId, form.get('campaign_id'), form.get('transaction_id'), form.get('event')].join(':')
const work = (form: URLSearchParams) => handleEvent(t.app.ctx, 'paykickstart', idOf(form)).catch(() => {})
const eventOf = async (form: URLSearchParams, of = seller) => {
  const { rows } = await sql<{ outcome: string; detail: string | null; payload: object }>`
    select outcome, detail, payload from payment_event where event_id = ${idOf(form, of)}`.execute(
    t.app.database.db,
  )
  return rows
}
/** Sends a notification, handles it, and returns the result. */
async function sendNotice(form: URLSearchParams, scheme?: 'plain' | 'latin1' | 'older') {
  expect((await post(signIpn(form, SECRET, scheme))).statusCode).toBe(200)
  await work(form)
  const [event] = await eventOf(form)
  return event
}
const found = async ({ email }: Purchase) =>
  (await t.call(subscriptions, { query: { search: email } }, seller)).body.data[0]
const shown = async (of: Purchase) => {
  const id = (await found(of))?.id as number
  return (await t.call(subscription, { params: { id } }, seller)).body.data
}

describe('setup', () => {
  it('stores secrets sealed, and keeps those that are not sent again', async () => {
    const { body } = await t.call(payKickstart, {}, seller)
    expect(body.data).toMatchObject({
      api_key_hint: 'kstart'.slice(-4),
      portal_id: 'portal-7',
      campaigns: [{ id: '215', secret_hint: ' 215' }],
    })
    expect(body.data.ipn_url).toMatch(/\/webhooks\/paykickstart$/)
    expect(JSON.stringify(body)).not.toContain(SECRET)
    const { rows } = await sql<{ secret: string }>`select secret from payment_kick_campaign`.execute(
      t.app.database.db,
    )
    expect(rows.map(({ secret }) => secret.startsWith('v1.'))).toEqual([true])
    const second = { ...setup({ campaigns: [{ id: '215' }] }), api_key: undefined }
    expect((await t.call(savePayKickstart, { body: second }, seller)).status).toBe(200)
    expect(await sendNotice(ipn(purchase(), 'cart-abandoned'))).toMatchObject({ outcome: 'ignored' })
  })

  it('names the invalid field', async () => {
    const other = await t.account({ modules: ['leads', 'whitelabel'] })
    const wrong = async (more: object, as = seller) =>
      Object.keys((await t.call(savePayKickstart, { body: setup(more) }, as)).error.fields ?? {})
    const [product] = setup().products
    expect(await wrong({ campaigns: [{ id: '216' }], products: [] })).toEqual(['campaigns.0.secret'])
    expect(await wrong({ products: [product, product] })).toEqual(['products.1.product_id'])
    expect(await wrong({ products: [{ ...product, package_id: null }] })).toEqual(['products.0.package_id'])
    expect(await wrong({ products: [{ ...product, campaign_id: '9' }] })).toEqual(['products.0.campaign_id'])
    // Someone else's package.
    expect(await wrong({ products: [product] }, other)).toEqual(['products.0.package_id'])
    expect(await wrong({ api_key: null })).toEqual(['api_key'])
  })
})

describe('notifications', () => {
  it('are refused without an event unless signed for a campaign of this seller', async () => {
    const form = ipn(purchase(), 'sales')
    const elsewhere = ipn(purchase(), 'sales', { campaign_id: '999' })
    for (const refused of [form, signIpn(form, 'another secret'), signIpn(elsewhere, SECRET)])
      expect((await post(refused)).statusCode).toBe(400)
    expect([...(await eventOf(form)), ...(await eventOf(elsewhere))]).toEqual([])
  })

  it('are listed once, including those in test mode and of unknown types', async () => {
    const test = ipn(purchase(), 'sales', { mode: 'test' })
    const unknown = ipn(purchase(), 'abandoned-cart')
    for (const form of [test, unknown, test, unknown]) await sendNotice(form)
    expect(await eventOf(test)).toEqual([{ outcome: 'ignored', detail: 'Sent in test mode', payload: {} }])
    expect(await eventOf(unknown)).toMatchObject([{ outcome: 'ignored', payload: {} }])
    expect(await found({ email: test.get('buyer_email') } as Purchase)).toBeUndefined()
  })

  it('of a campaign that another seller also registered count for the owner of the signing secret', async () => {
    const other = await t.account({ modules: ['leads', 'whitelabel'] })
    const own = { api_key: null, portal_id: null, campaigns: [{ id: '215', secret: 'mine' }], products: [] }
    await t.call(savePayKickstart, { body: own }, other)
    const of = purchase()
    const form = ipn(of, 'sales')
    expect((await post(signIpn(form, 'mine'))).statusCode).toBe(200)
    expect(await sendNotice(form)).toMatchObject({ outcome: 'done' })
    expect(await eventOf(form, other)).toMatchObject([{ outcome: 'received' }])
    expect(await found(of)).toMatchObject({ state: 'active' })
    await t.call(removePayKickstart, {}, other)
    expect((await post(signIpn(ipn(of, 'refund'), 'mine'))).statusCode).toBe(400)
  })
})

describe('a sale', () => {
  it.each(['plain', 'latin1', 'older'] as const)(
    'opens an account once, signed with the %s scheme',
    async (scheme) => {
      const of = purchase()
      const form = ipn(of, 'sales')
      expect(await sendNotice(form, scheme)).toMatchObject({ outcome: 'done', payload: {} })
      await sendNotice(form, scheme)
      expect(await found(of)).toMatchObject({ state: 'active', credits: { available: 100 } })
      expect((await shown(of)).period_start).toBe(clock.now().toISOString())
    },
  )

  it('is processed once by two workers', async () => {
    const of = purchase()
    const form = ipn(of, 'sales')
    await post(signIpn(form, SECRET))
    await Promise.all([work(form), work(form), work(form)])
    await work(form)
    expect(await found(of)).toMatchObject({ credits: { available: 100 } })
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['pays too little', { amount: '48.99' }, /costs USD 49\.00/],
    ['is net of tax', { amount: '50.00', tax_amount: '2.00' }, /Paid USD 48\.00 net of tax/],
    ['is in another currency', { currency: 'EUR' }, /Paid in EUR/],
    ['has no amount', { amount: 'free' }, /can’t be read/],
    ['pays nothing with a coupon', { amount: '0', coupon_code: 'ALL' }, /costs USD 49\.00/],
    ['names a tax that is no amount', { tax_amount: 'some' }, /can’t be read/],
    ['names more tax than it pays', { tax_amount: '49.01', coupon_code: 'SPRING' }, /can’t be read/],
    [
      'rebills the price of a trial',
      { product_id: 'trial', amount: '1.00', is_rebill: '1' },
      /costs USD 49\.00/,
    ],
  ])('that %s gives nothing and says why', async (_name, more, detail) => {
    const of = purchase()
    expect(await sendNotice(ipn(of, 'sales', more))).toMatchObject({
      outcome: 'ignored',
      detail: expect.stringMatching(detail),
    })
    expect(await found(of)).toBeUndefined()
    const problems = (await t.call(paymentProblems, {}, seller)).body.data
    expect(problems.find(({ external_id }) => external_id === of.tx)).toMatchObject({
      vendor: 'paykickstart',
      message: expect.stringMatching(detail),
      can: ['settle'],
    })
  })

  it('may cost less with a coupon', async () => {
    const of = purchase()
    await sendNotice(ipn(of, 'sales', { amount: '29.00', coupon_code: 'SPRING' }))
    expect(await found(of)).toMatchObject({ state: 'active', credits: { available: 100 } })
  })

  it('of an unmapped product waits until it is mapped', async () => {
    const of = purchase()
    const form = ipn(of, 'sales', { product_id: 'later' })
    expect(await sendNotice(form)).toMatchObject({
      outcome: 'received',
      detail: expect.stringContaining('mapped'),
    })
    const products = [...setup().products, { campaign_id: '215', product_id: 'later', package_id: ids.pro }]
    await t.call(savePayKickstart, { body: setup({ products }) }, seller)
    await work(form)
    expect(await found(of)).toMatchObject({ state: 'active' })
    await t.call(savePayKickstart, { body: setup() }, seller)
  })

  it('of a credit pack waits for an account with its email, and then until it is claimed', async () => {
    const of = purchase()
    const pack = ipn({ ...of, tx: `${of.tx}-pack`, invoice: `${of.invoice}-pack` }, 'sales', {
      product_id: 'pack',
      amount: '20.00',
    })
    expect(await sendNotice(pack)).toMatchObject({ outcome: 'received' })
    await sendNotice(ipn(of, 'sales'))
    await work(pack)
    expect(await eventOf(pack)).toMatchObject([
      { outcome: 'done', detail: expect.stringContaining('claims it') },
    ])
    expect(await found(of)).toMatchObject({ credits: { available: 100 } })
  })
})

describe('a credit pack', () => {
  /** A customer with 100 credits pays for 500 credits at 20 USD. */
  async function pays(more: Record<string, string>) {
    const of = purchase()
    await sendNotice(ipn(of, 'sales'))
    const form = ipn({ ...of, tx: `${of.tx}-pack` }, 'sales', {
      product_id: 'pack',
      amount: '20.00',
      ...more,
    })
    const event = await sendNotice(form)
    return { ...event, available: (await found(of))?.credits.available }
  }

  it.each<[string, Record<string, string>]>([
    ['its price', {}],
    ['its price and tax', { amount: '24.00', tax_amount: '4.00' }],
    ['less with a coupon', { amount: '10.00', coupon_code: 'SPRING' }],
  ])('paid with %s waits until it is claimed', async (_name, more) => {
    expect(await pays(more)).toMatchObject({
      outcome: 'done',
      detail: expect.stringContaining('claims it'),
      available: 100,
    })
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['too little', { amount: '19.99' }, /costs USD 20\.00/],
    ['its price including tax', { tax_amount: '0.01' }, /Paid USD 19\.99 net of tax/],
    ['nothing, with a coupon', { amount: '0', coupon_code: 'ALL' }, /costs USD 20\.00/],
    ['another currency', { currency: 'EUR' }, /Paid in EUR/],
  ])('paid with %s gives nothing and says why', async (_name, more, detail) => {
    expect(await pays(more)).toMatchObject({
      outcome: 'ignored',
      detail: expect.stringMatching(detail),
      available: 100,
    })
  })

  it('that is no longer offered gives nothing', async () => {
    const other = { name: 'Other', credits: 50, price: 500, currency: 'USD' }
    const before = (await t.call(creditPacks, {}, seller)).body.data
    await t.call(saveCreditPacks, { body: { packs: [other] } }, seller)
    expect(await pays({})).toMatchObject({ outcome: 'ignored', available: 100 })
    await t.call(saveCreditPacks, { body: { packs: before } }, seller)
    const [pack] = (await t.call(creditPacks, {}, seller)).body.data
    ids.pack = pack?.id as number
    await t.call(savePayKickstart, { body: setup() }, seller)
  })
})

describe('later notifications', () => {
  it('end in the same rows in any order, however often they arrive', async () => {
    const at = clock.now()
    const rowsOf = async (of: Purchase) => {
      const { id } = await shown(of)
      const { rows } = await sql`
        select s.state, s.period_start, s.period_end, s.cancel_at, w.available,
          (select json_agg(json_build_array(p.amount_minor, p.refunded_minor, p.state, p.paid_at) order by p.paid_at)
            from payment p where p.account_id = ${id}) as payments,
          (select count(*) from subscription_period x where x.account_id = ${id}) as periods
        from subscription s join wallet w using (account_id)
        where s.account_id = ${id} and s.is_current`.execute(t.app.database.db)
      return rows
    }
    const early = new Date(at.getTime() - 10 * DAY)
    const noticesOf = (of: Purchase) => [
      ipn(of, 'sales', { transaction_time: seconds(early) }),
      ipn({ ...of, tx: `${of.tx}-2` }, 'subscription-payment', { transaction_time: seconds(at) }),
      ipn(of, 'refund', { amount: '9.80' }),
      ipn(of, 'subscription-cancelled', { transaction_time: seconds(at) }),
    ]
    const orders = [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [1, 0, 3, 2],
      [2, 1, 3, 0],
      [1, 3, 0, 2],
      [3, 0, 2, 1],
      [0, 3, 1, 2],
      [2, 3, 0, 1],
    ]
    const results = []
    for (const order of orders) {
      const of = purchase()
      const forms = order.map((index) => noticesOf(of)[index] as URLSearchParams)
      for (const form of [...forms, ...forms.toReversed()]) await sendNotice(form)
      for (const form of forms) await work(form)
      results.push(await rowsOf(of))
    }
    for (const rows of results) expect(rows).toEqual(results[0])
    expect(results[0]).toMatchObject([{ available: 180, periods: 2, cancel_at: expect.any(Date) }])
  })

  it('refunds take back credits in proportion, and cancellations end with the period', async () => {
    const of = purchase()
    await sendNotice(ipn(of, 'sales'))
    await sendNotice(ipn({ ...of, tx: `${of.tx}-r` }, 'refund', { amount: '-24.50' }))
    expect(await found(of)).toMatchObject({ credits: { available: 50 } })
    await sendNotice(ipn(of, 'refund', { amount: '24.50' }))
    expect(await found(of)).toMatchObject({ credits: { available: 0 }, state: 'active' })
    await sendNotice(ipn(of, 'subscription-cancelled'))
    const { period_end, cancel_at } = await shown(of)
    expect(cancel_at).toBe(period_end)
    clock.advance(Date.parse(period_end as string) - clock.now().getTime())
    await checkOverduePayKickstart(t.app.ctx)
    expect(await shown(of)).toMatchObject({ state: 'cancelled', access: 'locked' })
  })

  it.each(['0', 'free', '-'])('refunds of “%s” take nothing back', async (amount) => {
    const of = purchase()
    await sendNotice(ipn(of, 'sales'))
    expect(await sendNotice(ipn(of, 'refund', { amount }))).toMatchObject({
      outcome: 'ignored',
      detail: expect.stringContaining('can’t be read'),
    })
    expect(await found(of)).toMatchObject({ credits: { available: 100 } })
  })

  it.each(['refund', 'subscription-cancelled'])('a %s waits for its payment', async (event) => {
    const of = purchase()
    expect(await sendNotice(ipn(of, event))).toMatchObject({
      outcome: 'received',
      detail: expect.stringContaining('isn’t known'),
    })
  })

  it('are ignored without the invoice that they are about', async () => {
    const form = ipn({ ...purchase(), invoice: '' }, 'sales')
    expect(await sendNotice(form)).toMatchObject({ outcome: 'ignored', detail: 'It names no invoice' })
  })

  it('a payment after a cancellation takes it back', async () => {
    const of = purchase()
    await sendNotice(ipn(of, 'sales'))
    await sendNotice(ipn(of, 'subscription-cancelled'))
    clock.advance(31 * DAY)
    await sendNotice(ipn({ ...of, tx: `${of.tx}-2` }, 'subscription-payment'))
    expect(await shown(of)).toMatchObject({ state: 'active', cancel_at: null })
  })

  it('start a package at once where its full price was paid instead of a trial’s', async () => {
    const of = purchase()
    await sendNotice(ipn(of, 'sales', { product_id: 'trial' }))
    expect(await shown(of)).toMatchObject({ state: 'active', trial_ends_at: null })
  })

  it('start a trial, and the first rebill starts its package', async () => {
    const of = purchase()
    await sendNotice(ipn(of, 'sales', { product_id: 'trial', amount: '1.00' }))
    expect(await shown(of)).toMatchObject({
      state: 'trialing',
      period_end: new Date(clock.now().getTime() + 14 * DAY).toISOString(),
    })
    clock.advance(14 * DAY)
    const rebill = { product_id: 'trial', is_rebill: '1' }
    await sendNotice(ipn({ ...of, tx: `${of.tx}-2` }, 'subscription-payment', rebill))
    expect(await shown(of)).toMatchObject({ state: 'active', period_start: clock.now().toISOString() })
  })

  it('a missing rebill is overdue after three days, and reopens the account when it arrives', async () => {
    const policy = { read_only_after_days: 5, locked_after_days: 9 }
    await t.call(setAccessPolicy, { body: policy }, seller)
    const of = purchase()
    await sendNotice(ipn(of, 'sales'))
    const later = async (until: string | null, days: number) => {
      clock.advance(Date.parse(until as string) + days * DAY - clock.now().getTime())
      await checkOverduePayKickstart(t.app.ctx)
      await tickSubscriptions(t.app.ctx)
      return shown(of)
    }
    const { period_end: end } = await shown(of)
    expect(await later(end, 2)).toMatchObject({ state: 'active', access: 'full' })
    expect(await later(end, 3)).toMatchObject({ state: 'past_due', access: 'full', past_due_since: end })
    expect(await later(end, 5)).toMatchObject({ access: 'read_only' })
    expect(await later(end, 9)).toMatchObject({ access: 'locked' })
    await sendNotice(ipn({ ...of, tx: `${of.tx}-2` }, 'subscription-payment', { is_rebill: '1' }))
    expect(await shown(of)).toMatchObject({ state: 'active', access: 'full' })
    const mails = await sql<{ template: string; total: string }>`
      select template, variables ->> 'total' as total from mail_message where recipient = ${of.email} order by id`.execute(
      t.app.database.db,
    )
    expect(mails.rows.map(({ template, total }) => [template, total])).toEqual([
      ['welcome', null],
      ['receipt', 'USD 49.00'],
      ['payment-failed', 'USD 49.00'],
      ['receipt', 'USD 49.00'],
    ])
  })
})

it("customers get their seller's billing portal, signed in where PayKickstart knows them", async () => {
  const customer = await t.account({ parent: seller })
  const portal = async (as: TestUser) => (await t.call(billingPortals, {}, as)).body.data
  const hosted = `${fake.url}/billing`
  // Whoever pays in another way, or not at all, has nothing there.
  expect(await portal(customer)).toMatchObject({ type: null, value: null })
  await t.app.database.pool.query(
    `insert into payment_subscription (account_id, vendor, vendor_account, external_id, seller_account_id, plan_version_id, state)
     select $1, 'paykickstart', '215', 'portal-sub', $2, max(id), 'cancelled' from plan_version`,
    [customer.accountId, seller.accountId],
  )
  expect(await portal(customer)).toMatchObject({ type: 'paykickstart', value: hosted })
  fake.customers.add(customer.email)
  const { value } = await portal(customer)
  expect(value).toBe(`${hosted}?portal=portal-7&secret=portal-${encodeURIComponent(customer.email)}`)
  await fake.answering({ status: 503 }, async () => {
    expect(await portal(customer)).toMatchObject({ type: 'paykickstart', value: hosted })
  })
  expect(await portal(seller)).toMatchObject({ type: null, value: null })
  expect((await t.call(userLimits, {}, customer)).status).toBe(200)
})
