import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

type Obj = Record<string, any>
interface Bought {
  session: Obj
  subscription: Obj
  invoice: Obj
  line: Obj
  intent: Obj
}
let buyers = 0
/** A purchase for 49 USD that Stripe reports changed in one thing. @returns what it gave, and the noted difference */
async function purchase(change: (bought: Bought) => void) {
  buyers += 1
  const email = `someone${buyers}@people.example`
  const id = await s.goToPay(pro, { email }, `10.2.0.${buyers}`)
  const events = s.stripe.completeCheckout(id, { email })
  const objectOf = (name: string) => s.stripe.objects.get(name) as Obj
  const session = objectOf(id)
  const invoice = objectOf(session.invoice)
  const [paid] = invoice.payments.data
  const intent = objectOf(paid.payment.payment_intent)
  const [line] = invoice.lines.data
  change({ session, subscription: objectOf(session.subscription), invoice, line, intent })
  await s.send(...events)
  const accountId = await s.accountOf(email)
  const [difference] = await s.rows(
    `select kind from payment_difference where external_id = '${session.invoice}'`,
  )
  const books = accountId === undefined ? null : await s.booksOf(accountId)
  return {
    credits: books && books.wallet[0]?.available,
    payments: books?.payments,
    difference: difference?.kind ?? null,
  }
}
/** The same invoice, line and payment with another amount. */
const cost = ({ invoice, line, intent }: Bought, minor: number) => {
  line.amount = minor
  invoice.total = minor
  invoice.amount_due = minor
  intent.amount_received = minor
}
/** Another payment of the same invoice. */
function payAlso({ invoice, intent }: Bought, more: Obj) {
  const second = structuredClone({ ...intent, id: `${intent.id}-2`, ...more })
  s.stripe.objects.set(second.id, second)
  const [paid] = structuredClone(invoice.payments.data)
  invoice.payments.data.push({ ...paid, payment: { ...paid.payment, payment_intent: second.id } })
}

describe('a paid invoice', () => {
  it.each<[string, (bought: Bought) => void]>([
    ['by one payment', () => {}],
    [
      'by two payments',
      (of) => {
        of.intent.amount_received = 2000
        payAlso(of, { amount_received: 2900 })
      },
    ],
  ])('%s gives the credits of its package', async (_name, change) => {
    expect(await purchase(change)).toMatchObject({
      credits: 500,
      payments: [{ amount_minor: 4900, credits: 500 }],
      difference: null,
    })
  })

  it.each<[string, string, (bought: Bought) => void]>([
    ['by a cent too little', 'payment_missing', ({ intent }) => (intent.amount_received = 4899)],
    ['outside of Stripe', 'payment_missing', ({ invoice }) => (invoice.payments.data = [])],
    ['by a payment that has not succeeded', 'payment_missing', ({ intent }) => (intent.status = 'canceled')],
    ['in another currency', 'payment_missing', ({ intent }) => (intent.currency = 'eur')],
    ['in two currencies', 'payment_missing', (of) => payAlso(of, { amount_received: 1, currency: 'eur' })],
    [
      'with a total in another currency than its package',
      'amount_differs',
      ({ invoice, intent }) => {
        invoice.currency = 'eur'
        intent.currency = 'eur'
      },
    ],
    ['with a lower price of its package', 'amount_differs', (of) => cost(of, 4899)],
  ])('%s gives nothing, and is reported', async (_name, difference, change) => {
    expect(await purchase(change)).toEqual({ credits: null, payments: undefined, difference })
  })

  it.each<[string, (bought: Bought) => void]>([
    ['of a proration', ({ line }) => (line.parent.subscription_item_details.proration = true)],
    ['written by hand', ({ invoice }) => (invoice.billing_reason = 'manual')],
    ['of something else', ({ line }) => (line.pricing.price_details.price = 'price_elsewhere')],
  ])('%s is nothing of ours', async (_name, change) => {
    expect(await purchase(change)).toEqual({ credits: null, payments: undefined, difference: null })
  })

  it('whose payment was refunded meanwhile gives nothing to spend', async () => {
    const given = await purchase(({ intent }) => {
      ;(s.stripe.objects.get(intent.latest_charge) as Obj).amount_refunded = 4900
    })
    expect(given).toMatchObject({ credits: 0, payments: [{ state: 'refunded', taken_back: 500 }] })
  })

  it('for the price of another seller gives nothing: it used the Stripe account before', async () => {
    const before = await s.t.account({ modules: ['leads', 'whitelabel'] })
    await s.rows(`insert into payment_price (account_id, vendor, vendor_account, key, external_product, external_id, amount_minor, currency)
      select ${before.accountId}, vendor, vendor_account, key, external_product, 'price_before', amount_minor, currency
      from payment_price where account_id = ${s.seller.accountId} and amount_minor = 4900`)
    const given = await purchase(({ line }) => {
      line.pricing.price_details.price = 'price_before'
    })
    expect(given).toEqual({ credits: null, payments: undefined, difference: null })
  })
})
