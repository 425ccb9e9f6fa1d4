import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkoutState } from '#contract/accounts/checkout.ts'
import { accountPayments, buy } from '#contract/accounts/payments.ts'
import { claimSale, mySales, waitingSales } from '#contract/accounts/waiting-sales.ts'
import { fixedClock } from '#server/platform/clock.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type PaymentStory, paymentStory } from '#server/testing/payment-story.ts'
import { packagePaid } from './apply-payments.ts'
import { removeOldWaitingSales } from './claim-sale.ts'

const DAY = 24 * 60 * 60_000
const clock = fixedClock(new Date())
let s: PaymentStory
let ids: { pro: number; cheap: number; trial: number }
beforeAll(async () => {
  s = await paymentStory(clock)
  await s.connect()
  ids = {
    pro: await s.sell(),
    cheap: await s.sell({ name: 'Cheap', credits: 1, price_minor: 100 }),
    trial: await s.sell({ name: 'Try', trial_days: 14 }),
  }
})
afterAll(() => s.close())

let visits = 0
/** Pays signed out with this email. */
async function payAs(email: string, packageId = ids.cheap) {
  visits += 1
  const session = await s.goToPay(packageId, {}, `10.1.0.${visits}`)
  await s.send(...s.stripe.completeCheckout(session, { email }))
  return { session, subscription: s.stripe.objects.get(session)?.subscription as string }
}
/** A customer with a package for which no vendor charges. */
const customer = () => s.t.account({ parent: s.seller, credits: 0 })
async function setStatus(subscription: string, status: string, event = 'updated') {
  const object = Object.assign(s.stripe.objects.get(subscription) as object, { status })
  await s.send(s.stripe.emit(`customer.subscription.${event}`, object))
}
const end = (subscription: string) => setStatus(subscription, 'canceled', 'deleted')
const mine = async (as: TestUser) => (await s.t.call(mySales, {}, as)).body.data
const claim = (as: TestUser, id: number) => s.t.call(claimSale, { params: { id } }, as)
const mailsTo = (email: string) =>
  s.rows(
    `select variables, account_id from mail_message where recipient = '${email}' and template = 'sale-waiting'`,
  )
const ofSeller = async (as = s.seller) =>
  (await s.t.call(waitingSales, { query: { page: 1, limit: 100 } }, as)).body.data

describe('a payment with the email of another customer', () => {
  it.each(['cheap', 'trial'] as const)('of a %s package changes nothing of that account', async (name) => {
    const victim = await customer()
    const before = await s.booksOf(victim.accountId)
    const { subscription, session } = await payAs(victim.email.toUpperCase(), ids[name])
    expect(await s.booksOf(victim.accountId)).toEqual(before)
    // The payer learns nothing: the payment arrived, as any other.
    expect((await s.t.call(checkoutState, { params: { session } }, null)).body.data.state).toBe('paid')
    clock.advance(31 * DAY)
    await s.send(...s.stripe.renew(subscription))
    await setStatus(subscription, 'past_due')
    await end(subscription)
    expect(await s.booksOf(victim.accountId)).toEqual(before)
    expect(await mine(victim)).toEqual([])
  })

  it('changes nothing of the account of a member, or of one opened for the email', async () => {
    const owner = await customer()
    const member = await s.t.member(owner)
    await s.rows(
      `insert into account_contact (account_id, seller_account_id, email, first_name, last_name)
       values (${owner.accountId}, ${s.seller.accountId}, 'Contact@people.example', '', '')`,
    )
    const before = await s.booksOf(owner.accountId)
    await payAs(member.email)
    await payAs('contact@people.example')
    expect(await s.booksOf(owner.accountId)).toEqual(before)
    expect((await mine(owner)).map(({ email }) => email)).toEqual(['contact@people.example'])
  })

  it('takes no white label from a reseller, a customer of the platform', async () => {
    const [platform] = await s.rows('select id from account where parent_id is null')
    const [version] = await s.rows(`select id from plan_version where not 'whitelabel' = any(modules)`)
    const before = await s.booksOf(s.seller.accountId)
    const sale = {
      at: { vendor: 'stripe' as const, account: '' },
      sellerId: platform?.id,
      payer: { email: s.seller.email, firstName: '', lastName: '', company: '' },
      subscription: 'sub_platform',
      versionId: version?.id,
      name: 'Free trial',
      credits: 1,
      period: { start: clock.now(), end: new Date(clock.now().getTime() + DAY) },
      isTrial: true,
      money: null,
    }
    const { accountId } = await transaction(s.t.app.database.db, () => packagePaid(s.t.app.ctx, sale))
    expect([accountId, await s.booksOf(s.seller.accountId)]).toEqual([null, before])
  })

  it('is told to its owner once a day, and to the seller', async () => {
    const victim = await customer()
    await payAs(victim.email)
    await payAs(victim.email)
    expect(await mailsTo(victim.email)).toEqual([
      { variables: { name: 'Cheap' }, account_id: victim.accountId },
    ])
    const seen = (await ofSeller()).filter(({ email }) => email === victim.email)
    expect(seen).toMatchObject([
      { name: 'Cheap', kind: 'package', credits: 1, amount_minor: 100, currency: 'USD', ends_at: null },
      { name: 'Cheap' },
    ])
    expect(await ofSeller(await s.t.account({ modules: ['leads', 'whitelabel'] }))).toEqual([])
  })

  it('of someone whose email nobody has opens an account as before', async () => {
    await payAs('nobody@people.example')
    expect((await s.booksOf(await s.accountOf('nobody@people.example'))).grants).toMatchObject([
      { amount: 1 },
    ])
  })
})

