import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportList } from '#contract/core/files.ts'
import { login } from '#contract/identity/auth.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import { allEndpoints } from '#contract/index.ts'
import { labels } from '#contract/leads/labels.ts'
import { openTo } from '#server/platform/http/other-origins.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const PAGE = 'https://page.example'
const CROSS = { origin: PAGE, 'sec-fetch-site': 'cross-site' }
const ALLOW = 'access-control-allow-origin'

let t: TestApp
let user: TestUser
let key: string
const createKey = async (on: TestApp, scopes: string[], owner: TestUser): Promise<string> => {
  const body = { name: 'Page', scopes: scopes as never, password: owner.password }
  return (await on.call(createApiKey, { body }, owner)).body.data.key
}
beforeAll(async () => {
  t = await sharedWebApp()
  user = await t.account()
  key = await createKey(t, ['read', 'write'], user)
})
afterAll(() => t.close())

type Method = 'GET' | 'POST' | 'OPTIONS'
const send = (method: Method, url: string, headers: Record<string, string>, payload?: string, on = t) =>
  on.app.http.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
const JSON_TYPE = { 'content-type': 'application/json' }
const as = (token: string, headers = {}) => ({ authorization: `Bearer ${token}`, ...CROSS, ...headers })
const preflight = (headers = {}) => ({ ...CROSS, 'access-control-request-method': 'POST', ...headers })
const label = (name: string) => JSON.stringify({ name })
const countLabels = async () => (await t.call(labels, {}, user)).body.data.length

describe('a page of another origin with an API key', () => {
  it('reads, changes, and sees limits and errors', async () => {
    const read = await send('GET', '/api/labels', as(key))
    expect([read.statusCode, read.headers[ALLOW]]).toEqual([200, PAGE])
    expect(read.headers.vary).toContain('Origin')
    const exposed = String(read.headers['access-control-expose-headers']).split(', ')
    expect(exposed).toEqual(
      expect.arrayContaining(['ratelimit-remaining', 'retry-after', 'x-request-id', 'deprecation']),
    )
    expect(read.headers).toHaveProperty('ratelimit-remaining')
    const made = await send('POST', '/api/v1/labels', as(key, JSON_TYPE), label('From a page'))
    expect([made.statusCode, made.headers[ALLOW]]).toEqual([201, PAGE])
    const wrong = await send('POST', '/api/labels', as(key, JSON_TYPE), label(''))
    expect([wrong.statusCode, wrong.headers[ALLOW]]).toEqual([422, PAGE])
    const unknown = await send('GET', '/api/labels', as(`key_${'a'.repeat(43)}`))
    expect([unknown.statusCode, unknown.headers[ALLOW]]).toEqual([401, PAGE])
  })

  it('is told so before, without the database', async () => {
    const answer = await send('OPTIONS', '/api/v1/labels', preflight({ host: 'unknown.example' }))
    expect([answer.statusCode, answer.body, answer.headers[ALLOW]]).toEqual([204, '', PAGE])
    expect(answer.headers).toMatchObject({
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': expect.stringMatching(/^authorization, content-type, idempotency-key,/),
      'access-control-max-age': '86400',
    })
  })

  it('fetches a file by its ticket, which is spent with the first call', async () => {
    const { id } = await seedList(t, user, { leads: [{ values: { name: 'Rose' } }] })
    const { url } = (await t.call(exportList, { body: { list_id: id } as never }, user)).body.data
    const file = await send('GET', url, CROSS)
    expect([file.statusCode, file.headers[ALLOW]]).toEqual([200, PAGE])
    expect((await send('GET', url, CROSS)).statusCode).toBe(404)
  })
})

describe('an agent in a browser', () => {
  it('finds out how it is connected, registers, and may call with its token', async () => {
    const bare = await send('POST', '/mcp', { ...CROSS, ...JSON_TYPE }, '{}')
    expect([bare.statusCode, bare.headers[ALLOW]]).toEqual([401, PAGE])
    expect(bare.headers['www-authenticate']).toContain('/.well-known/oauth-protected-resource/mcp')
    expect(bare.headers['access-control-expose-headers']).toContain('www-authenticate')
    const metadata = await send('GET', '/.well-known/oauth-protected-resource/mcp', CROSS)
    expect([metadata.statusCode, metadata.headers[ALLOW]]).toEqual([200, PAGE])
    const app = JSON.stringify({ client_name: 'Page', redirect_uris: [`${PAGE}/back`] })
    const registered = await send('POST', '/oauth/register', { ...CROSS, ...JSON_TYPE }, app)
    expect([registered.statusCode, registered.headers[ALLOW]]).toEqual([201, PAGE])
    const form = { ...CROSS, 'content-type': 'application/x-www-form-urlencoded' }
    const token = await send('POST', '/oauth/token', form, 'grant_type=refresh_token')
    expect([token.statusCode, token.headers[ALLOW]]).toEqual([401, PAGE])
    const called = await send('POST', '/mcp', as(user.token, JSON_TYPE), '{}')
    expect(called.statusCode).toBe(403)
  })

  it.each(['/mcp', '/mcp?read_only=1', '/oauth/token', '/.well-known/oauth-authorization-server'])(
    'is told so before: %s',
    async (url) => {
      const answer = await send('OPTIONS', url, preflight())
      expect([answer.statusCode, answer.headers[ALLOW]]).toEqual([204, PAGE])
      expect(answer.headers['access-control-allow-headers']).toContain('mcp-protocol-version')
    },
  )

  it.each(['/mcpx', '/connect-app', '/api/admin/users', '/.well-known/acme-challenge/x'])(
    'is told nothing of %s',
    async (url) => expect((await send('OPTIONS', url, preflight())).headers[ALLOW]).toBeUndefined(),
  )
})

