import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  deleteOpenAiKey,
  openAiKey,
  openAiKeyMissing,
  saveOpenAiKey,
  testOpenAiKey,
} from '#contract/ai/open-ai.ts'
import { me } from '#contract/identity/me.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { FAKE_KEY } from '#server/testing/fake-vendors/fake-vendor.ts'
import { FAKE_MODEL, type FakeOpenAi, startFakeOpenAi } from '#server/testing/fake-vendors/openai.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let fake: FakeOpenAi
const BASE = 'http://models.example/v1'
beforeAll(async () => {
  fake = await startFakeOpenAi()
  // An account's own address counts as public, as far as the program can tell.
  t = await testApp({ hostMap: `models.example=${new URL(fake.url).host}` })
})
afterAll(async () => {
  await t?.close()
  await fake?.close()
})

const body = (more: object = {}) => ({ base_url: BASE, model: FAKE_MODEL, key: FAKE_KEY, ...more })
const save = (user: TestUser, more: object = {}) => t.call(saveOpenAiKey, { body: body(more) }, user)
const shown = async (user: TestUser) => (await t.call(openAiKey, {}, user)).body.data

describe('the model of an account', () => {
  it('is missing unless the parent supports it or the account has a key', async () => {
    const poor = await t.account()
    expect(await shown(poor)).toMatchObject({
      own: null,
      key_missing: true,
      provider: 'template',
      level: 'none',
    })
    const rich = await t.account({ aiRate: 4 })
    expect((await shown(rich)).key_missing).toBe(false)
    await save(poor)
    expect((await shown(poor)).key_missing).toBe(false)
    const user = (await t.call(me, {}, poor)).body.data
    expect(openAiKeyMissing(user)).toBe(false)
    expect(user.open_ai_api_key).toBe(`••••${FAKE_KEY.slice(-4)}`)
  })

  it('is tested before it is stored, sealed, masked and deleted', async () => {
    const user = await t.account()
    expect((await save(user, { key: 'wrong' })).error?.fields?.key).toContain('rejected')
    expect((await save(user, { model: 'other' })).error?.fields?.model).toBeDefined()
    expect((await shown(user)).own).toBeNull()
    expect((await save(user)).body).toMatchObject({
      message: 'Key tested and saved',
      data: {
        own: { hint: FAKE_KEY.slice(-4) },
        level: 'account',
        provider: 'openai',
        credits_per_1000_tokens: 0,
      },
    })
    const { rows } = await t.app.database.pool.query('select * from model_key where account_id = $1', [
      user.accountId,
    ])
    expect(JSON.stringify(rows)).not.toContain(FAKE_KEY)
    // Without a new key the stored one stays, but only for the same address.
    expect((await save(user, { key: undefined })).status).toBe(200)
    expect((await save(user, { key: undefined, base_url: `${BASE}/other` })).status).toBe(422)
    expect((await t.call(testOpenAiKey, {}, user)).body.message).toBe('The key works')
    expect((await t.call(deleteOpenAiKey, {}, user)).status).toBe(200)
    expect((await t.call(deleteOpenAiKey, {}, user)).status).toBe(404)
    expect(await shown(user)).toMatchObject({ own: null, provider: 'template' })
  })

  it.each([
    'http://127.0.0.1:1/v1',
    'https://127.0.0.1/v1',
    'https://169.254.169.254/v1',
    'https://[::1]/v1',
    'https://localhost/v1',
    'http://public.example/v1',
    'file:///etc/passwd',
    'https://user:pass@models.example/v1',
    'https://10.0.0.8/v1?x=1',
  ])('is not called at %s', async (base_url) => {
    const user = await t.account()
    const before = fake.requests.length
    const answer = await save(user, { base_url, save_untested: true })
    expect([answer.status, Object.keys(answer.error?.fields ?? {})]).toEqual([422, ['base_url']])
    expect(fake.requests.length).toBe(before)
  })

  it('comes from the nearest account above when the plan allows it, for credits', async () => {
    const reseller = await t.account({ aiRate: 3 })
    await save(reseller)
    const served = await t.account({ parent: reseller, aiRate: 5 })
    const other = await t.account({ parent: reseller })
    expect(await shown(served)).toMatchObject({
      level: 'reseller',
      provider: 'openai',
      credits_per_1000_tokens: 5,
    })
    expect(await shown(other)).toMatchObject({
      level: 'none',
      provider: 'template',
      credits_per_1000_tokens: 0,
    })
    await save(served)
    expect(await shown(served)).toMatchObject({ level: 'account', credits_per_1000_tokens: 0 })
  })
})
