import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '#contract/core/audit-log.ts'
import { login } from '#contract/identity/auth.ts'
import { approveAppRequest, checkAppRequest } from '#contract/identity/connected-apps.ts'
import { changePassword, me } from '#contract/identity/me.ts'
import { apiKeys, createApiKey, revokeApiKey } from '#contract/identity/sessions.ts'
import { updateUser } from '#server/modules/accounts/accounts/index.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import { actAs } from '#server/testing/acting.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { CALLBACK, type OauthApp, oauthApp } from '#server/testing/oauth-app.ts'
import { brand } from '#server/testing/registrations.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
let app: OauthApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'], publicUrl: 'https://app.sample.example' })
})
beforeEach(async () => {
  await t.app.database.pool.query('delete from rate_limit')
  user = await t.account()
  app = await oauthApp(t).begin()
})
afterAll(() => t.close())

const db = () => t.app.database.db
const check = (request: string, as: { token: string } = user, host = 'localhost') =>
  t.call(checkAppRequest, { body: { request } }, as, { headers: { host } })
const get = (url: string, host = 'localhost', headers = {}) =>
  t.app.http.inject({ method: 'GET', url, headers: { host, ...headers } })
const keys = async (as: { token: string }) => (await t.call(apiKeys, {}, as)).body.data
/** Tokens of a fresh connection. */
const connect = async (by: OauthApp = app, as: { token: string } = user) =>
  (await by.exchange(await by.code(as))).body as { access_token: string; refresh_token: string }
const works = async (token: string, by: OauthApp = app) => (await by.tools(token)).status
const later = (keyColumns: string) =>
  sql`update api_key set ${sql.raw(keyColumns)} where user_id = ${user.id}`.execute(db())
/** The last renewal was longer ago than its repetition may be. */
const calmDown = () =>
  sql`update oauth_grant set refreshed_at = refreshed_at - interval '11 seconds'`.execute(db())