describe('a claim', () => {
  it('gives the account everything that was paid so far, once', async () => {
    const buyer = await customer()
    const { subscription } = await payAs(buyer.email, ids.pro)
    clock.advance(31 * DAY)
    await s.send(...s.stripe.renew(subscription))
    const [sale] = await mine(buyer)
    const [one, two] = [await claim(buyer, sale?.id as number), await claim(buyer, sale?.id as number)]
    expect([one.status, two.status]).toEqual([200, 404])
    const books = await s.booksOf(buyer.accountId)
    expect(books).toMatchObject({
      payments: [{ amount_minor: 4900 }, { amount_minor: 4900 }],
      vendor: [{ state: 'active' }],
      access: [{ access: 'full' }],
    })
    expect(books.subscription.at(-1)).toMatchObject({
      state: 'active',
      billed_by: 'stripe',
      is_current: true,
    })
    expect((await s.t.call(accountPayments, {}, buyer)).body.data).toMatchObject({ pays: true })
    const audit = await s.rows(
      `select account_id from audit_entry where action = 'sale.claimed' order by account_id`,
    )
    expect(audit.map(({ account_id }) => account_id)).toEqual([s.seller.accountId, buyer.accountId])
    // What follows is the account's.
    await end(subscription)
    expect((await s.booksOf(buyer.accountId)).subscription.at(-1)).toMatchObject({ state: 'cancelled' })
    expect((await ofSeller()).some(({ email }) => email === buyer.email)).toBe(false)
  })

  it('is refused to other people, customers of other sellers, and who may not use the wallet', async () => {
    const buyer = await customer()
    await payAs(buyer.email)
    const id = (await mine(buyer))[0]?.id as number
    const elsewhere = await s.t.account({})
    await s.rows(`update app_user set email = upper('${buyer.email}') where id = ${elsewhere.id}`)
    const member = await s.t.member(buyer, { accessToWallet: false })
    const colleague = await s.t.member(buyer, { accessToWallet: true })
    expect((await claim(await customer(), id)).status).toBe(404)
    expect((await claim(elsewhere, id)).status).toBe(404)
    expect((await claim(colleague, id)).status).toBe(404)
    expect((await claim(member, id)).status).toBe(403)
    expect((await claim(buyer, id)).status).toBe(200)
  })

  it('is refused while the account pays for another package', async () => {
    const buyer = await customer()
    const { url } = (await s.t.call(buy, { body: { kind: 'package', package_id: ids.pro } }, buyer)).body.data
    // Signed in, the account is ours to name, whatever email is typed.
    const session = url.split('/').at(-1) as string
    await s.send(...s.stripe.completeCheckout(session, { email: 'other@people.example' }))
    const before = await s.booksOf(buyer.accountId)
    expect(before.grants).toMatchObject([{ amount: 500 }])
    await payAs(buyer.email)
    const refused = await claim(buyer, (await mine(buyer))[0]?.id as number)
    expect([refused.status, await s.booksOf(buyer.accountId)]).toEqual([409, before])
  })

  it('takes back what was refunded, and holds what is disputed, before it', async () => {
    const [refunded, disputed] = [await customer(), await customer()]
    const intentOf = ({ subscription }: { subscription: string }) => {
      const { latest_invoice: id } = s.stripe.objects.get(subscription) as { latest_invoice: string }
      return s.stripe.objects.get(id)?.payments.data[0].payment.payment_intent as string
    }
    const [first, second] = [await payAs(refunded.email, ids.pro), await payAs(disputed.email, ids.pro)]
    const charge = s.stripe.objects.get(s.stripe.objects.get(intentOf(first))?.latest_charge) as object
    const back = s.stripe.emit('charge.refunded', Object.assign(charge, { amount_refunded: 4900 }) as never)
    const { event } = s.stripe.dispute(intentOf(second), 'needs_response')
    clock.advance(DAY)
    await s.send(back, event)
    for (const buyer of [refunded, disputed])
      expect((await claim(buyer, (await mine(buyer))[0]?.id as number)).status).toBe(200)
    expect(await s.booksOf(refunded.accountId)).toMatchObject({
      wallet: [{ available: 0 }],
      payments: [{ credits: 500, taken_back: 500, state: 'refunded' }],
    })
    expect(await s.booksOf(disputed.accountId)).toMatchObject({
      wallet: [{ available: 0, reserved: 500 }],
      access: [{ access: 'read_only' }],
    })
  })

  it('that nobody makes is forgotten 90 days after the sale ended', async () => {
    const victim = await customer()
    await end((await payAs(victim.email)).subscription)
    const seen = async () => (await ofSeller()).filter(({ email }) => email === victim.email).length
    clock.advance(90 * DAY)
    await removeOldWaitingSales(s.t.app.ctx)
    expect(await seen()).toBe(1)
    clock.advance(32 * DAY)
    await removeOldWaitingSales(s.t.app.ctx)
    expect(await seen()).toBe(0)
  })
})

