import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkAppRequest } from '#contract/identity/connected-apps.ts'
import { CALLBACK, type OauthApp, oauthApp } from '#server/testing/oauth-app.ts'
import { brand } from '#server/testing/registrations.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { removeUnusedClients } from './connected-apps-store.ts'

let t: TestApp
let app: OauthApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'], publicUrl: 'https://app.sample.example' })
})
beforeEach(async () => {
  await t.app.database.pool.query('delete from rate_limit')
  app = await oauthApp(t).begin()
})
afterAll(() => t.close())

const db = () => t.app.database.db
const get = (url: string, host = 'localhost') => t.app.http.inject({ method: 'GET', url, headers: { host } })

describe('what an app reads first', () => {
  it('leads from the refusal at /mcp to the addresses of this site', async () => {
    const refused = await app.send('/mcp', '{}', 'application/json')
    const origin = 'http://localhost'
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="read write spend export"`,
    ])
    for (const path of ['', '/mcp'])
      expect((await get(`/.well-known/oauth-protected-resource${path}`)).json()).toMatchObject({
        resource: `${origin}/mcp`,
        authorization_servers: [origin],
        scopes_supported: ['read', 'write', 'spend', 'export'],
      })
    expect((await get('/.well-known/oauth-authorization-server')).json()).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    })
  })

  it('names the domain of the site, whatever protocol the proxy used', async () => {
    const { host } = await brand(t, 'meta.owl.example')
    expect((await get('/.well-known/oauth-authorization-server', host)).json().issuer).toBe(`https://${host}`)
    const of = await get('/.well-known/oauth-authorization-server', 'app.sample.example')
    expect(of.json().issuer).toBe('https://app.sample.example')
  })

  it('is not there while agents are turned off', async () => {
    await sql`insert into setting (name, value) values ('agents', 'false') on conflict (name) do update set value = 'false'`.execute(
      db(),
    )
    try {
      expect((await get('/.well-known/oauth-protected-resource')).statusCode).toBe(404)
      expect((await app.register()).status).toBe(404)
      expect(
        (await t.call(checkAppRequest, { body: { request: app.request() } }, await t.account())).status,
      ).toBe(403)
    } finally {
      await sql`delete from setting where name = 'agents'`.execute(db())
    }
  })

  it('tells a token that is over from none', async () => {
    const { headers } = await app.tools(`app_${'x'.repeat(43)}`)
    expect(headers['www-authenticate']).toContain('error="invalid_token"')
  })
})

describe('registering', () => {
  it('makes every app a public one, whatever it asked for', async () => {
    const { status, body } = await app.register({
      client_name: 'A\u202e\nb',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'admin',
    })
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ client_name: 'A b', token_endpoint_auth_method: 'none' }),
    ])
    expect(body.client_secret).toBeUndefined()
  })

  it.each([
    ['a script', ['javascript:alert(1)']],
    ['an address without TLS', ['http://app.example/callback']],
    ['one bad among good ones', [CALLBACK, 'data:text/html,x']],
    ['none', []],
    ['too many', Array.from({ length: 21 }, (_v, at) => `${CALLBACK}/${at}`)],
    ['no list', 'https://app.example'],
  ])('refuses as redirect_uris %s', async (_what, redirect_uris) => {
    const { status, body } = await app.register({ client_name: 'A', redirect_uris })
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
  })

  it('refuses what is no object, and what is huge', async () => {
    expect((await app.register('x')).body.error).toBe('invalid_client_metadata')
    const huge = await app.register({ redirect_uris: [CALLBACK], logo_uri: 'x'.repeat(17_000) })
    expect(huge.status).toBe(413)
  })

  it('is limited by network address', async () => {
    const { pool } = t.app.database
    await app.register()
    await pool.query(`update rate_limit set points = 200 where key like 'oauth-register%'`)
    const { status, body, headers } = await app.register()
    expect([status, body.error]).toEqual([429, 'temporarily_unavailable'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  it('is forgotten after a week without a connection, and half a year after the last', async () => {
    await app.exchange(await app.code(await t.account()))
    const unused = await oauthApp(t).begin()
    const old = await oauthApp(t).begin()
    await sql`update oauth_client set created_at = now() - interval '8 days'`.execute(db())
    await sql`update oauth_client set used_at = now() - interval '179 days' where client_id = ${old.clientId()}`.execute(
      db(),
    )
    await removeUnusedClients(db())
    const left = async () =>
      (await db().selectFrom('oauth_client').select('client_id').execute()).map(({ client_id: id }) => id)
    expect(await left()).toEqual(expect.arrayContaining([app.clientId(), old.clientId()]))
    expect(await left()).not.toContain(unused.clientId())
    await sql`update oauth_client set used_at = now() - interval '181 days' where used_at is not null`.execute(
      db(),
    )
    await removeUnusedClients(db())
    expect(await left()).toEqual([app.clientId()])
  })
})
