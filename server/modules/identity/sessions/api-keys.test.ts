import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput } from '#contract/core/endpoint.ts'
import { login, logout } from '#contract/identity/auth.ts'
import { changePassword, mailChange, me, updateMe } from '#contract/identity/me.ts'
import {
  apiKeys,
  createApiKey,
  revokeApiKey,
  revokeOtherSessions,
  revokeSession,
  sessions,
} from '#contract/identity/sessions.ts'
import { lists } from '#contract/leads/lists.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import { actAs } from '#server/testing/acting.ts'
import { openEvents } from '#server/testing/event-stream.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { brand } from '#server/testing/registrations.ts'
import { getActor } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { removeOldCredentials, revokeAllSessions } from './sessions.ts'

let t: TestApp
let origin: string
let user: TestUser
let other: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  origin = await t.listen()
  other = await t.account()
})
beforeEach(async () => {
  user = await t.account()
})
afterAll(() => t.close())

type Body = CallInput<typeof createApiKey>['body']
const make = (as: TestUser, body: Partial<Body> = {}, headers: Record<string, string> = {}) =>
  t.call(
    createApiKey,
    { body: { name: 'Nightly export', scopes: ['read'], password: as.password, ...body } },
    as,
    { headers },
  )
/** A key of this user; `token` is what a caller shows. */
async function keyOf(as: TestUser, body: Partial<Body> = {}) {
  const { data } = (await make(as, body)).body
  return { ...data, token: data.key }
}
const list = async (as: { token: string }) => (await t.call(apiKeys, {}, as)).body.data
const statusOf = async (token: string, host = 'localhost') =>
  (await t.call(me, {}, { token }, { headers: { host } })).status
const revoke = (as: { token: string }, id: number) => t.call(revokeApiKey, { params: { id } }, as)
const change = (id: number, values: object) =>
  t.app.database.db.updateTable('api_key').set(values).where('id', '=', id).execute()

describe('making a key', () => {
  it('shows it once and stores only its hash', async () => {
    const { status, body } = await make(user, {
      scopes: ['export', 'read', 'export'],
      expires_in_days: 30,
      daily_credits: 40,
    })
    expect([status, body.data]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'Nightly export',
        hint: body.data.key.slice(0, 10),
        app_host: null,
        scopes: ['read', 'export'],
        daily_credits: 40,
        calls_per_minute: null,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        last_used_at: null,
        expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
        key: expect.stringMatching(/^key_[\w-]{43}$/),
      },
    ])
    const days = (Date.parse(body.data.expires_at as string) - Date.parse(body.data.created_at)) / 86_400_000
    expect(Math.round(days * 24)).toBe(30 * 24)
    const { key, ...shown } = body.data
    expect(await list(user)).toEqual([shown])
    const { rows } = await sql<{
      text: string
    }>`select x::text as text from api_key x where id = ${body.data.id}`.execute(t.app.database.db)
    expect(rows[0]?.text).toContain(hashToken(key))
    expect(rows[0]?.text).not.toContain(key.slice(10))
  })

  it('gives an unlimited lifetime by default', async () => {
    expect(await keyOf(user)).toMatchObject({ expires_at: null })
  })

  it.each([
    ['without the password', { password: undefined as never }, { password: 'Field is required' }],
    ['with a wrong password', { password: 'not the password' }, { password: 'The password is wrong' }],
    ['without a name', { name: ' ' }, { name: 'Field is required' }],
    ['without scopes', { scopes: [] }, { scopes: expect.any(String) }],
    ['with an unknown scope', { scopes: ['everything'] as never }, { 'scopes.0': expect.any(String) }],
    ['for no day', { expires_in_days: 0 }, { expires_in_days: expect.any(String) }],
    ['for ever and a day', { expires_in_days: 3651 }, { expires_in_days: expect.any(String) }],
  ])('is refused %s', async (_what, body, fields) => {
    const { status, error } = await make(user, body)
    expect([status, error.code, error.fields]).toEqual([422, 'validation_failed', fields])
    expect(await list(user)).toEqual([])
  })

  it('cannot be used to guess the password', async () => {
    for (let tries = 0; tries < 10; tries += 1) await make(user, { password: 'not the password' })
    const { status, error } = await make(user)
    expect([status, error.code]).toEqual([429, 'rate_limited'])
  })

  it('needs a recent sign-in from someone who has no password, as a change of address does', async () => {
    const { db } = t.app.database
    await db.updateTable('app_user').set({ password_hash: null }).where('id', '=', user.id).execute()
    const since = (minutes: number) =>
      db
        .updateTable('session')
        .set({ created_at: sql`now() - make_interval(mins => ${minutes})` })
        .where('user_id', '=', user.id)
        .execute()
    const answers = async () => [
      (await make(user, { password: undefined as never })).status,
      (await t.call(mailChange, { body: { email: `new-${user.id}@people.example` } }, user)).status,
    ]
    await since(16)
    expect(await answers()).toEqual([409, 409])
    await since(14)
    expect(await answers()).toEqual([201, 200])
  })

  it("with the administrators' scope is for administrators", async () => {
    const { status, error } = await make(user, { scopes: ['read', 'admin'] })
    expect([status, error.message]).toEqual([403, 'The scope "admin" is for administrators only'])
    const admin = await t.admin()
    const key = await keyOf(admin, { scopes: ['admin'] })
    expect(key.scopes).toEqual(['admin'])
    await revoke(admin, key.id)
  })

  it('stops at fifty valid keys, also for concurrent calls', async () => {
    const { db } = t.app.database
    const row = (number: number, ended = false) => ({
      user_id: user.id,
      site_id: null,
      name: `Key ${number}`,
      hint: 'key_x',
      key_hash: `${user.id}-${number}-${ended}`,
      scopes: ['read' as const],
      expires_at: ended ? new Date(0) : null,
    })
    await db
      .insertInto('api_key')
      .values(Array.from({ length: 48 }, (_v, index) => row(index)))
      .execute()
    await db
      .insertInto('api_key')
      .values(Array.from({ length: 9 }, (_v, index) => row(index, true)))
      .execute()
    const made = await Promise.all(Array.from({ length: 6 }, () => make(user)))
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409])
    expect(made.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'conflict',
      message: 'You have 50 API keys and connected apps. Revoke one you no longer need',
    })
    expect(await list(user)).toHaveLength(50)
    await revoke(user, (await list(user))[0]?.id as number)
    expect((await make(user)).status).toBe(201)
  })
})