describe('of two subscriptions of one account', () => {
  /** An account that pays twice, by two pages that were open before either was paid. */
  async function twice(first = ids.cheap, second = ids.pro) {
    const buyer = await customer()
    const open = async (id: number) =>
      (await s.t.call(buy, { body: { kind: 'package', package_id: id } }, buyer)).body.data.url
        .split('/')
        .at(-1) as string
    const subscriptions: string[] = []
    const sessions = [await open(first), await open(second)]
    for (const session of sessions) {
      clock.advance(60_000)
      await s.send(...s.stripe.completeCheckout(session, { email: buyer.email }))
      subscriptions.push(s.stripe.objects.get(session)?.subscription)
    }
    const state = async () => {
      const [row] = await s.rows(
        `select a.access, s.state, v.name from account a join subscription s on s.account_id = a.id and s.is_current
         join plan_version_info v on v.id = s.plan_version_id where a.id = ${buyer.accountId}`,
      )
      return row
    }
    return { buyer, older: subscriptions[0] as string, newer: subscriptions[1] as string, state }
  }
  const full = (name: string) => ({ access: 'full', state: 'active', name })

  it('the end of the older one changes nothing', async () => {
    const { older, state } = await twice()
    await end(older)
    expect(await state()).toEqual(full('Pro'))
  })

  it('the end of the newer one puts the account back on the older one', async () => {
    const { older, newer, state, buyer } = await twice()
    const { grants } = await s.booksOf(buyer.accountId)
    await end(newer)
    expect(await state()).toEqual(full('Cheap'))
    expect((await s.booksOf(buyer.accountId)).grants).toEqual(grants)
    await end(older)
    expect(await state()).toMatchObject({ access: 'locked', state: 'cancelled' })
  })

  it('a failed payment of one changes nothing while the other is paid', async () => {
    const { older, newer, state } = await twice()
    await setStatus(newer, 'past_due')
    expect(await state()).toEqual(full('Cheap'))
    await setStatus(newer, 'active')
    expect(await state()).toEqual(full('Pro'))
    await setStatus(older, 'past_due')
    expect(await state()).toEqual(full('Pro'))
    await end(newer)
    expect(await state()).toMatchObject({ state: 'past_due', name: 'Cheap' })
  })

  it('a renewal of the older one brings its credits and not its package', async () => {
    const { older, state, buyer } = await twice()
    clock.advance(32 * DAY)
    await s.send(...s.stripe.renew(older))
    expect((await state())?.name).toBe('Pro')
    expect((await s.booksOf(buyer.accountId)).grants.map(({ amount }) => amount)).toEqual([1, 500, 1])
  })
})
