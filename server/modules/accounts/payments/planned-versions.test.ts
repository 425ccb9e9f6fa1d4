import { afterAll, beforeAll, expect, it } from 'vitest'
import { changePlan } from '#contract/accounts/payments.ts'
import {
  moveCustomers,
  previewMove,
  publishPackage,
  undoMove,
  updatePackage,
} from '#contract/accounts/plans.ts'
import { changeSubscription } from '#contract/accounts/subscriptions.ts'
import { fixedClock } from '#server/platform/clock.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type PaymentStory, paymentStory } from '#server/testing/payment-story.ts'
import { tellPlannedVersions } from './planned-versions.ts'

const DAY = 24 * 60 * 60_000
const clock = fixedClock(new Date())
let s: PaymentStory
beforeAll(async () => {
  s = await paymentStory(clock)
  await s.connect()
})
afterAll(() => s.close())

type Buyer = TestUser & { subscription: string }

/** A package with a customer, and a second version of it that costs $99 and has 800 credits. */
async function twoVersions(
  more: object = {},
  first: object = {},
): Promise<{ params: { id: number }; customer: Buyer }> {
  const params = { id: await s.sell({ name: 'Growing', ...first }) }
  const customer = await s.signedIn(params.id)
  await s.t.call(updatePackage, { params, body: { credits: 800, price_minor: 9900, ...more } }, s.seller)
  await s.t.call(publishPackage, { params }, s.seller)
  return { params, customer }
}
const move = (params: { id: number }) => s.t.call(moveCustomers, { params }, s.seller)
const tell = () => tellPlannedVersions(s.t.app.ctx)
async function renew({ subscription, accountId }: Buyer) {
  clock.advance(31 * DAY)
  await s.send(...s.stripe.renew(subscription))
  const { payments, periods } = await s.booksOf(accountId)
  return [payments.at(-1)?.amount_minor, periods.at(-1)?.credits]
}
const versionOf = async ({ accountId }: Buyer) =>
  (
    await s.rows(`select v.version from active_plan a join plan_version v on v.id = a.plan_version_id
      where a.account_id = ${accountId}`)
  )[0]?.version
const openChanges = ({ accountId }: Buyer) =>
  s.rows(`select id from subscription_change where account_id = ${accountId}
    and applied_at is null and dropped_at is null`)

it('a move is billed from the next period on, and not before', async () => {
  const { params, customer } = await twoVersions()
  expect((await move(params)).body.data.move).toMatchObject({ customers: 1, version: 2 })
  await tell()
  expect(await versionOf(customer)).toBe(1)
  expect(await renew(customer)).toEqual([9900, 800])
  expect([await versionOf(customer), await openChanges(customer)]).toEqual([2, []])
  // The one after it as well.
  await tell()
  expect(await renew(customer)).toEqual([9900, 800])
})

it('an event about the subscription doesn’t begin it early, nor after it was undone', async () => {
  const { params, customer } = await twoVersions({ credits: 0 }, { credits: 0 })
  const { id: moveId } = (await move(params)).body.data.move!
  await tell()
  const update = () =>
    s.send(
      s.stripe.emit('customer.subscription.updated', s.stripe.objects.get(customer.subscription) as never),
    )
  await update()
  expect(await versionOf(customer)).toBe(1)
  await s.t.call(undoMove, { params: { ...params, moveId } }, s.seller)
  await update()
  expect(await versionOf(customer)).toBe(1)
})

it('an undone move is told, too', async () => {
  const { params, customer } = await twoVersions()
  const { id: moveId } = (await move(params)).body.data.move!
  await tell()
  await s.t.call(undoMove, { params: { ...params, moveId } }, s.seller)
  await tell()
  expect(await renew(customer)).toEqual([4900, 500])
  expect(await versionOf(customer)).toBe(1)
})

it('one that its seller drops for a customer is told', async () => {
  const { params, customer } = await twoVersions()
  await move(params)
  await tell()
  const drop = { params: { id: customer.accountId }, body: { action: 'drop_change' as const } }
  expect((await s.t.call(changeSubscription, drop, s.seller)).status).toBe(200)
  await tell()
  expect(await renew(customer)).toEqual([4900, 500])
})

it('what Stripe wasn’t told in time begins a period later', async () => {
  const { params, customer } = await twoVersions()
  await move(params)
  s.stripe.revoke('acct_fox')
  await expect(tell()).rejects.toThrow('1 of 1 subscriptions failed')
  s.stripe.restore('acct_fox')
  expect(await renew(customer)).toEqual([4900, 500])
  expect(await openChanges(customer)).toHaveLength(1)
  await tell()
  expect(await renew(customer)).toEqual([9900, 800])
})

it('a customer’s own planned change stays, and a newer package replaces a move', async () => {
  const small = await s.sell({ name: 'Small', credits: 100, price_minor: 1900 })
  const large = await s.sell({ name: 'Large', credits: 2000, price_minor: 19_900 })
  const change = (customer: TestUser, id: number) =>
    s.asCustomer(changePlan, { body: { package_id: id } }, customer)
  const first = await twoVersions()
  await change(first.customer, small)
  expect((await move(first.params)).status).toBe(409)
  expect(await renew(first.customer)).toEqual([1900, 100])
  const second = await twoVersions()
  await move(second.params)
  await tell()
  expect((await change(second.customer, large)).status).toBe(200)
  await s.work()
  expect(await openChanges(second.customer)).toEqual([])
  await tell()
  expect(await renew(second.customer)).toEqual([19_900, 2000])
})

it('customers whose payments can’t follow stay, and their seller sees why', async () => {
  const year = await twoVersions({ period: 'year' })
  const kick = await twoVersions()
  await s.rows(
    `update subscription set billed_by = 'paykickstart' where account_id = ${kick.customer.accountId}`,
  )
  for (const [{ params }, why] of [
    [year, 'period'],
    [kick, 'paykickstart'],
  ] as const) {
    const { data } = (await s.t.call(previewMove, { params }, s.seller)).body
    expect(data).toMatchObject([{ stays_because: why }])
    expect((await move(params)).status).toBe(409)
  }
})