describe('nothing else is open to it', () => {
  const refused = [403, undefined]

  it.each([
    ['a read with the token of a session', 'GET', '/api/labels'],
    ['a change with the token of a session', 'POST', '/api/labels'],
  ] as const)('%s', async (_what, method, url) => {
    const before = await countLabels()
    const body = method === 'POST' ? label('Stolen') : undefined
    const answer = await send(method, url, as(user.token, body ? JSON_TYPE : {}), body)
    expect([answer.statusCode, answer.headers[ALLOW]]).toEqual(refused)
    expect(await countLabels()).toBe(before)
  })

  it.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded'])(
    'a form or script without a key, with cookies, as %s',
    async (type) => {
      const before = await countLabels()
      const headers = { ...CROSS, 'content-type': type, cookie: `token=${key}; session=${user.token}` }
      const answer = await send('POST', '/api/labels', headers, label('Form'))
      expect([answer.statusCode, answer.headers[ALLOW]]).toEqual(refused)
      const read = await send('GET', '/api/labels', { ...CROSS, cookie: headers.cookie })
      expect([read.statusCode, read.headers[ALLOW]]).toEqual([401, undefined])
      expect(await countLabels()).toBe(before)
    },
  )

  it.each([
    'null',
    'file://',
    'chrome-extension://abcdef',
    'https://page.example/',
    'https://a.example, https://b.example',
    '',
  ])('a call with a key from the origin "%s"', async (origin) => {
    const answer = await send('POST', '/api/labels', as(key, { ...JSON_TYPE, origin }), label('Null'))
    expect([answer.statusCode, answer.headers[ALLOW]]).toEqual(refused)
    const asked = await send('OPTIONS', '/api/labels', preflight({ origin }))
    expect([asked.statusCode, asked.headers[ALLOW]]).toEqual([404, undefined])
  })

  it.each([
    ['sign-in', login.path],
    ['administration', '/api/admin/users'],
    ['a page of the application', '/saved-lists'],
  ])('%s, not even to ask', async (_what, url) => {
    const asked = await send('OPTIONS', url, preflight())
    expect([asked.statusCode, asked.headers[ALLOW]]).toEqual([404, undefined])
  })

  it('sign-in with a key beside it', async () => {
    const body = JSON.stringify({ email: user.email, password: user.password })
    const answer = await send('POST', login.path, as(key, JSON_TYPE), body)
    expect([answer.statusCode, answer.headers[ALLOW]]).toEqual(refused)
  })

  it('any endpoint that keys can’t call or that administers', () => {
    const open = allEndpoints.filter((endpoint) => openTo(endpoint))
    expect(open.length).toBeGreaterThan(100)
    const wrong = open.filter(
      ({ path, scope, isTicket }) =>
        !isTicket && (!scope || scope === 'admin' || path.startsWith('/api/admin/')),
    )
    expect(wrong).toEqual([])
    expect(open.filter(({ access }) => access === 'public').map(({ name }) => name)).toEqual([
      'files.download',
    ])
  })

  it('with credentials of the browser', async () => {
    for (const [method, headers] of [
      ['OPTIONS', preflight()],
      ['GET', as(key)],
    ] as const)
      expect((await send(method, '/api/labels', headers)).headers).not.toHaveProperty(
        'access-control-allow-credentials',
      )
  })
})

it.each([
  ['all', 'https://anyone.example', PAGE],
  [['https://listed.example', 'http://localhost:5173'], 'http://localhost:5173', PAGE],
  [[], null, PAGE],
] as const)('an installation that opens its API to %j', async (apiOrigins, allowed, other) => {
  const own = await testApp({ roles: ['web'], apiOrigins })
  try {
    const owner = await own.account()
    const token = await createKey(own, ['read'], owner)
    const answers = async (origin: string) => {
      const call = await send('GET', '/api/labels', as(token, { origin }), undefined, own)
      const asked = await send('OPTIONS', '/api/labels', preflight({ origin }), undefined, own)
      return [call.statusCode, call.headers[ALLOW], asked.statusCode, asked.headers[ALLOW]]
    }
    if (allowed) expect(await answers(allowed)).toEqual([200, allowed, 204, allowed])
    const isOpen = apiOrigins === 'all'
    expect(await answers(other)).toEqual(isOpen ? [200, other, 204, other] : [403, undefined, 404, undefined])
  } finally {
    await own.close()
  }
})
