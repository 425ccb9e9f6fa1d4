import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPackage, publishPackage, showPackage } from '#contract/accounts/plans.ts'
import { userLimits } from '#contract/accounts/wallet.ts'
import { openAiKey, saveOpenAiKey } from '#contract/ai/open-ai.ts'
import { createList } from '#contract/leads/lists.ts'
import { createQuote } from '#contract/prospecting/searches.ts'
import { leadSources } from '#contract/sources/lead-sources.ts'
import { findAccount, subscribeToPlan } from '#server/modules/accounts/accounts/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { FAKE_KEY } from '#server/testing/fake-vendors/fake-vendor.ts'
import { FAKE_MODEL, type FakeOpenAi, startFakeOpenAi } from '#server/testing/fake-vendors/openai.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { packagesBeyondSellers } from './index.ts'

let t: TestApp
let fake: FakeOpenAi
let admin: TestUser
beforeAll(async () => {
  fake = await startFakeOpenAi()
  t = await testApp({ hostMap: `models.example=${new URL(fake.url).host}` })
  admin = await t.admin()
  await saveModel(admin)
  await t.places('forges', [{ name: 'Forge', lat: 10, lon: 10 }])
})
afterAll(async () => {
  await t?.close()
  await fake?.close()
})

const saveModel = (user: TestUser) =>
  t.call(
    saveOpenAiKey,
    { body: { base_url: 'http://models.example/v1', model: FAKE_MODEL, key: FAKE_KEY } },
    user,
  )
const create = (by: TestUser, terms: object, publish = true) =>
  t.call(createPackage, { body: { name: 'Package', modules: ['leads'], publish, ...terms } as never }, by)