describe('a key', () => {
  it('acts as its owner, and shows when it was last used, to the minute', async () => {
    const key = await keyOf(user)
    const used = async () => Date.parse((await list(user))[0]?.last_used_at as string)
    expect((await t.call(me, {}, key)).body.data.id).toBe(user.id)
    const first = await used()
    expect(Date.now() - first).toBeLessThan(60_000)
    await change(key.id, { last_used_at: sql`now() - interval '30 seconds'` })
    const before = await used()
    await statusOf(key.token)
    expect(await used()).toBe(before)
    await change(key.id, { last_used_at: sql`now() - interval '2 minutes'` })
    await statusOf(key.token)
    expect(await used()).toBeGreaterThan(before)
  })

  it('opens live streams, which end with it', async () => {
    const key = await keyOf(user)
    const [stream, mine] = [await openEvents(origin, key.token), await openEvents(origin, user.token)]
    await Promise.all([stream, mine].map((stream) => stream.waitFor((event) => event.type === 'hello')))
    const { status, body } = await revoke(user, key.id)
    expect([status, body]).toEqual([200, { success: true, message: 'The API key no longer works' }])
    await stream.ended
    expect([await statusOf(key.token), await statusOf(user.token)]).toEqual([401, 200])
    expect(await list(user)).toEqual([])
    mine.leave()
  })

  it.each([
    ['revoked', { revoked_at: sql`now()` }],
    ['expired', { expires_at: sql`now()` }],
  ])('that is %s is rejected', async (_what, values) => {
    const key = await keyOf(user)
    await change(key.id, values)
    expect(await statusOf(key.token)).toBe(401)
    expect((await revoke(user, key.id)).status).toBe(404)
  })

  it('is rejected while its owner is suspended, and its streams end', async () => {
    const key = await keyOf(user)
    const stream = await openEvents(origin, key.token)
    await stream.waitFor((event) => event.type === 'hello')
    const { db } = t.app.database
    const state = (to: 'active' | 'suspended' | 'removed') =>
      db.updateTable('app_user').set({ state: to }).where('id', '=', user.id).execute()
    await state('suspended')
    await revokeAllSessions(t.app.ctx, user.id)
    await stream.ended
    expect(await statusOf(key.token)).toBe(401)
    await state('removed')
    expect(await statusOf(key.token)).toBe(401)
    await state('active')
    expect(await statusOf(key.token)).toBe(200)
  })

  it('works only on the site where it was created', async () => {
    const { customer, host } = await brand(t, 'keys.example')
    const body = { email: customer.email, password: customer.password }
    const elsewhere = (await t.call(login, { body }, null, { headers: { host } })).body.data.authorisation
    const bound = await make({ ...customer, token: elsewhere.token }, {}, { host })
    expect(bound.status).toBe(201)
    expect([await statusOf(bound.body.data.key, host), await statusOf(bound.body.data.key)]).toEqual([
      200, 401,
    ])
    const shared = await keyOf(customer)
    expect([await statusOf(shared.token, host), await statusOf(shared.token)]).toEqual([401, 200])
  })

  it('is found by its hash only', async () => {
    const key = await keyOf(user)
    const bare = key.token.slice(4)
    const forged = [
      bare,
      `KEY_${bare}`,
      `key_${bare}x`,
      `key_${bare.slice(1)}`,
      `key_key_${bare.slice(4)}`,
      key.hint,
    ]
    // A session token does not become a key by a prefix, nor a key's hash a key.
    forged.push(`key_${user.token}`, hashToken(key.token), `key_${'x'.repeat(43)}`, `${key.token}%`)
    for (const token of forged) expect([token, await statusOf(token)]).toEqual([token, 401])
    expect(await statusOf(key.token)).toBe(200)
  })

  it('of someone else is not found', async () => {
    const member = await t.member(user)
    for (const foreign of [await keyOf(other), await keyOf(member)]) {
      expect((await revoke(user, foreign.id)).status).toBe(404)
      expect(await statusOf(foreign.token)).toBe(200)
      await revoke(member, foreign.id)
    }
    expect(await list(user)).toEqual([])
  })

  it('never does more than its owner may now', async () => {
    const member = await t.member(user, { grantedModules: ['leads'] })
    const key = await keyOf(member)
    expect((await t.call(lists, {}, key)).status).toBe(200)
    const { db } = t.app.database
    await db.updateTable('app_user').set({ granted_modules: [] }).where('id', '=', member.id).execute()
    const { status, error } = await t.call(lists, {}, key)
    expect([status, error.message]).toEqual([403, 'You don’t have permission to do this'])
    expect(await statusOf(key.token)).toBe(200)
  })

  it('is deleted 30 days after its end', async () => {
    const keys = [await keyOf(user), await keyOf(user), await keyOf(user), await keyOf(user)]
    const days = (count: number) => sql`now() - make_interval(days => ${count})`
    await change(keys[1]?.id as number, { revoked_at: days(29) })
    await change(keys[2]?.id as number, { revoked_at: days(31) })
    await change(keys[3]?.id as number, { expires_at: days(31) })
    await removeOldCredentials(t.app.database.db)
    const left = await t.app.database.db
      .selectFrom('api_key')
      .select('id')
      .where('user_id', '=', user.id)
      .execute()
    expect(left.map(({ id }) => id).sort()).toEqual(
      keys
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
    )
  })
})

