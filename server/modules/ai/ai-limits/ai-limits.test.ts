import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aiLimits, setAiLimits } from '#contract/ai/ai-limits.ts'
import { quoteAiText, startAiText } from '#contract/ai/ai-text.ts'
import { createTrainingText } from '#contract/ai/ai-training.ts'
import { calculateTrainingTokens } from '#contract/ai/ai-training-websites.ts'
import { openAiKey, saveOpenAiKey } from '#contract/ai/open-ai.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { FAKE_KEY } from '#server/testing/fake-vendors/fake-vendor.ts'
import { FAKE_MODEL, type FakeOpenAi, startFakeOpenAi } from '#server/testing/fake-vendors/openai.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let fake: FakeOpenAi
beforeAll(async () => {
  fake = await startFakeOpenAi()
  t = await testApp({ hostMap: `models.example=${new URL(fake.url).host}` })
})
afterAll(async () => {
  await t?.close()
  await fake?.close()
})

const NOTHING = {
  credits_per_1000_tokens: null,
  own_key_credits_per_1000_tokens: null,
  training_tokens: null,
}
const decide = async (id: number, own: Partial<Record<keyof typeof NOTHING, number | null>>) =>
  t.call(setAiLimits, { params: { id }, body: { ...NOTHING, ...own } }, await t.admin())
const counts = async (user: TestUser) => {
  const { data } = (await decide(user.accountId, {})).body
  return Object.values(data.effective).map(({ value, origin }) => `${value} ${origin}`)
}
const saveKey = (user: TestUser) =>
  t.call(
    saveOpenAiKey,
    { body: { base_url: 'http://models.example/v1', model: FAKE_MODEL, key: FAKE_KEY } },
    user,
  )
const shown = async (user: TestUser) => (await t.call(openAiKey, {}, user)).body.data

describe('AI prices and the training limit', () => {
  it('come from the account, else the strictest of its plan and of the accounts above, else the default', async () => {
    const admin = await t.admin()
    const reseller = await t.account({ plan: { trainingTokens: 500 } })
    const served = await t.account({ parent: reseller })
    expect(await counts(served)).toEqual(['1 standard', '0 standard', '500 parent'])
    await decide(admin.accountId, { credits_per_1000_tokens: 9, own_key_credits_per_1000_tokens: 4 })
    expect(await counts(served)).toEqual(['9 parent', '4 parent', '500 parent'])
    await decide(reseller.accountId, { credits_per_1000_tokens: 7, training_tokens: 600 })
    expect(await counts(served)).toEqual(['7 parent', '4 parent', '600 parent'])
    const planned = await t.account({
      parent: reseller,
      plan: { aiCreditsPer1000Tokens: 6, aiOwnKeyCreditsPer1000Tokens: 0 },
    })
    expect(await counts(planned)).toEqual(['7 parent', '4 parent', '600 parent'])
    const dear = await t.account({
      parent: reseller,
      plan: { aiCreditsPer1000Tokens: 8, trainingTokens: 601 },
    })
    expect(await counts(dear)).toEqual(['8 plan', '4 parent', '600 parent'])
    const small = await t.account({ parent: reseller, plan: { trainingTokens: 599 } })
    expect(await counts(small)).toEqual(['7 parent', '4 parent', '599 plan'])
    // The installation's own plans may undercut its defaults.
    const direct = await t.account({ plan: { aiCreditsPer1000Tokens: 2, trainingTokens: 3_000_000 } })
    expect(await counts(direct)).toEqual(['2 plan', '4 parent', '3000000 plan'])
    const { data } = (await decide(planned.accountId, { credits_per_1000_tokens: 0 })).body
    expect(data).toMatchObject({
      kind: 'customer',
      overrides: { ...NOTHING, credits_per_1000_tokens: 0 },
      effective: { credits_per_1000_tokens: { value: 0, origin: 'account' } },
      inherited: { credits_per_1000_tokens: { value: 7, origin: 'parent' } },
    })
    await decide(admin.accountId, {})
    expect(await counts(planned)).toEqual(['7 parent', '0 plan', '600 parent'])
  })

  it('are listed from the top down, found by owner, and by what is customized', async () => {
    const admin = await t.admin()
    const user = await t.account()
    const request = async (query: object) => (await t.call(aiLimits, { query }, admin)).body
    expect((await request({})).data[0]).toMatchObject({ id: admin.accountId, kind: 'installation' })
    const mine = { search: user.email }
    expect((await request(mine)).data.map(({ id }) => id)).toEqual([user.accountId])
    expect((await request({ ...mine, customized: 'yes' })).total).toBe(0)
    await decide(user.accountId, { training_tokens: 1 })
    expect((await request({ ...mine, customized: 'yes' })).total).toBe(1)
    expect((await request({ ...mine, customized: 'no' })).total).toBe(0)
  })

  it('reject impossible numbers and unknown accounts', async () => {
    const user = await t.account()
    expect((await decide(user.accountId, { training_tokens: -1 })).status).toBe(422)
    expect((await decide(user.accountId, { training_tokens: 50_000_001 })).status).toBe(422)
    expect((await decide(user.accountId, { training_tokens: 50_000_000 })).status).toBe(200)
    expect((await decide(user.accountId, { credits_per_1000_tokens: 1.5 })).status).toBe(422)
    expect((await decide(999_999, {})).status).toBe(404)
  })

  it('are recorded in the logs of both accounts', async () => {
    const admin = await t.admin()
    const user = await t.account()
    await decide(user.accountId, { training_tokens: 77 })
    const { rows } = await t.app.database.pool.query(
      `select account_id from audit_entry where action = 'ai_limits.changed' and subject = $1 order by 1`,
      [`account:${user.accountId}`],
    )
    expect(rows.map(({ account_id }) => Number(account_id))).toEqual([admin.accountId, user.accountId])
  })
})

