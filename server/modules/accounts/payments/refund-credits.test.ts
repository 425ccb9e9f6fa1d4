import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveCreditPacks, setRechargeRule } from '#contract/accounts/credits.ts'
import { buy, payments, refundPayment } from '#contract/accounts/payments.ts'
import { reserveCredits } from '#server/modules/accounts/wallet/index.ts'
import { fixedClock } from '#server/platform/clock.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type PaymentStory, paymentStory } from '#server/testing/payment-story.ts'
import { rechargeAccount } from './recharge.ts'

const clock = fixedClock(new Date())
let s: PaymentStory
let pro: number
let pack: number
beforeAll(async () => {
  s = await paymentStory(clock)
  await s.connect()
  pro = await s.sell()
  const packs = [{ name: 'Boost', credits: 300, price: 1000, currency: 'USD' }]
  pack = (await s.t.call(saveCreditPacks, { body: { packs } }, s.seller)).body.data[0]!.id
})
afterAll(() => s.close())

type Obj = Record<string, any>
const objectOf = (id: string) => s.stripe.objects.get(id) as Obj
const walletOf = async (accountId: number) => (await s.booksOf(accountId)).wallet[0]
const intentsOf = async (accountId: number): Promise<string[]> =>
  (await s.rows(`select external_id from payment where account_id = ${accountId} order by id`)).map(
    ({ external_id }) => external_id,
  )
let runs = 5000
/** A run takes credits, so that they can't be taken back. */
const use = ({ accountId, id }: { accountId: number; id: number }, amount: number) =>
  transaction(s.t.app.database.db, () => {
    runs += 1
    const payer = { accountId, userId: id, runId: runs, timeZone: 'UTC' }
    return reserveCredits(s.t.app.ctx, { ...payer, amount, unitCost: 1, reason: 'test' })
  })
/** A refund made at Stripe, whose event is not sent yet. */
function refunded(intent: string, amount: number) {
  const charge = objectOf(objectOf(intent).latest_charge)
  charge.amount_refunded = amount
  return s.stripe.emit('charge.refunded', charge)
}
const disputeOf = async (intent: string, status: 'won' | 'lost') => {
  const { id, event } = s.stripe.dispute(intent, 'needs_response')
  await s.send(event)
  await s.send(s.stripe.dispute(intent, status, id).event)
  return id
}
/** A pack bought by someone. @returns the payment page */
async function goToPack(customer: TestUser) {
  const answer = await s.asCustomer(buy, { body: { kind: 'pack', pack_id: pack } }, customer)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer.body.data.url.split('/').at(-1) as string
}

describe('a refund', () => {
  it('that is reported after a lost dispute gives none of its owed credits back', async () => {
    const customer = await s.signedIn(pro)
    await use(customer, 400)
    const [intent = ''] = await intentsOf(customer.accountId)
    const late = refunded(intent, 2450)
    await disputeOf(intent, 'lost')
    const lost = { taken_back: 100, owed: 400, state: 'lost' }
    expect((await s.booksOf(customer.accountId)).payments).toMatchObject([{ ...lost, refunded_minor: 0 }])
    await s.send(late)
    expect((await s.booksOf(customer.accountId)).payments).toMatchObject([{ ...lost, refunded_minor: 2450 }])
  })

  it('that is reported again, or after a larger one, changes nothing', async () => {
    const { accountId } = await s.bought(pro)
    const [intent = ''] = await intentsOf(accountId)
    await s.send(refunded(intent, 980))
    const again = refunded(intent, 980)
    const smaller = refunded(intent, 490)
    await s.send(again, smaller)
    expect(await s.booksOf(accountId)).toMatchObject({
      wallet: [{ available: 400 }],
      payments: [{ refunded_minor: 980, taken_back: 100, state: 'partly_refunded' }],
    })
  })

  it('of a payment that is elsewhere is waited for, and ignored once that payment is an hour old', async () => {
    const sold = {
      amount: 900,
      currency: 'usd',
      customer: 'cus_x',
      status: 'succeeded',
      amount_received: 900,
    }
    const make = (id: string, created: number) => {
      const charge = {
        id: `ch_${id}`,
        object: 'charge',
        amount: 900,
        amount_refunded: 900,
        payment_intent: id,
        _account: 'acct_fox',
      }
      s.stripe.objects.set(charge.id, charge)
      s.stripe.objects.set(id, {
        id,
        object: 'payment_intent',
        created,
        metadata: {},
        latest_charge: charge.id,
        _account: 'acct_fox',
        ...sold,
      })
      return s.stripe.emit('charge.refunded', charge)
    }
    const now = Math.floor(clock.now().getTime() / 1000)
    const [young, old] = [make('pi_young', now - 3500), make('pi_old', now - 3700)]
    await s.send(young, old)
    const outcome = async ({ id }: Obj) =>
      (await s.rows(`select outcome, detail from payment_event where event_id = '${id}'`))[0]
    expect(await outcome(young)).toEqual({ outcome: 'received', detail: 'Its payment is not known yet' })
    expect(await outcome(old)).toEqual({ outcome: 'ignored', detail: 'Not a payment of ours' })
  })

  it.each([
    ['nothing', 0, 422],
    ['more than the rest', 2451, 422],
    ['the rest', 2450, 200],
  ])('of %s is answered so', async (_name, amount, status) => {
    const { accountId } = await s.bought(pro)
    const query = { page: 1, limit: 5, customer_id: accountId }
    const sale = (await s.t.call(payments, { query }, s.seller)).body.data[0]!
    const refund = (amount_minor: number) =>
      s.t.call(refundPayment, { params: { id: sale.id }, body: { amount_minor } }, s.seller)
    expect((await refund(2450)).status).toBe(200)
    expect((await refund(amount)).status).toBe(status)
  })
})

