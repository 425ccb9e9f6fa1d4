import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveCreditPacks } from '#contract/accounts/credits.ts'
import {
  type ProblemAction,
  paymentProblems,
  paymentStatus,
  reconcilePayments,
  resolveProblem,
} from '#contract/accounts/payment-checks.ts'
import { buy } from '#contract/accounts/payments.ts'
import { showBalance } from '#server/modules/accounts/wallet/index.ts'
import { fixedClock } from '#server/platform/clock.ts'
import { type PaymentStory, paymentStory } from '#server/testing/payment-story.ts'
import { handleEvent } from './event-worker.ts'

const DAY = 24 * 60 * 60_000
type Obj = Record<string, any>
const clock = fixedClock(new Date())
let s: PaymentStory
let pro: number
let packId: number
beforeAll(async () => {
  s = await paymentStory(clock)
  await s.connect()
  pro = await s.sell()
  const packs = [{ name: 'Boost', credits: 300, price: 1000, currency: 'USD' as const }]
  const [pack] = (await s.t.call(saveCreditPacks, { body: { packs } }, s.seller)).body.data
  packId = pack?.id as number
})
afterAll(() => s.close())

const objectOf = (id: string) => s.stripe.objects.get(id) as Obj
const problems = async (as = s.seller) => (await s.t.call(paymentProblems, {}, as)).body.data
const problemOf = async (externalId: string) =>
  (await problems()).find(({ external_id }) => external_id === externalId)
const resolve = async (id: number, action: ProblemAction, as = s.seller) => {
  const { status, body, error } = await s.t.call(resolveProblem, { params: { id }, body: { action } }, as)
  return status === 200 ? body.data.resolved : error?.code
}
const reconcile = async () => {
  expect((await s.t.call(reconcilePayments, {}, s.seller)).status).toBe(200)
  await s.work()
}
const balance = async (accountId: number) => (await showBalance(s.t.app.ctx, accountId)).available

let buyers = 0
/** A stranger pays 49 USD for the package, and Stripe reports an invoice of another amount. */
async function oddInvoice(minor: number) {
  buyers += 1
  const email = `odd${buyers}@people.example`
  const id = await s.goToPay(pro, { email }, `10.7.0.${buyers}`)
  const events = s.stripe.completeCheckout(id, { email })
  const invoice = objectOf(objectOf(id).invoice)
  const intent = objectOf(invoice.payments.data[0].payment.payment_intent)
  invoice.lines.data[0].amount = minor
  invoice.total = minor
  invoice.amount_due = minor
  intent.amount_received = minor
  await s.send(...events)
  return { email, invoice, events }
}
/** A customer pays for the pack. @returns the page, its payment and the events that report it */
async function packPage(as: Awaited<ReturnType<PaymentStory['signedIn']>>) {
  const { body } = await s.asCustomer(buy, { body: { kind: 'pack', pack_id: packId } }, as)
  const page = body.data.url.split('/').at(-1) as string
  const events = s.stripe.completeCheckout(page)
  return { page, intent: objectOf(page).payment_intent as string, events }
}

describe('an invoice with another amount', () => {
  it('is listed with what can be done, and its seller is told once', async () => {
    const { invoice, events } = await oddInvoice(4899)
    await s.send(s.stripe.emit('invoice.paid', invoice), ...events)
    expect(await problemOf(invoice.id)).toMatchObject({
      kind: 'amount_differs',
      message: expect.stringContaining('USD 48.99 for the package, which costs USD 49.00'),
      can: ['fetch', 'give', 'settle'],
      seller: null,
    })
    const told = await s.rows(
      `select user_id from notification where kind = 'payment_problem' and detail->>'external_id' = '${invoice.id}'`,
    )
    expect(told).toEqual([{ user_id: s.seller.id }])
  })

  it('stays while Stripe says the same, and is given when the seller wants that', async () => {
    const { email, invoice } = await oddInvoice(4000)
    const { id } = (await problemOf(invoice.id)) as { id: number }
    expect(await resolve(id, 'fetch')).toBe(false)
    expect(await s.accountOf(email)).toBeUndefined()
    expect(await resolve(id, 'give')).toBe(true)
    expect(await s.booksOf(await s.accountOf(email))).toMatchObject({
      payments: [{ amount_minor: 4000, credits: 500 }],
      wallet: [{ available: 500 }],
    })
    await s.send(s.stripe.emit('invoice.paid', invoice))
    expect(await problemOf(invoice.id)).toBeUndefined()
    expect(await resolve(id, 'settle')).toBe('not_found')
    const audited = await s.rows(
      `select detail->>'action' as action from audit_entry where action = 'payment_problem.resolved' and subject = 'payment_problem:${id}' order by seq`,
    )
    expect(audited).toEqual([{ action: 'fetch' }, { action: 'give' }])
  })

  it('that Stripe voided meanwhile can’t be given', async () => {
    const { email, invoice } = await oddInvoice(4000)
    const { id } = (await problemOf(invoice.id)) as { id: number }
    invoice.status = 'void'
    expect(await resolve(id, 'give')).toBe('conflict')
    expect(await problemOf(invoice.id)).toBeDefined()
    expect(await s.accountOf(email)).toBeUndefined()
  })
})

