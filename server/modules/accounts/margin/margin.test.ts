import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportMargin, margin } from '#contract/accounts/margin.ts'
import { finishTransfers, grantCredits } from '#server/modules/accounts/wallet/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

/** Ten credits sold at 3 USD, which cost their seller 2 of a currency. @returns the seller */
async function sold(currency: string): Promise<TestUser> {
  const seller = await t.account({ modules: ['leads', 'whitelabel'], credits: 0 })
  const customer = await t.account({ parent: seller, credits: 0 })
  const sell = (to: TestUser, unitCost: string, code: string) =>
    transaction(t.app.database.db, () =>
      grantCredits(t.app.ctx, {
        accountId: to.accountId,
        kind: 'top_up',
        amount: 10,
        unitCost,
        providerCost: '1',
        currency: code,
        sourceKind: 'test',
        sourceId: '1',
        reason: 'test',
        userId: null,
      }),
    )
  await sell(seller, '2', currency)
  await sell(customer, '3', 'USD')
  await finishTransfers(t.app.ctx)
  return seller
}
const figures = async (as: TestUser) => (await t.call(margin, { query: {} }, as)).body.data[0]
async function file(as: TestUser): Promise<string[][]> {
  const { url } = (await t.call(exportMargin, { body: {} }, as)).body.data
  const text = (await t.app.http.inject({ url: url ?? '' })).body
  return text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
}

describe('the margin', () => {
  it('subtracts what credits cost in the currency in which they are sold', async () => {
    const seller = await sold('USD')
    expect(await figures(seller)).toMatchObject({ currency: 'USD', elsewhere: 30, wholesale: 20, margin: 10 })
  })

  it('doesn’t subtract a cost in another currency: nothing converts it', async () => {
    const seller = await sold('EUR')
    expect(await figures(seller)).toMatchObject({ currency: 'USD', elsewhere: 30, wholesale: 0, margin: 30 })
  })
})

it('the file has the installation’s cost of credits for the installation only', async () => {
  const seller = await sold('USD')
  const [admins, sellers] = [await file(await t.admin()), await file(seller)]
  const head = sellers[0] ?? []
  expect(head).not.toContain('provider_cost')
  expect(admins[0]).toEqual([...head.slice(0, -1), 'provider_cost', 'margin'])
  expect(sellers[1]).toHaveLength(head.length)
  expect(admins.at(-1)?.at(-2)).toBe('10')
})

it('counts the money received, with refunds and fees apart, also where nothing was spent', async () => {
  const seller = await t.account({ modules: ['leads', 'whitelabel'], credits: 0 })
  const customer = await t.account({ parent: seller, credits: 0 })
  const { db } = t.app.database
  await sql`insert into payment (account_id, seller_account_id, vendor, vendor_account, external_id, kind, name, amount_minor,
      tax_minor, fee_minor, refunded_minor, currency, paid_at)
    values (${customer.accountId}, ${seller.accountId}, 'stripe', '', 'pi_1', 'pack', 'Boost', 11900, 1900, 300, 1190,
      'USD', now())`.execute(db)
  // From when credits were booked as they were spent: their price is part of the payments.
  await sql`insert into margin_entry (account_id, seller_account_id, customer_account_id, run_id, charge_kind, credits,
      retail, wholesale, provider_cost, currency)
    values (${customer.accountId}, ${seller.accountId}, ${customer.accountId}, 7, 'local_contact', 10, 50, 20, 0, 'USD'),
      (${customer.accountId}, ${seller.accountId}, ${customer.accountId}, 0, 'payment_fee', 0, 0, 300, 0, 'USD')`.execute(
    db,
  )
  const sums = { received: 10_000, elsewhere: 0, refunds: 1000, fees: 300, wholesale: 20, margin: 8680 }
  expect(await figures(seller)).toMatchObject({ currency: 'USD', ...sums })
  const byType = (await t.call(margin, { query: { by: 'type' } }, seller)).body.data
  expect(byType.map(({ name, margin }) => [name, margin])).toEqual([
    ['top_up', 8700],
    ['local_contact', -20],
  ])
})