describe('a dispute', () => {
  it('that is still open when it is reported again keeps the credits held', async () => {
    const { accountId } = await s.bought(pro)
    const [intent = ''] = await intentsOf(accountId)
    const { id, event } = s.stripe.dispute(intent, 'needs_response')
    await s.send(event)
    await s.send(s.stripe.dispute(intent, 'under_review', id).event)
    expect(await walletOf(accountId)).toMatchObject({ available: 0, reserved: 500 })
    expect((await s.booksOf(accountId)).access).toMatchObject([{ access: 'read_only' }])
  })

  it('that is over does not release what the next one holds when it is reported again', async () => {
    const { accountId } = await s.bought(pro)
    const [intent = ''] = await intentsOf(accountId)
    const first = await disputeOf(intent, 'won')
    await s.send(s.stripe.dispute(intent, 'needs_response').event)
    await s.send(s.stripe.dispute(intent, 'won', first).event)
    expect(await walletOf(accountId)).toMatchObject({ available: 0, reserved: 500 })
    expect(await s.booksOf(accountId)).toMatchObject({
      access: [{ access: 'read_only' }],
      payments: [{ state: 'disputed' }],
    })
  })

  it('keeps the account read-only until the last one about it is over', async () => {
    const customer = await s.signedIn(pro)
    await s.send(...s.stripe.completeCheckout(await goToPack(customer)))
    const [package_ = '', pack_ = ''] = await intentsOf(customer.accountId)
    const first = s.stripe.dispute(package_, 'needs_response')
    const second = s.stripe.dispute(pack_, 'needs_response')
    await s.send(first.event, second.event)
    const access = async () => (await s.booksOf(customer.accountId)).access[0]?.access
    await s.send(s.stripe.dispute(package_, 'won', first.id).event)
    expect(await walletOf(customer.accountId)).toMatchObject({ available: 500, reserved: 300 })
    expect(await access()).toBe('read_only')
    await s.send(s.stripe.dispute(pack_, 'won', second.id).event)
    expect(await access()).toBe('full')
  })
})

