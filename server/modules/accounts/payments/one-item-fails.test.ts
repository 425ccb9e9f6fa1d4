import { afterAll, beforeAll, expect, it } from 'vitest'
import { reconcilePayments } from '#contract/accounts/payment-checks.ts'
import { publishPackage, updatePackage } from '#contract/accounts/plans.ts'
import { createUser } from '#server/modules/accounts/accounts/index.ts'
import { fixedClock } from '#server/platform/clock.ts'
import { type PaymentStory, paymentStory } from '#server/testing/payment-story.ts'
import { expireOutdatedCheckouts } from './checkout.ts'
import { endAbandonedSubscriptions } from './paid-package.ts'
import { tickRecharges } from './recharge.ts'
import { catchUpAllSellers, reconcileNightly } from './reconcile.ts'

let s: PaymentStory
let pro: number
beforeAll(async () => {
  s = await paymentStory(fixedClock(new Date()))
  await s.connect()
  pro = await s.sell()
  await s.rows(`create function always_fails() returns trigger language plpgsql as $$ begin
    if to_jsonb(new) ->> tg_argv[0] = tg_argv[1] then raise exception 'this one always fails'; end if;
    return new; end $$`)
})
afterAll(() => s.close())

let buyers = 0
/** Two customers with paid subscriptions. */
const twoBuyers = () => Promise.all([bought(), bought()])
async function bought() {
  buyers += 1
  const email = `buyer${buyers}@people.example`
  const session = await s.goToPay(pro, { email })
  await s.send(...s.stripe.completeCheckout(session, { email }))
  const { subscription } = s.stripe.objects.get(session) as { subscription: string }
  return { accountId: await s.accountOf(email), subscription }
}
const stateOf = async (accountId: number) =>
  (await s.rows(`select state from payment_subscription where account_id = ${accountId}`))[0]?.state
/** While it works, changes of this table's row with the value fail. */
async function whileFailing(
  table: string,
  [column, value]: [string, number | string],
  work: () => Promise<void>,
) {
  await s.rows(`create trigger one_fails before insert or update on ${table} for each row
    execute function always_fails('${column}', '${value}')`)
  await work().finally(() => s.rows(`drop trigger one_fails on ${table}`))
}

it('a subscription that Stripe no longer knows keeps no other closed account’s from ending', async () => {
  const [unknown, other] = await twoBuyers()
  await s.rows(
    `update account set closed_at = now(), delete_at = now() where id in (${unknown.accountId}, ${other.accountId})`,
  )
  s.stripe.objects.delete(unknown.subscription)
  await expect(endAbandonedSubscriptions(s.t.app.ctx)).rejects.toThrow(
    `1 of 2 subscriptions failed, the others are done: ${unknown.subscription} (`,
  )
  expect(s.stripe.objects.get(other.subscription)?.status).toBe('canceled')
  expect([await stateOf(unknown.accountId), await stateOf(other.accountId)]).toEqual(['active', 'canceled'])
  await s.rows(`delete from payment_subscription where account_id = ${unknown.accountId}`)
})

it('a subscription that Stripe no longer knows keeps no other from being compared', async () => {
  const [unknown, other] = await twoBuyers()
  s.stripe.objects.delete(unknown.subscription)
  const atStripe = s.stripe.objects.get(other.subscription) as { status: string }
  atStripe.status = 'past_due'
  await expect(reconcileNightly(s.t.app.ctx)).rejects.toThrow(`${unknown.subscription} (`)
  expect(await stateOf(other.accountId)).toBe('past_due')
  const [connection] = await s.rows('select reconciled_at from payment_connection')
  expect(connection?.reconciled_at).not.toBeNull()
  // Someone who starts the comparison is told which one.
  const answer = await s.t.call(reconcilePayments, {}, s.seller)
  expect([answer.status, answer.error.message]).toEqual([409, expect.stringContaining(unknown.subscription)])
  await s.rows(`delete from payment_subscription where account_id = ${unknown.accountId}`)
})

it('an event that can’t be accepted keeps no other missed one waiting, and is read again', async () => {
  const [first, second] = [
    await s.goToPay(pro, { email: 'm1@people.example' }),
    await s.goToPay(pro, { email: 'm2@people.example' }),
  ]
  const events = s.stripe.completeCheckout(first, { email: 'm1@people.example' })
  s.stripe.completeCheckout(second, { email: 'm2@people.example' })
  await whileFailing('payment_event', ['event_id', events[0]?.id], async () => {
    await expect(catchUpAllSellers(s.t.app.ctx)).rejects.toThrow('this one always fails')
  })
  await s.work()
  expect(await s.accountOf('m2@people.example')).toBeDefined()
  await catchUpAllSellers(s.t.app.ctx)
  await s.work()
  const [taken] = await s.rows(`select outcome from payment_event where event_id = '${events[0]?.id}'`)
  expect(taken).toBeDefined()
})

it('a card whose owner can’t be told keeps no other from being told', async () => {
  const [failing, other] = await twoBuyers()
  const old = { exp_year: 2020 }
  for (const method of s.stripe.objects.values()) if (method.card) Object.assign(method.card as object, old)
  for (const { accountId } of [failing, other])
    await createUser(s.t.app.ctx, accountId, {
      email: `owner${accountId}@people.example`,
      password: 'correct horse battery',
      confirmed: true,
    })
  const told = async () =>
    (await s.rows(`select account_id from notification where kind = 'card_expiring'`)).map(
      ({ account_id }) => account_id,
    )
  await whileFailing('notification', ['account_id', failing.accountId], async () => {
    await expect(reconcileNightly(s.t.app.ctx)).rejects.toThrow(
      `cards failed, the others are done: ${failing.accountId} (`,
    )
  })
  expect(await told()).toEqual([other.accountId])
})

it('a checkout that can’t be closed keeps no other open', async () => {
  const id = await s.sell({ name: 'Old' })
  const sessions = [await s.goToPay(id, {}), await s.goToPay(id, {})] as const
  await s.t.call(updatePackage, { params: { id }, body: { credits: 5 } }, s.seller)
  await s.t.call(publishPackage, { params: { id } }, s.seller)
  await whileFailing('payment_checkout', ['external_id', sessions[0]], async () => {
    await expect(expireOutdatedCheckouts(s.t.app.ctx)).rejects.toThrow(
      `1 of 2 checkouts failed, the others are done: ${sessions[0]} (`,
    )
  })
  const states = await s.rows(
    `select external_id, state from payment_checkout where external_id in ('${sessions.join("', '")}') order by id`,
  )
  expect(states).toEqual([
    { external_id: sessions[0], state: 'open' },
    { external_id: sessions[1], state: 'expired' },
  ])
})

it('an account whose recharge fails keeps no other from being recharged', async () => {
  const [failing, other] = await twoBuyers()
  await s.rows(
    `insert into credit_pack (account_id, position, name, credits, price, currency) values (${s.seller.accountId}, 1, 'Pack', 100, 1000, 'USD')`,
  )
  await s.rows(`insert into recharge_rule (account_id, enabled, threshold, credits, monthly_ceiling)
    select id, true, 1000000, 100, 1000 from unnest(array[${failing.accountId}, ${other.accountId}]) as id`)
  await whileFailing('recharge_attempt', ['account_id', failing.accountId], async () => {
    await expect(tickRecharges(s.t.app.ctx)).rejects.toThrow(
      `1 of 2 accounts failed, the others are done: ${failing.accountId} (`,
    )
  })
  const tried = await s.rows('select account_id from recharge_attempt')
  expect(tried).toEqual([{ account_id: other.accountId }])
})
