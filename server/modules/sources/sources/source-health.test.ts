import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leadSources, saveSourceKey } from '#contract/sources/lead-sources.ts'
import {
  changeSearcher,
  orderSearchers,
  parkSearcher,
  searchers,
  unparkSearcher,
} from '#contract/sources/searchers.ts'
import { fixedClock } from '#server/platform/clock.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createKeyedSource, GOOD_KEY } from '#server/testing/keyed-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-context.ts'
import { createSourceContext, findUnitPrice } from './source-context.ts'
import { getSource, listSourcesInOrder } from './source-registry.ts'

const vendor = createKeyedSource()
const params = { id: 'keyed' }
const clock = fixedClock(new Date('2031-03-04T13:05:00Z'))
const signal = new AbortController().signal
const MINUTE = 60_000
let t: TestApp
let admin: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'], sources: [vendor.source] })
  admin = await t.admin()
})
afterAll(() => t.close())
beforeEach(async () => {
  vendor.fault = null
  await t.call(unparkSearcher, { params }, admin)
})

/** A separate process on the same database, with a clock that is moved by hand. */
const anotherProcess = () => testContext({ db: t.app.database.db, clock, sources: [vendor.source] })

async function connected(limit: number | null = null): Promise<TestUser> {
  const user = await t.account()
  const body = { values: { key: GOOD_KEY }, daily_limit: limit }
  expect((await t.call(saveSourceKey, { params, body }, user)).status).toBe(200)
  return user
}

async function request(user: TestUser, ctx = anotherProcess()) {
  const source = getSource(ctx, 'keyed')
  const context = await createSourceContext(ctx, user.accountId, source, { signal })
  return source.quote({ type: 'people', search: {} }, { ...context, keys: 0 })
}
const fail = async (user: TestUser, times: number, ctx = anotherProcess()) => {
  for (let n = 0; n < times; n += 1)
    await expect(request(user, ctx)).rejects.toMatchObject({ name: 'ProviderError' })
}
const shown = async () =>
  (await t.call(searchers, { query: { days: 90 } }, admin)).body.data.find(({ id }) => id === 'keyed')

describe('a source that fails five times in a row', () => {
  it('is paused for everyone, in all processes: five minutes, doubling each time', async () => {
    const [user, other] = [await connected(), await connected()]
    vendor.fault = { code: 'unavailable' }
    const [one, two] = [anotherProcess(), anotherProcess()]
    await fail(user, 2, one)
    await fail(user, 2, two)
    vendor.fault = null
    await request(user, two)
    vendor.fault = { code: 'bad_response' }
    await fail(user, 4, one)
    expect((await shown())?.failures).toBe(4)
    await fail(user, 1, two)
    const asked = vendor.keys.length
    await expect(request(other, one)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 300,
      message: 'Fox Data is paused until 13:10 because it failed 5 times in a row',
    })
    expect(vendor.keys).toHaveLength(asked)
    clock.advance(5 * MINUTE)
    await fail(user, 1)
    await expect(request(user)).rejects.toMatchObject({ retryAfterSeconds: 600 })
    clock.advance(10 * MINUTE)
    vendor.fault = null
    await request(user)
    vendor.fault = { code: 'unavailable' }
    await fail(user, 5)
    await expect(request(user)).rejects.toMatchObject({ retryAfterSeconds: 300 })
    expect((await shown())?.errors[0]).toMatchObject({ code: 'unavailable' })
    clock.advance(5 * MINUTE)
  })

  it('is paused for up to a day', async () => {
    const user = await connected()
    vendor.fault = { code: 'unavailable' }
    await fail(user, 5)
    for (let n = 0; n < 10; n += 1) {
      clock.advance(24 * 60 * MINUTE)
      await fail(user, 1)
    }
    await expect(request(user)).rejects.toMatchObject({ retryAfterSeconds: 24 * 60 * 60 })
    clock.advance(24 * 60 * MINUTE)
  })
})

describe('a fault of one key', () => {
  it("pauses only that key: when refused until replaced, when used up until the vendor's date", async () => {
    const [user, other] = [await connected(), await connected()]
    vendor.fault = { code: 'unauthorized' }
    await fail(user, 1)
    vendor.fault = null
    await expect(request(user)).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(request(other)).resolves.toMatchObject({ matched: 3 })
    expect((await shown())?.parked_keys).toBe(1)
    await t.call(saveSourceKey, { params, body: { values: { key: GOOD_KEY } } }, user)
    await expect(request(user)).resolves.toMatchObject({ matched: 3 })
    vendor.fault = { code: 'quota_exhausted', retryAfterSeconds: 7200 }
    await fail(user, 1)
    vendor.fault = null
    await expect(request(user)).rejects.toMatchObject({ code: 'quota_exhausted', retryAfterSeconds: 7200 })
    await expect(request(other)).resolves.toMatchObject({ matched: 3 })
    clock.advance(120 * MINUTE)
    await expect(request(user)).resolves.toMatchObject({ matched: 3 })
  })

  it('is not a request that was aborted', async () => {
    const user = await connected()
    const ctx = anotherProcess()
    const source = getSource(ctx, 'keyed')
    const context = await createSourceContext(ctx, user.accountId, source, { signal: AbortSignal.abort() })
    vendor.fault = { code: 'unavailable' }
    for (let n = 0; n < 6; n += 1)
      await expect(source.quote({ type: 'people', search: {} }, { ...context, keys: 0 })).rejects.toThrow()
    expect((await shown())?.failures).toBe(0)
  })
})