const put = (user: TestUser, versionId: number) => subscribeToPlan(t.app.ctx, user.accountId, versionId)
/** A package's version as it is stored, also what may not be published today. */
async function stored(by: TestUser, terms: object) {
  const answer = await create(by, {})
  const { id } = answer.body.data
  const version = (await t.call(showPackage, { params: { id } }, by)).body.data.versions[0]!
  const set = Object.entries(terms).map(
    ([column, value]) =>
      sql`${sql.ref(column)} = ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  await sql`update plan_version set ${sql.join(set)} where id = ${version.id}`.execute(t.app.database.db)
  return version.id
}
/** A reseller on a plan of the installation with these terms, and what its packages may be. */
async function reseller(terms: object = {}) {
  const modules = ['leads', 'ai_suggest', 'whitelabel'] as const
  const answer = await create(admin, { modules, ...terms })
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  const { id } = answer.body.data
  const version = (await t.call(showPackage, { params: { id } }, admin)).body.data.versions[0]!
  const account = await t.account({ modules: [...modules] })
  await put(account, version.id)
  return account
}
async function customerOf(seller: TestUser, terms: object) {
  const customer = await t.account({ parent: seller, modules: ['leads'] })
  await put(customer, await stored(seller, terms))
  return customer
}
const LIMITS = {
  credit_prices: { local_contact: 3, people_contact: 5 },
  ai_credits_per_1000_tokens: 4,
  ai_own_key_credits_per_1000_tokens: 2,
  training_tokens: 1000,
  own_key_free: false,
  support_open_ai_api_key: false,
}
const AS_MUCH = { ...LIMITS, credit_prices: { local_contact: 3, people_contact: 5 } }

describe('publishing', () => {
  it.each([
    [
      'credit_prices',
      { credit_prices: { local_contact: 2 } },
      'Local business found must cost at least 3 credits',
    ],
    [
      'credit_prices',
      { credit_prices: { domain_email: 0 } },
      'Email found on a website must cost at least 1 credit',
    ],
    ['ai_credits_per_1000_tokens', { ai_credits_per_1000_tokens: 3 }, 'must cost at least 4 credits'],
    [
      'ai_own_key_credits_per_1000_tokens',
      { ai_own_key_credits_per_1000_tokens: 1 },
      'must cost at least 2 credits',
    ],
    ['training_tokens', { training_tokens: 1001 }, 'at most 1,000 tokens: your own account has that many'],
    ['own_key_free', { own_key_free: true }, 'your own account pays for them'],
    ['support_open_ai_api_key', { support_open_ai_api_key: true }, 'can’t use the platform’s AI model'],
  ])('refuses %s beyond the seller’s own', async (field, more, message) => {
    const seller = await reseller(LIMITS)
    expect((await create(seller, AS_MUCH)).status).toBe(201)
    const refused = await create(seller, { ...AS_MUCH, ...more })
    expect([refused.status, refused.error?.fields?.[field]]).toEqual([422, expect.stringContaining(message)])
    const draft = await create(seller, { ...AS_MUCH, ...more }, false)
    const published = await t.call(publishPackage, { params: { id: draft.body.data.id } }, seller)
    expect(published.error?.fields?.[field]).toContain(message)
  })

  it('takes prices above the seller’s own: that is the margin', async () => {
    const seller = await reseller(LIMITS)
    expect((await create(seller, { ...AS_MUCH, credit_prices: { local_contact: 9 } })).status).toBe(201)
  })

  it('offers what the seller has by default', async () => {
    const seller = await reseller(LIMITS)
    const { id } = (await create(seller, {})).body.data
    const [version] = (await t.call(showPackage, { params: { id } }, seller)).body.data.versions
    expect(version).toMatchObject({ support_open_ai_api_key: false, own_key_free: false })
  })

  it('lets the installation set any price, and bounds its training', async () => {
    expect((await create(admin, { credit_prices: { local_contact: 0 } })).status).toBe(201)
    expect((await create(admin, { training_tokens: 50_000_000 })).status).toBe(201)
    expect((await create(admin, { training_tokens: 50_000_001 })).status).toBe(422)
  })

  it('lets a seller without the platform’s model pass on a model of its own', async () => {
    const seller = await reseller({ support_open_ai_api_key: false })
    const body = { support_open_ai_api_key: true }
    expect((await create(seller, body)).status).toBe(422)
    await saveModel(seller)
    expect((await create(seller, body)).status).toBe(201)
    const customer = await customerOf(seller, body)
    expect((await t.call(openAiKey, {}, customer)).body.data).toMatchObject({ level: 'reseller' })
  })
})

describe('charging', () => {
  const FREE = {
    credit_prices: { local_contact: 0, people_contact: 6 },
    ai_credits_per_1000_tokens: 0,
    training_tokens: 1_000_000_000,
    support_open_ai_api_key: true,
  }
  const prices = async (user: TestUser) => (await t.call(userLimits, {}, user)).body.data.prices
  const search = {
    type: 'local' as const,
    search: { category: 'brewery', near: { lat: 10, lon: 10 }, radius_km: 1 },
  }
  const quoted = async (user: TestUser) => (await t.call(createQuote, { body: search }, user)).body.data

  it('never costs less than the sellers pay, in quotes and where prices are shown', async () => {
    const customer = await customerOf(await reseller(LIMITS), FREE)
    expect(await prices(customer)).toMatchObject({ local_contact: 3, people_contact: 6, domain_email: 1 })
    expect(await quoted(customer)).toMatchObject({ unit_cost: 3, credits: { max: 3 } })
    expect(await prices(await customerOf(await reseller(), FREE))).toMatchObject({ local_contact: 1 })
  })

  it('keeps a price that was promised before a seller’s own rose', async () => {
    const seller = await reseller()
    const customer = await customerOf(seller, { own_key_free: true })
    const before = await quoted(customer)
    expect(before.unit_cost).toBe(1)
    const { id } = (await create(admin, { modules: ['leads', 'whitelabel'], ...LIMITS })).body.data
    const [dearer] = (await t.call(showPackage, { params: { id } }, admin)).body.data.versions
    await put(seller, dearer!.id)
    expect((await quoted(customer)).unit_cost).toBe(3)
    const body = { name: 'Promised', ...search, quote_id: before.id }
    const started = await t.call(createList, { body }, customer)
    expect(started.status, JSON.stringify(started.error)).toBe(201)
    expect(await t.finished(started.body.data.run.id, customer)).toMatchObject({ cost: 1 })
  })

  it('follows the installation’s own plan for its own customers', async () => {
    const customer = await t.account()
    await put(customer, await stored(admin, FREE))
    expect(await prices(customer)).toMatchObject({ local_contact: 0, people_contact: 6 })
  })

  it('counts every seller along the tree', async () => {
    const first = await reseller(LIMITS)
    const second = await t.account({ parent: first, modules: ['leads', 'whitelabel'] })
    await put(second, await stored(first, { ...FREE, modules: '{leads,whitelabel}' as never }))
    expect(await prices(await customerOf(second, FREE))).toMatchObject({ local_contact: 3 })
  })

  it('keeps leads with the customer’s own key free only where each seller’s are', async () => {
    const shown = async (user: TestUser) =>
      (await t.call(leadSources, {}, user)).body.data.find(({ id }) => id === 'hunter')?.free_with_own_key
    expect(await shown(await customerOf(await reseller(), { own_key_free: true }))).toBe(true)
    expect(await shown(await customerOf(await reseller(LIMITS), { own_key_free: true }))).toBe(false)
  })

  it('uses the platform’s model only where each account along the tree may', async () => {
    const model = async (user: TestUser) => (await t.call(openAiKey, {}, user)).body.data
    const paid = await reseller({ ...LIMITS, support_open_ai_api_key: true })
    expect(await model(await customerOf(paid, FREE))).toMatchObject({
      level: 'platform',
      credits_per_1000_tokens: 4,
    })
    const without = await customerOf(await reseller(LIMITS), FREE)
    expect(await model(without)).toMatchObject({ level: 'none', key_missing: true })
  })
})

it('packages that give more than their sellers have are found, on sale or with customers', async () => {
  const { db } = t.app.database
  const seller = await reseller(LIMITS)
  const { name } = (await findAccount(t.app.ctx, seller.accountId))!
  const found = async () => (await packagesBeyondSellers(db)).filter((item) => item.seller === name)
  const archive = () =>
    sql`update plan set archived_at = now() where owner_account_id = ${seller.accountId}`.execute(db)
  await create(seller, AS_MUCH)
  expect(await found()).toEqual([])
  const version = await stored(seller, { credit_prices: { local_contact: 2 } })
  const problem = expect.stringContaining('Local business found must cost at least 3 credits')
  expect(await found()).toMatchObject([{ name: 'Package', version: 1, problem }])
  await archive()
  expect(await found()).toEqual([])
  await put(await t.account({ parent: seller }), version)
  expect(await found()).toMatchObject([{ name: 'Package', version: 1, problem }])
})
