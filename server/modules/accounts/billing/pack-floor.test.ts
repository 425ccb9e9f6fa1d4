import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestCredits } from '#contract/accounts/billing.ts'
import { creditPacks, offeredPacks, saveCreditPacks } from '#contract/accounts/credits.ts'
import { sellablePacks } from '#server/modules/accounts/billing/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
let reseller: TestUser
let customer: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
  reseller = await t.account({ modules: ['leads', 'whitelabel'], plan: { name: 'Reseller' } })
  customer = await t.account({ parent: reseller })
  await costs(5000)
})
afterAll(() => t.close())

/** What the reseller pays for 1,000 credits. */
const costs = (minor: number) =>
  t.app.database.db
    .updateTable('plan_version')
    .set({ currency: 'USD', wholesale: JSON.stringify({ credits_1000_minor: minor }) as never })
    .where('id', 'in', (eb) =>
      eb.selectFrom('active_plan').select('plan_version_id').where('account_id', '=', reseller.accountId),
    )
    .execute()
const save = (price: number, currency = 'USD') =>
  t.call(saveCreditPacks, { body: { packs: [{ name: 'Small', credits: 100, price, currency }] } }, reseller)

it('a pack costs at least what its seller pays for the credits, in the same currency', async () => {
  expect((await save(500)).status).toBe(200)
  const low = await save(499)
  expect([low.status, low.error?.fields]).toEqual([
    422,
    { 'packs.0.price': 'The price must be at least USD 5.00: that is what its credits cost you' },
  ])
  expect((await save(500, 'EUR')).error?.fields).toEqual({
    'packs.0.price': 'You pay in USD, so the price must be in USD too',
  })
})

it('a credit pack is no longer sold when the price above rises, and its seller sees why', async () => {
  await save(500)
  const offered = async () => (await t.call(offeredPacks, {}, customer)).body.data
  const [pack] = await offered()
  const ask = () => t.call(requestCredits, { body: { pack_id: pack?.id as number } }, customer)
  expect((await ask()).status).toBe(201)
  await costs(5001)
  expect(await offered()).toEqual([])
  expect(await sellablePacks(t.app.ctx, reseller.accountId)).toEqual([])
  expect((await ask()).status).toBe(422)
  expect((await t.call(creditPacks, {}, reseller)).body.data).toMatchObject([
    { problem: 'The price must be at least USD 5.01: that is what its credits cost you' },
  ])
})