describe('the daily limit of a key', () => {
  it('is shared by all processes, and resets at midnight', async () => {
    const user = await connected(3)
    const processes = [anotherProcess(), anotherProcess()]
    const answers = await Promise.allSettled(
      [...processes, ...processes, ...processes].map((item) => request(user, item)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    await expect(request(user)).rejects.toMatchObject({
      code: 'quota_exhausted',
      message: expect.stringContaining('reached its limit of 3 requests today'),
    })
    expect(await shown()).toMatchObject({ failures: 0, parked_keys: 0 })
    clock.advance(24 * 60 * MINUTE)
    await expect(request(user)).resolves.toMatchObject({ matched: 3 })
  })

  it.each([
    ['of the key', 2, 4],
    ['of administrators', 4, 2],
  ])('is the one %s where that is lower', async (_owner, own, platform) => {
    const user = await connected(own)
    const set = (daily_limit: number | null) =>
      t.call(changeSearcher, { params, body: { is_on: true, prices: {}, daily_limit } }, admin)
    await set(platform)
    const answers = []
    for (let n = 0; n < 4; n += 1) answers.push(await request(user).catch(({ message }) => message))
    await set(null)
    const used = expect.stringContaining('reached its limit of 2 requests today')
    expect(answers).toMatchObject([{ matched: 3 }, { matched: 3 }, used, used])
  })
})

describe('settings of administrators', () => {
  it('decide whether, in which order and at which price sources are used', async () => {
    const user = await t.account()
    const { ctx } = t.app
    const setting = { is_on: true, prices: { people_contact: 7 }, daily_limit: 1000 }
    const { body } = await t.call(changeSearcher, { params, body: setting }, admin)
    expect(body.data.charge_kinds[0]).toEqual({ charge_kind: 'people_contact', standard: 3, credits: 7 })
    expect(await findUnitPrice(ctx, user.accountId, vendor.source.declaration, 'people_contact')).toBe(7)
    await t.call(orderSearchers, { body: { ids: ['sample', 'keyed', 'nobody'] } }, admin)
    const order = (await listSourcesInOrder(ctx)).map(({ declaration }) => declaration.id)
    expect(order.slice(0, 2)).toEqual(['sample', 'keyed'])
    expect((await t.call(searchers, {}, admin)).body.data.map(({ id }) => id).slice(0, 2)).toEqual([
      'sample',
      'keyed',
    ])
    await t.call(changeSearcher, { params, body: { ...setting, is_on: false } }, admin)
    const used = (await listSourcesInOrder(ctx)).map(({ declaration }) => declaration.id)
    expect([used.includes('keyed'), used.includes('corpus')]).toEqual([false, true])
    await expect(createSourceContext(ctx, user.accountId, vendor.source, { signal })).rejects.toMatchObject({
      message: 'Fox Data is turned off. An administrator can turn it on',
    })
    const entry = (await t.call(leadSources, {}, user)).body.data.find(({ id }) => id === 'keyed')
    expect([entry?.state, entry?.reason]).toEqual(['off', 'An administrator turned Fox Data off'])
    await t.call(changeSearcher, { params, body: { is_on: true, prices: {}, daily_limit: null } }, admin)
    for (const body of [
      { ...setting, daily_limit: 0 },
      { ...setting, prices: { nonsense: 1 } },
    ])
      expect((await t.call(changeSearcher, { params, body: body as never }, admin)).status).toBe(422)
  })

  it('pause a source, which no success ends', async () => {
    const user = await connected()
    const { body } = await t.call(parkSearcher, { params, body: { minutes: null } }, admin)
    expect(body.data).toMatchObject({ is_parked: true, parked_until: null, park_reason: 'admin' })
    await expect(request(user)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: null,
      message: 'An administrator paused Fox Data',
    })
    expect((await t.call(unparkSearcher, { params }, admin)).body.data.is_parked).toBe(false)
    await expect(request(user)).resolves.toMatchObject({ matched: 3 })
  })

  it('are shown with requests, hits and failures', async () => {
    const before = (await t.call(searchers, {}, admin)).body
    const user = await connected()
    const source = getSource(anotherProcess(), 'keyed')
    const context = await createSourceContext(t.app.ctx, user.accountId, source, { signal })
    const quote = () =>
      getSource(t.app.ctx, 'keyed').quote({ type: 'people', search: {} }, { ...context, keys: 0 })
    await quote()
    vendor.fault = { code: 'unavailable' }
    await expect(quote()).rejects.toThrow()
    const after = (await t.call(searchers, {}, admin)).body
    const of = ({ data }: typeof after) => data.find(({ id }) => id === 'keyed')
    expect([of(after)?.requests, of(after)?.failed, of(after)?.hits]).toEqual([
      (of(before)?.requests ?? 0) + 2,
      (of(before)?.failed ?? 0) + 1,
      (of(before)?.hits ?? 0) + 1,
    ])
    expect(after.by_day.some(({ source: id, requests }) => id === 'keyed' && requests >= 2)).toBe(true)
  })
})
