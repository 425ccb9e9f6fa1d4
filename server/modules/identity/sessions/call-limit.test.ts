import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_CALLS_PER_MINUTE } from '#contract/core/constants.ts'
import { me } from '#contract/identity/me.ts'
import { apiKeys, createApiKey } from '#contract/identity/sessions.ts'
import { findCallLimit } from '#server/modules/accounts/plans/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())
beforeEach(async () => {
  user = await t.account()
})

async function keyWith(calls_per_minute: number | null = null, as = user) {
  const body = { name: 'Calls', scopes: ['read' as const], calls_per_minute, password: as.password }
  const { data } = (await t.call(createApiKey, { body }, as)).body
  return { ...data, token: data.key }
}
const limitPackage = (calls: number | null, { accountId }: TestUser) =>
  t.app.database.pool.query(
    `update plan_version set calls_per_minute = $1 where id =
      (select plan_version_id from active_plan where account_id = $2)`,
    [calls, accountId],
  )
const left = (headers: Record<string, string>) =>
  ['limit', 'remaining', 'reset'].map((name) => headers[`ratelimit-${name}`])

describe('the calls of an API key', () => {
  it('say in headers how many a minute are left', async () => {
    const key = await keyWith(3)
    const answers = [await t.call(me, {}, key), await t.call(me, {}, key)]
    expect(answers.map(({ headers }) => left(headers).slice(0, 2))).toEqual([
      ['3', '2'],
      ['3', '1'],
    ])
    const reset = Number(answers[1]?.headers['ratelimit-reset'])
    expect(reset).toBeGreaterThan(0)
    expect(reset).toBeLessThanOrEqual(60)
  })

  it('are refused beyond its limit, until the minute is over', async () => {
    const key = await keyWith(2)
    const other = await keyWith(2)
    for (const _ of [1, 2]) expect((await t.call(me, {}, key)).status).toBe(200)
    const { status, error, headers } = await t.call(me, {}, key)
    expect([status, error.code, headers['ratelimit-remaining']]).toEqual([429, 'rate_limited', '0'])
    expect(error.message).toMatch(/^This API key may make 2 calls a minute. Wait \d+ seconds?$/)
    expect(headers['retry-after']).toBe(headers['ratelimit-reset'])
    // Each key has its own, and a person none.
    expect((await t.call(me, {}, other)).status).toBe(200)
    expect(left((await t.call(me, {}, user)).headers)).toEqual([undefined, undefined, undefined])
    await t.app.database.pool.query('update rate_limit set expire = 0')
    expect((await t.call(me, {}, key)).status).toBe(200)
  })

  it('are limited by the package, and by less where the key has less', async () => {
    const before = await keyWith()
    expect((await t.call(me, {}, before)).headers['ratelimit-limit']).toBe(String(DEFAULT_CALLS_PER_MINUTE))
    const limited = await t.account()
    await limitPackage(5, limited)
    expect(await findCallLimit(t.app.database.db, limited.accountId)).toBe(5)
    const keys = [await keyWith(null, limited), await keyWith(3, limited), await keyWith(9, limited)]
    const limits = await Promise.all(keys.map((key) => t.call(me, {}, key)))
    expect(limits.map(({ headers }) => headers['ratelimit-limit'])).toEqual(['5', '3', '5'])
    const listed = (await t.call(apiKeys, {}, limited)).body.data
    expect(listed.map((key) => key.calls_per_minute)).toEqual([9, 3, null])
  })

  it('are counted for refused calls too, but not for unknown keys', async () => {
    const key = await keyWith(1)
    const refused = await t.call(createApiKey, { body: { name: 'A', scopes: ['read'] } }, key)
    expect([refused.status, refused.headers['ratelimit-remaining']]).toEqual([403, '0'])
    const unknown = await t.call(me, {}, { token: `key_${'a'.repeat(43)}` })
    expect([unknown.status, unknown.headers['ratelimit-limit']]).toEqual([401, undefined])
  })
})