describe('a stolen key', () => {
  it('cannot take over the account', async () => {
    const key = await keyOf(user, { scopes: ['read', 'write', 'spend', 'export'] })
    const sessionId = (await getActor(t, user)).credential.id
    const { password } = user
    const answers = await Promise.all([
      t.call(createApiKey, { body: { name: 'x', scopes: ['read'], password } }, key),
      t.call(apiKeys, {}, key),
      t.call(revokeApiKey, { params: { id: key.id } }, key),
      t.call(sessions, {}, key),
      t.call(revokeSession, { params: { id: sessionId } }, key),
      t.call(revokeOtherSessions, {}, key),
      t.call(changePassword, { body: { current_password: password, password: 'another one' } }, key),
      t.call(updateMe, { body: { first_name: 'Changed' } }, key),
      t.call(logout, {}, key),
    ])
    for (const { status, error } of answers)
      expect([status, error.code, error.message]).toEqual([
        403,
        'forbidden',
        'This request needs a signed-in person',
      ])
    expect(await list(user)).toHaveLength(1)
    expect((await t.call(me, {}, user)).body.data.first_name).toBe('Test')
    expect((await t.call(login, { body: { email: user.email, password } })).status).toBe(200)
  })
})

it('someone logged in as another user creates no permanent keys', async () => {
  const acting = await actAs(t, user, await t.admin(), { mode: 'write' })
  const { status, error } = await make({ ...user, ...acting })
  expect([status, error.message]).toEqual([403, 'Not available while you’re logged in as someone else'])
})