describe('a payment', () => {
  it('for a pack gives it when its page is right after all', async () => {
    const customer = await s.signedIn(pro)
    const { page, events } = await packPage(customer)
    objectOf(page).amount_total = 100
    await s.send(...events)
    const problem = await problemOf(page)
    expect(problem).toMatchObject({ can: ['fetch', 'give', 'settle'], customer: { id: customer.accountId } })
    objectOf(page).amount_total = 1000
    expect(await resolve(problem?.id as number, 'fetch')).toBe(true)
    expect(await balance(customer.accountId)).toBe(800)
  })

  it('whose events never came is found by the comparison and fetched', async () => {
    const customer = await s.signedIn(pro)
    const { intent, events } = await packPage(customer)
    s.stripe.events.splice(s.stripe.events.length - events.length)
    await reconcile()
    const problem = await problemOf(intent)
    expect(problem).toMatchObject({ kind: 'payment_missing', can: ['fetch', 'settle'] })
    expect(await resolve(problem?.id as number, 'fetch')).toBe(true)
    expect(await balance(customer.accountId)).toBe(800)
  })

  it('that was refunded unnoticed stays a problem until it is fetched, however old it is', async () => {
    const customer = await s.signedIn(pro)
    const [{ external_id: intent }] = (await s.rows(
      `select external_id from payment where account_id = ${customer.accountId}`,
    )) as [Obj]
    objectOf(objectOf(intent).latest_charge).amount_refunded = 4900
    await reconcile()
    expect(await problemOf(intent)).toMatchObject({ kind: 'refund_differs' })
    for (const _round of [1, 2]) {
      clock.advance(5 * DAY)
      await reconcile()
    }
    const problem = await problemOf(intent)
    expect(await resolve(problem?.id as number, 'fetch')).toBe(true)
    expect(await balance(customer.accountId)).toBe(0)
  })

  it('that is settled stays settled, until more is refunded', async () => {
    const customer = await s.signedIn(pro)
    const [{ external_id: intent }] = (await s.rows(
      `select external_id from payment where account_id = ${customer.accountId}`,
    )) as [Obj]
    const charge = objectOf(objectOf(intent).latest_charge)
    charge.amount_refunded = 100
    await reconcile()
    const open = async () => (await s.t.call(paymentStatus, {}, s.seller)).body.data.differences
    const before = await open()
    expect(await resolve((await problemOf(intent))?.id as number, 'settle')).toBe(true)
    await reconcile()
    expect([await open(), await problemOf(intent)]).toEqual([before - 1, undefined])
    expect(await balance(customer.accountId)).toBe(500)
    charge.amount_refunded = 200
    await reconcile()
    expect(await problemOf(intent)).toMatchObject({ message: expect.stringContaining('USD 2.00') })
  })
})

it('an event that was given up is a problem until it can be applied', async () => {
  const customer = await s.signedIn(pro)
  const subscription = objectOf(customer.subscription)
  s.stripe.objects.delete(customer.subscription)
  const event = s.stripe.emit('customer.subscription.updated', subscription)
  await s.deliver(event)
  await s.rows(`update payment_event set attempts = 11 where event_id = '${event.id}'`)
  await handleEvent(s.t.app.ctx, 'stripe', event.id)
  const problem = await problemOf(event.id)
  expect(problem).toMatchObject({ kind: 'event_failed', can: ['fetch', 'settle'] })
  expect(await resolve(problem?.id as number, 'fetch')).toBe(false)
  s.stripe.objects.set(customer.subscription, subscription)
  await s.rows(`update payment_event set outcome = 'failed' where event_id = '${event.id}'`)
  expect(await resolve(problem?.id as number, 'fetch')).toBe(true)
})

it('problems are their seller’s, and the platform sees them', async () => {
  const { invoice } = await oddInvoice(4800)
  const { id } = (await problemOf(invoice.id)) as { id: number }
  const other = await s.t.account({ modules: ['leads', 'whitelabel'] })
  expect(await problems(other)).toEqual([])
  expect(await resolve(id, 'settle', other)).toBe('not_found')
  const admin = await s.t.admin()
  expect((await problems(admin)).find((row) => row.id === id)).toMatchObject({
    seller: { id: s.seller.accountId },
    can: [],
  })
  expect(await resolve(id, 'settle', admin)).toBe('not_found')
})