describe('the request of an app', () => {
  it('arrives at the consent page as one word', async () => {
    const query = 'client_id=a&state=0123&scope=read%20write'
    const reply = await get(`/oauth/authorize?${query}`)
    const to = new URL(String(reply.headers.location), 'http://localhost')
    expect([
      reply.statusCode,
      to.pathname,
      Buffer.from(to.searchParams.get('request') ?? '', 'base64url').toString(),
    ]).toEqual([303, '/connect-app', query])
    expect((await get(`/oauth/authorize?${'x'.repeat(8001)}`)).statusCode).toBe(400)
    expect((await get('/oauth/authorize')).statusCode).toBe(400)
  })

  it('names app, host and scopes, and the way back without access', async () => {
    const { body } = await check(app.request({ scope: 'read spend admin other' }))
    expect(body.data).toEqual({
      name: 'Sample Agent',
      app_host: 'app.example',
      trust: 'unknown',
      scopes: ['read', 'spend'],
      needs_password: false,
      problem: null,
      cancel_url: `${CALLBACK}?error=access_denied&state=st%40te+0123&iss=http%3A%2F%2Flocalhost`,
    })
    expect((await check(app.request({ scope: undefined }))).body.data.scopes).toHaveLength(4)
  })

  it.each([
    ['an unknown app', { client_id: 'client_x' }],
    ['no app', { client_id: undefined }],
    ['another address', { redirect_uri: 'https://other.example/callback' }],
    ['a longer address', { redirect_uri: `${CALLBACK}/more` }],
    ['an address with a port', { redirect_uri: 'https://app.example:8443/callback' }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
    ['no address', { redirect_uri: undefined }],
  ])('with %s is answered to nobody', async (_what, change) => {
    const { status, error } = await check(app.request(change))
    expect([status, error.code, JSON.stringify(error)]).toEqual([
      422,
      'validation_failed',
      expect.not.stringContaining('https://'),
    ])
    expect((await app.approve(user, {}, app.request(change))).status).toBe(422)
  })

  it('with a parameter twice is answered to nobody', async () => {
    const twice = Buffer.from(`${Buffer.from(app.request(), 'base64url')}&state=other`).toString('base64url')
    expect((await check(twice)).status).toBe(422)
  })

  it.each([
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
    ['a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['the API as resource', { resource: 'http://localhost/api' }, 'invalid_target'],
    ['only scopes that are not for apps', { scope: 'admin' }, 'invalid_scope'],
  ])('with %s goes back only when the person says so', async (_what, change, error) => {
    const { status, body } = await check(app.request(change))
    expect([status, new URL(body.data.cancel_url).searchParams.get('error')]).toEqual([200, error])
    expect(body.data.problem).toEqual(expect.any(String))
    const refused = await app.approve(user, {}, app.request(change))
    expect([refused.status, refused.error.message]).toEqual([422, body.data.problem])
  })

  it('may name our resource in any case of scheme and host', async () => {
    const { body } = await check(app.request({ resource: 'HTTP://LocalHost/mcp' }))
    expect(body.data.problem).toBeNull()
  })

  it('is looked at 60 times an hour by one person', async () => {
    const { pool } = t.app.database
    await check(app.request())
    await pool.query(`update rate_limit set points = 60 where key like 'app-request%'`)
    expect((await check(app.request())).status).toBe(429)
    expect((await app.approve(user)).status).toBe(429)
    expect((await check(app.request(), await t.account())).status).toBe(200)
  })

  it('of a program on the device may use any port', async () => {
    const local = await oauthApp(t, { callback: 'http://127.0.0.1:4000/callback' }).begin()
    const { body } = await check(local.request({ redirect_uri: 'http://127.0.0.1:51234/callback' }))
    expect(body.data).toMatchObject({ trust: 'device', app_host: '127.0.0.1' })
    expect((await check(local.request({ redirect_uri: 'http://127.0.0.1:51234/other' }))).status).toBe(422)
  })

  it('of an app of another site is unknown here', async () => {
    const { host } = await brand(t, 'apps.owl.example')
    const there = await oauthApp(t, { host }).begin()
    expect((await check(there.request())).status).toBe(422)
  })
})

describe('a person who approves', () => {
  it('sends a code, their state and the issuer back', async () => {
    const { status, body } = await app.approve(user)
    const to = new URL(body.data.redirect_to)
    expect([status, to.origin + to.pathname, Object.fromEntries(to.searchParams)]).toEqual([
      201,
      CALLBACK,
      { code: expect.stringMatching(/^code_/), state: 'st@te 0123', iss: 'http://localhost' },
    ])
  })

  it('gives no more than the app asked for', async () => {
    const request = app.request({ scope: 'read' })
    const { status, error } = await app.approve(user, { scopes: ['read', 'export'] }, request)
    expect([status, Object.keys(error.fields)]).toEqual([422, ['scopes']])
    const body = { request, scopes: ['admin' as never], daily_credits: null }
    expect((await t.call(approveAppRequest, { body }, user)).status).toBe(422)
  })

  it('names a limit if the app may spend', async () => {
    const { status, error } = await app.approve(user, { daily_credits: null })
    expect([status, Object.keys(error.fields)]).toEqual([422, ['daily_credits']])
    expect((await app.approve(user, { daily_credits: 0 })).status).toBe(201)
  })

  it('enters the password, if the sign-in was a while ago', async () => {
    await sql`update session set created_at = now() - interval '16 minutes' where user_id = ${user.id}`.execute(
      db(),
    )
    expect((await check(app.request())).body.data.needs_password).toBe(true)
    const { status, error } = await app.approve(user)
    expect([status, error.fields]).toEqual([422, { password: 'Field is required' }])
    const body = {
      request: app.request(),
      scopes: ['read' as const],
      daily_credits: null,
      password: user.password,
    }
    expect((await t.call(approveAppRequest, { body }, user)).status).toBe(201)
    await sql`update app_user set password_hash = null where id = ${user.id}`.execute(db())
    expect((await check(app.request())).body.data.needs_password).toBe(false)
    expect((await app.approve(user)).status).toBe(409)
  })

  it('is there in person: no key, no app, nobody who acts for them, no page of another site', async () => {
    const admin = await t.admin()
    const acting = await actAs(t, user, admin, { mode: 'write' })
    const body = { name: 'K', scopes: ['read' as const, 'write' as const], password: user.password }
    const { key } = (await t.call(createApiKey, { body }, user)).body.data
    const { access_token } = await connect()
    for (const [token, expected] of [
      [acting.token, 403],
      [key, 403],
      [access_token, 401],
    ] as const) {
      expect((await check(app.request(), { token })).status).toBe(expected)
      expect((await app.approve({ token })).status).toBe(expected)
    }
    const pages: Record<string, string>[] = [
      { origin: 'https://other.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of pages) {
      const call = { request: app.request(), scopes: ['read' as const], daily_credits: null }
      expect((await t.call(approveAppRequest, { body: call }, user, { headers })).status).toBe(403)
    }
  })

  it('sees the app beside the keys, and disconnects it with one call', async () => {
    const { access_token, refresh_token } = await connect()
    expect(await works(access_token)).toBe(200)
    const [shown] = await keys(user)
    expect(shown).toMatchObject({
      name: 'Sample Agent',
      app_host: 'app.example',
      scopes: ['read', 'spend'],
      daily_credits: 50,
      last_used_at: expect.any(String),
    })
    const actions = async () =>
      (await t.call(auditLog, {}, user)).body.data.map(({ action, subject }) => [action, subject])
    const subject = `api_key:${shown?.id}`
    expect(await actions()).toContainEqual(['api_key.created', subject])
    expect((await t.call(revokeApiKey, { params: { id: shown?.id as number } }, user)).status).toBe(200)
    expect(await works(access_token)).toBe(401)
    expect((await app.renew(refresh_token)).body.error).toBe('invalid_grant')
    expect(await actions()).toContainEqual(['api_key.revoked', subject])
  })

  it('has fifty keys and apps together', async () => {
    await db()
      .insertInto('api_key')
      .values(
        Array.from({ length: 50 }, (_v, at) => ({
          user_id: user.id,
          site_id: null,
          name: 'K',
          hint: 'key_x',
          key_hash: `${user.id}-${at}`,
          scopes: ['read' as const],
        })),
      )
      .execute()
    expect((await app.approve(user)).status).toBe(409)
  })
})

describe('a code', () => {
  it('is exchanged for tokens, which are stored as digests', async () => {
    const { status, body, headers } = await app.exchange(await app.code(user))
    expect([status, headers['cache-control'], body]).toEqual([
      200,
      'no-store',
      {
        access_token: expect.stringMatching(/^app_[\w-]{43}$/),
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^ref_[\w-]{43}\.[\w-]{43}$/),
        scope: 'read spend',
      },
    ])
    const { rows } = await sql<{ text: string }>`
      select k::text || g::text as text from api_key k join oauth_grant g on g.api_key_id = k.id
      where k.user_id = ${user.id}`.execute(db())
    expect(rows[0]?.text).toContain(hashToken(body.access_token))
    expect(rows[0]?.text).toContain(hashToken(body.refresh_token))
    for (const token of [body.access_token, ...body.refresh_token.split('.')])
      expect(rows[0]?.text).not.toContain(token.slice(10))
  })

  it('works once; a second use ends what came of the first', async () => {
    const code = await app.code(user)
    const { body } = await app.exchange(code)
    expect(await works(body.access_token)).toBe(200)
    const again = await app.exchange(code)
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
    expect(await works(body.access_token)).toBe(401)
    expect((await app.renew(body.refresh_token)).status).toBe(400)
    const { body: log } = await t.call(auditLog, {}, user)
    expect(log.data.map(({ action }) => action)).toContain('api_key.revoked')
  })

  it('works once, however many calls arrive at the same time', async () => {
    const code = await app.code(user)
    const all = await Promise.all(Array.from({ length: 4 }, () => app.exchange(code)))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    expect(await keys(user)).toEqual([])
  })

  it.each<[string, Record<string, string | undefined>]>([
    ['without the verifier', { code_verifier: undefined }],
    ['with the challenge as verifier', { code_verifier: 'CHALLENGE' }],
    ['with another verifier', { code_verifier: 'x'.repeat(43) }],
    ['with a short verifier', { code_verifier: 'x' }],
    ['with another address', { redirect_uri: `${CALLBACK}/more` }],
    ['without the address', { redirect_uri: undefined }],
  ])('is refused, and over, %s', async (_what, change) => {
    const code = await app.code(user)
    const form = change.code_verifier === 'CHALLENGE' ? { code_verifier: app.challenge } : change
    const { status, body } = await app.exchange(code, form)
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
    expect((await app.exchange(code)).status).toBe(400)
  })

  it('of another app is refused, and over', async () => {
    const other = await oauthApp(t).begin()
    const code = await app.code(user)
    expect((await app.exchange(code, { client_id: other.clientId() })).body.error).toBe('invalid_grant')
    expect((await app.exchange(code)).status).toBe(400)
  })

  it('is for our resource alone', async () => {
    const resource = 'https://other.example/mcp'
    expect((await app.exchange(await app.code(user), { resource })).body.error).toBe('invalid_target')
    expect((await app.exchange(await app.code(user), { resource: 'http://localhost/mcp' })).status).toBe(200)
  })

  it('is over after a minute', async () => {
    const code = await app.code(user)
    const left = await sql<{ s: number }>`
      select extract(epoch from expires_at - now())::int as s from api_key where user_id = ${user.id}`.execute(
      db(),
    )
    expect(left.rows[0]?.s).toBeLessThanOrEqual(60)
    await later(`expires_at = now() - interval '1 second'`)
    expect((await app.exchange(code)).body.error).toBe('invalid_grant')
  })

  it('of another host of this server is refused', async () => {
    const there = oauthApp(t, { host: 'app.sample.example' })
    const own = { client_id: app.clientId(), code_verifier: app.verifier }
    expect((await there.exchange(await app.code(user), own)).body.error).toBe('invalid_grant')
    expect((await oauthApp(t).exchange(await app.code(user), own)).status).toBe(200)
  })
})

describe('an access token', () => {
  it('opens /mcp and nothing else', async () => {
    const { access_token } = await connect()
    expect(await works(access_token)).toBe(200)
    const { status, error } = await t.call(me, {}, { token: access_token })
    expect([status, error.message]).toEqual([401, 'Tokens of connected apps work at /mcp only'])
  })

  it('acts within the scopes that the person left', async () => {
    const tokens = (await app.exchange(await app.code(user, { scopes: ['write'], daily_credits: null }))).body
    const said = async (token: string) => JSON.stringify((await app.tools(token)).body)
    expect(await said(tokens.access_token)).toContain('forbidden')
    expect(await said((await connect()).access_token)).toContain('structuredContent')
  })

  it('ends after an hour, and the connection after 90 days without use', async () => {
    const { access_token, refresh_token } = await connect()
    const { rows } = await sql<{ token: number; days: number }>`
      select extract(epoch from token_expires_at - now())::int as token,
        round(extract(epoch from expires_at - now()) / 86400)::int as days
      from api_key where user_id = ${user.id}`.execute(db())
    expect(rows[0]?.token).toBeGreaterThan(3500)
    expect(rows[0]?.token).toBeLessThanOrEqual(3600)
    expect(rows[0]?.days).toBe(90)
    await later(`token_expires_at = now() - interval '1 second'`)
    expect(await works(access_token)).toBe(401)
    const renewed = await app.renew(refresh_token)
    expect(await works(renewed.body.access_token)).toBe(200)
    await later(`expires_at = now() - interval '1 second'`)
    expect(await works(renewed.body.access_token)).toBe(401)
    expect((await app.renew(renewed.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  it('of one site is worth nothing at another, nor at another host', async () => {
    const { host, customer } = await brand(t, 'tokens.owl.example')
    const body = { email: customer.email, password: customer.password }
    const { token } = (await t.call(login, { body }, null, { headers: { host } })).body.data.authorisation
    const there = await oauthApp(t, { host }).begin()
    const tokens = await connect(there, { token })
    expect(await works(tokens.access_token, there)).toBe(200)
    for (const other of ['localhost', 'app.sample.example'])
      expect((await there.tools(tokens.access_token, other)).status).toBe(401)
    const own = await connect()
    expect((await app.tools(own.access_token, host)).status).toBe(401)
    expect((await app.tools(own.access_token, 'app.sample.example')).status).toBe(401)
    const stolen = oauthApp(t, { host: 'app.sample.example' })
    expect((await stolen.renew(own.refresh_token, { client_id: app.clientId() })).body.error).toBe(
      'invalid_grant',
    )
  })

  it('ends with the person: suspended at once, and with a new password as keys do', async () => {
    const { access_token } = await connect()
    const body = { name: 'K', scopes: ['read' as const], password: user.password }
    const { key } = (await t.call(createApiKey, { body }, user)).body.data
    const changed = { current_password: user.password, password: 'another long password' }
    expect((await t.call(changePassword, { body: changed }, user)).status).toBe(200)
    // What happens to keys happens to apps.
    expect(await works(access_token)).toBe(await works(key))
    await updateUser(t.app.ctx, user.id, { state: 'suspended' })
    expect([await works(access_token), await works(key)]).toEqual([401, 401])
  })
})

describe('renewing', () => {
  it('replaces both tokens, within the scopes', async () => {
    const first = await connect()
    const { status, body } = await app.renew(first.refresh_token, { scope: 'read' })
    expect([status, body.scope]).toEqual([200, 'read spend'])
    expect(await works(body.access_token)).toBe(200)
    expect(await works(first.access_token)).toBe(401)
    const wider = await app.renew(body.refresh_token, { scope: 'read export' })
    expect([wider.status, wider.body.error]).toEqual([400, 'invalid_scope'])
    expect((await app.renew(body.refresh_token)).status).toBe(200)
  })

  it('with a token that was replaced ends the connection', async () => {
    const first = await connect()
    const second = (await app.renew(first.refresh_token)).body
    await calmDown()
    const reused = await app.renew(first.refresh_token)
    expect([reused.status, reused.body.error]).toEqual([400, 'invalid_grant'])
    expect(await works(second.access_token)).toBe(401)
    expect((await app.renew(second.refresh_token)).status).toBe(400)
    expect(await keys(user)).toEqual([])
    const { body } = await t.call(auditLog, {}, user)
    expect(body.data.map(({ action }) => action)).toContain('api_key.revoked')
  })

  it('with an older token than the last ends the connection at once', async () => {
    const first = await connect()
    const second = (await app.renew(first.refresh_token)).body
    await app.renew(second.refresh_token)
    expect((await app.renew(first.refresh_token)).status).toBe(400)
    expect(await keys(user)).toEqual([])
  })

  it('twice at once gives the same tokens, and the connection goes on', async () => {
    const first = await connect()
    const all = await Promise.all(Array.from({ length: 4 }, () => app.renew(first.refresh_token)))
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(all.map(({ body }) => body.access_token + body.refresh_token)).size).toBe(1)
    const next = all[0]?.body
    expect(await works(next.access_token)).toBe(200)
    await calmDown()
    expect((await app.renew(next.refresh_token)).status).toBe(200)
  })

  it('by another app ends the connection', async () => {
    const tokens = await connect()
    const other = await oauthApp(t).begin()
    expect((await other.renew(tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect(await works(tokens.access_token)).toBe(401)
  })

  it('with part of a token, or an invented one, does nothing', async () => {
    const tokens = await connect()
    const [family] = tokens.refresh_token.split('.')
    for (const invented of [`${family}`, `ref_${'x'.repeat(43)}.${'x'.repeat(43)}`, '', tokens.access_token])
      expect((await app.renew(invented)).body.error).toBe('invalid_grant')
    expect(await works(tokens.access_token)).toBe(200)
  })
})

describe('the address for tokens', () => {
  it.each([
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    [{}, 'unsupported_grant_type'],
    [{ grant_type: 'refresh_token', client_id: 'client_x' }, 'invalid_client'],
  ])('refuses %j', async (form, error) => {
    const { status, body } = await app.token(form)
    expect([status, body.error]).toEqual([error === 'invalid_client' ? 401 : 400, error])
    expect(body.error_description).toEqual(expect.any(String))
  })

  it('refuses parameters that are there twice, and JSON', async () => {
    expect((await app.send('/oauth/token', 'grant_type=a&grant_type=b')).body.error).toBe('invalid_request')
    expect((await app.send('/oauth/token', '{}', 'application/json')).status).toBe(400)
  })

  it('limits refused calls by network address, not those that succeed', async () => {
    const { pool } = t.app.database
    const tokens = await connect()
    const points = async () =>
      (await pool.query(`select points from rate_limit where key like 'oauth-refused%'`)).rows[0]?.points
    expect(await points()).toBe(0)
    await app.renew('x')
    expect(await points()).toBe(1)
    await pool.query(`update rate_limit set points = 300 where key like 'oauth-refused%'`)
    expect((await app.renew(tokens.refresh_token)).status).toBe(429)
  })
})

describe('revoking', () => {
  it.each(['access_token', 'refresh_token'] as const)('with the %s ends the connection', async (kind) => {
    const tokens = await connect()
    expect((await app.revoke(tokens[kind])).status).toBe(200)
    expect(await works(tokens.access_token)).toBe(401)
    expect((await app.renew(tokens.refresh_token)).status).toBe(400)
    const { body } = await t.call(auditLog, {}, user)
    expect(body.data.map(({ action }) => action)).toContain('api_key.revoked')
  })

  it('by another app, or of a key or an unknown token, changes nothing and says so to nobody', async () => {
    const tokens = await connect()
    const other = await oauthApp(t).begin()
    const body = { name: 'K', scopes: ['read' as const], password: user.password }
    const { key } = (await t.call(createApiKey, { body }, user)).body.data
    expect((await other.revoke(tokens.refresh_token)).status).toBe(200)
    for (const token of [key, 'x', '']) expect((await app.revoke(token)).status).toBe(200)
    expect([await works(tokens.access_token), await works(key)]).toEqual([200, 200])
  })
})