describe('a customized price', () => {
  it('is used in quotes, and an older quote is no longer accepted', async () => {
    const user = await t.account({ aiRate: 2, credits: 1000 })
    await saveKey(await t.admin())
    const list = await seedList(t, user, { leads: [{ values: { name: 'Forge', city: 'York' } }] })
    const params = { type: 'local' as const, id: list.id }
    const input = { selection: { resultIds: list.leadIds }, prompts: [{ prompt_type: 'summary' as const }] }
    const quote = async () =>
      (await t.call(quoteAiText, { body: { type: 'local', list_id: list.id, ...input } }, user)).body.data
    const before = await quote()
    expect(before).toMatchObject({ level: 'platform', credits_per_1000_tokens: 2 })
    await decide(user.accountId, { credits_per_1000_tokens: 50 })
    const after = await quote()
    expect(after.credits_per_1000_tokens).toBe(50)
    expect(after.credits.max).toBeGreaterThan(before.credits.max)
    const start = (quote_id: number) => t.call(startAiText, { params, body: { ...input, quote_id } }, user)
    expect((await start(before.id)).error?.code).toBe('quote_expired')
    expect((await start(after.id)).status).toBe(201)
  })

  it('with their own key is 0 unless set', async () => {
    const user = await t.account({ aiRate: 2 })
    await saveKey(user)
    expect(await shown(user)).toMatchObject({ level: 'account', credits_per_1000_tokens: 0 })
    await decide(user.accountId, { own_key_credits_per_1000_tokens: 3 })
    expect(await shown(user)).toMatchObject({
      credits_per_1000_tokens: 3,
      own_key_credits_per_1000_tokens: 3,
    })
  })
})

describe('a customized training limit', () => {
  it('limits what the account may store', async () => {
    const user = await t.account({ modules: ['ai_suggest'] })
    const add = () =>
      t.call(createTrainingText, { body: { title: 'x', html: 'one two three four five six seven' } }, user)
    const meter = async () => (await t.call(calculateTrainingTokens, { body: {} }, user)).body.data
    expect((await meter()).allowance).toBe(2_000_000)
    await decide(user.accountId, { training_tokens: 10 })
    expect((await add()).status).toBe(201)
    expect((await add()).error?.details).toMatchObject({ left: 3 })
    // Existing training stays.
    await decide(user.accountId, { training_tokens: 0 })
    expect(await meter()).toMatchObject({ tokens: 7, allowance: 0 })
  })
})
