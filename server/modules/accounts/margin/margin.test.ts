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
