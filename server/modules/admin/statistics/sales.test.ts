import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPackage } from '#contract/accounts/plans.ts'
import { addAccount, changeSubscription } from '#contract/accounts/subscriptions.ts'
import { salesReport } from '#contract/admin/statistics/sales-report.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let seller: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  seller = await t.account({ modules: ['leads', 'whitelabel'] })
})
afterAll(() => t.close())

async function sell(as: TestUser, name: string, price_minor: number, trial_days = 0) {
  const body = {
    name,
    credits: 0,
    modules: ['leads' as const],
    period: 'month' as const,
    publish: true,
    price_minor,
    currency: 'USD' as const,
  }
  const { data } = (await t.call(createPackage, { body }, as)).body
  const email = `${name.toLowerCase()}@buyer.example`
  const customer = { email, company: name, package_id: data.id, trial_days }
  return (await t.call(addAccount, { body: customer }, as)).body.data.id
}
let payments = 0
/** A payment for an account's package, or for a pack. */
async function pay(accountId: number, as: TestUser, kind: 'package' | 'pack', amount: number, more = {}) {
  payments += 1
  const given: { refunded_minor?: number; fee_minor?: number; tax_minor?: number; months?: number } = more
  const { refunded_minor = 0, fee_minor = null, tax_minor = 0, months = 0 } = given
  await sql`insert into payment (account_id, seller_account_id, vendor, vendor_account, external_id, kind, name,
      plan_version_id, amount_minor, tax_minor, refunded_minor, fee_minor, currency, paid_at)
    select ${accountId}, ${as.accountId}, 'stripe', 'acct', ${`pi_${payments}`}, ${kind}, 'Boost',
      case when ${kind} = 'package' then s.plan_version_id end, ${amount}, ${tax_minor}, ${refunded_minor}, ${fee_minor}, 'USD',
      now() - make_interval(months => ${months})
    from subscription s where s.account_id = ${accountId} and s.is_current`.execute(t.app.database.db)
}
const report = async (as: TestUser, query: object = {}) =>
  (await t.call(salesReport, { query }, as)).body.data

it('shows a reseller its own subscriptions, and the money by month and package', async () => {
  const gold = await sell(seller, 'Gold', 5000)
  const silver = await sell(seller, 'Silver', 2000)
  await sell(seller, 'Later', 900, 14)
  const other = await t.account({ modules: ['leads', 'whitelabel'] })
  const theirs = await sell(other, 'Bronze', 700)
  await pay(gold, seller, 'package', 5950, { tax_minor: 950, fee_minor: 200 })
  await pay(gold, seller, 'package', 2500, { months: 1 })
  await pay(silver, seller, 'package', 2000, { refunded_minor: 2000 })
  await pay(gold, seller, 'pack', 1000)
  await pay(theirs, other, 'package', 700)
  await t.call(
    changeSubscription,
    { params: { id: silver }, body: { action: 'cancel', when: 'now' } },
    seller,
  )
  const found = await report(seller, { months: 3 })
  expect(found.months).toHaveLength(3)
  expect(found.months.at(-1)).toMatchObject({ new: 2, churned: 1, active: 1, trials: 1, mrr: { USD: 5000 } })
  const [before, now] = [found.months.at(-2)?.month, found.months.at(-1)?.month]
  const none = { refunded: 0, fees: 0 }
  expect(found.received).toEqual([
    { month: before, currency: 'USD', payments: 1, received: 2500, ...none },
    { month: now, currency: 'USD', payments: 3, received: 8000, refunded: 2000, fees: 200 },
  ])
  expect(found.packages).toEqual([
    { kind: 'package', name: 'Gold', currency: 'USD', payments: 2, received: 7500, refunded: 0, fees: 200 },
    { kind: 'pack', name: 'Boost', currency: 'USD', payments: 1, received: 1000, ...none },
    {
      kind: 'package',
      name: 'Silver',
      currency: 'USD',
      payments: 1,
      received: 2000,
      refunded: 2000,
      fees: 0,
    },
  ])
  expect((await report(seller, { months: 1 })).received).toHaveLength(1)
  expect((await report(other)).packages).toMatchObject([{ name: 'Bronze', received: 700 }])
})

it('is for people who may sell', async () => {
  const customer = await t.account({ parent: seller })
  expect((await t.call(salesReport, {}, customer)).status).toBe(403)
})