describe('a pack', () => {
  it('pays the credits that are owed first', async () => {
    const customer = await s.signedIn(pro)
    await use(customer, 400)
    const [intent = ''] = await intentsOf(customer.accountId)
    await s.send(refunded(intent, 4900))
    expect((await s.booksOf(customer.accountId)).payments).toMatchObject([{ owed: 400, settled: 0 }])
    await s.send(...s.stripe.completeCheckout(await goToPack(customer)))
    expect(await walletOf(customer.accountId)).toMatchObject({ available: 0, reserved: 400 })
    await s.send(...s.stripe.completeCheckout(await goToPack(customer)))
    expect(await walletOf(customer.accountId)).toMatchObject({ available: 200, reserved: 400 })
    expect((await s.booksOf(customer.accountId)).payments).toMatchObject([
      { settled: 400 },
      { credits: 300, withheld: 300 },
      { credits: 300, withheld: 100 },
    ])
  })

  it.each<[string, (session: Obj, intent: Obj) => void]>([
    ['another currency', (_session, intent) => (intent.currency = 'eur')],
    ['too little', (_session, intent) => (intent.amount_received = 999)],
    ['a page in another currency', (session) => (session.currency = 'eur')],
    ['tax within its price', (session) => (session.total_details = { amount_tax: 100 })],
  ])('that was paid with %s gives nothing, and is reported', async (_name, change) => {
    const customer = await s.signedIn(pro)
    const page = await goToPack(customer)
    const events = s.stripe.completeCheckout(page)
    const session = objectOf(page)
    change(session, objectOf(session.payment_intent))
    await s.send(...events)
    expect(await walletOf(customer.accountId)).toMatchObject({ available: 500 })
    const found = await s.rows(`select kind from payment_difference where external_id = '${page}'`)
    expect(found).toEqual([{ kind: 'amount_differs' }])
  })

  it('whose money has not arrived gives nothing', async () => {
    const customer = await s.signedIn(pro)
    const page = await goToPack(customer)
    const events = s.stripe.completeCheckout(page)
    objectOf(objectOf(page).payment_intent).status = 'processing'
    await s.send(...events)
    expect(await walletOf(customer.accountId)).toMatchObject({ available: 500 })
  })

  it('that was refunded before it is known gives nothing to spend', async () => {
    const customer = await s.signedIn(pro)
    const page = await goToPack(customer)
    const events = s.stripe.completeCheckout(page)
    refunded(objectOf(page).payment_intent, 1000)
    await s.send(...events)
    expect(await s.booksOf(customer.accountId)).toMatchObject({
      wallet: [{ available: 500 }],
      payments: [{}, { state: 'refunded', taken_back: 300 }],
    })
  })
})

describe('an automatic recharge', () => {
  /** A recharge of 300 credits for 10 USD whose money is on its way. @returns its payment */
  async function charged(customer: TestUser): Promise<Obj> {
    const rule = { enabled: true, threshold: 1000, credits: 300, monthly_ceiling: 3000 }
    await s.asCustomer(setRechargeRule, { body: rule }, customer)
    s.stripe.delayPayments(true)
    await rechargeAccount(s.t.app.ctx, customer.accountId, s.seller.accountId)
    s.stripe.delayPayments(false)
    const [attempt] = await s.rows(
      `select state, external_id from recharge_attempt where account_id = ${customer.accountId}`,
    )
    expect(attempt?.state).toBe('pending')
    expect(await walletOf(customer.accountId)).toMatchObject({ available: 500 })
    return s.stripe.succeed(objectOf(attempt?.external_id))
  }

  it('gives its credits once its money has arrived, and once only', async () => {
    const customer = await s.signedIn(pro)
    const intent = await charged(customer)
    const event = s.stripe.emit('payment_intent.succeeded', intent)
    await s.send(event, s.stripe.emit('payment_intent.succeeded', intent))
    expect(await walletOf(customer.accountId)).toMatchObject({ available: 800 })
  })

  it.each<[string, (intent: Obj) => void]>([
    ['less money than it costs', (intent) => (intent.amount_received = 999)],
    ['another currency', (intent) => (intent.currency = 'eur')],
    ['another account', (intent) => (intent.metadata.account = String(s.seller.accountId))],
    ['another attempt', (intent) => (intent.metadata.recharge = 'unknown')],
  ])('with %s gives nothing', async (_name, change) => {
    const customer = await s.signedIn(pro)
    const intent = await charged(customer)
    change(intent)
    await s.send(s.stripe.emit('payment_intent.succeeded', intent))
    expect(await walletOf(customer.accountId)).toMatchObject({ available: 500 })
  })

  it('that is paid stays paid when an older answer comes later', async () => {
    const customer = await s.signedIn(pro)
    const intent = await charged(customer)
    await s.send(s.stripe.emit('payment_intent.succeeded', intent))
    Object.assign(intent, { status: 'processing' })
    await s.send(s.stripe.emit('payment_intent.succeeded', intent))
    const [attempt] = await s.rows(
      `select state from recharge_attempt where account_id = ${customer.accountId}`,
    )
    expect(attempt).toEqual({ state: 'paid' })
  })
})
