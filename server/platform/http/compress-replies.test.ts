import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { login } from '#contract/identity/auth.ts'
import { me } from '#contract/identity/me.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { chooseEncoding } from './compress-replies.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

const get = (url: string, encoding?: string, method: 'GET' | 'HEAD' = 'GET', more = {}) =>
  t.app.http.inject({
    method,
    url,
    headers: { ...(encoding && { 'accept-encoding': encoding }), ...more },
  })

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['br;q=0.0, gzip;q=0.5', 'gzip'],
  ['gzip;q=0', null],
  ['*', 'gzip'],
  ['gzip;q=0, *', null],
  ['x-gzip', null],
] as const)('the encoding for "%s" is %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})

it('compresses the OpenAPI document and other long replies for whoever accepts it', async () => {
  const plain = await get('/api/openapi.json')
  expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined])
  const gzipped = await get('/api/openapi.json', 'gzip')
  const brotli = await get('/api/openapi.json', 'gzip, deflate, br')
  expect([gzipped, brotli].map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', 'br'])
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain.body)
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 8)
  for (const reply of [plain, gzipped, brotli]) expect(reply.headers.vary).toContain('Accept-Encoding')
  expect(Number(brotli.headers['content-length'])).toBe(brotli.rawPayload.length)
})

it('answers a HEAD with the headers of the compressed reply', async () => {
  const head = await get('/api/openapi.json', 'br', 'HEAD')
  const whole = await get('/api/openapi.json', 'br')
  expect(head.rawPayload).toHaveLength(0)
  expect(head.headers['content-encoding']).toBe('br')
  expect(head.headers['content-length']).toBe(whole.headers['content-length'])
})

it('compresses pages, also those that say that there is none', async () => {
  const [plain, page] = [await get('/audit'), await get('/audit', 'gzip, br')]
  expect([plain, page].map(({ headers }) => [headers['content-type'], headers['content-encoding']])).toEqual([
    ['text/html; charset=utf-8', undefined],
    ['text/html; charset=utf-8', 'br'],
  ])
  expect(page.headers.vary).toContain('Accept-Encoding')
  const withoutNonce = (html: string) => html.replaceAll(/nonce="[^"]*"/g, '')
  expect(withoutNonce(brotliDecompressSync(page.rawPayload).toString())).toBe(withoutNonce(plain.body))
})

it('sends short replies and errors as they are', async () => {
  const user = await t.account()
  const short = await get('/api/notifications/count', 'br', 'GET', { authorization: `Bearer ${user.token}` })
  const refused = await t.call(login, { body: { email: 'a', password: 'b' } }, null, {
    headers: { 'accept-encoding': 'br' },
  })
  expect([short.headers['content-encoding'], refused.headers['content-encoding']]).toEqual([
    undefined,
    undefined,
  ])
  expect((await t.call(me, {}, user)).headers.vary ?? '').not.toContain('Accept-Encoding')
})

it('never holds back the events of a stream', async () => {
  const user = await t.account()
  const origin = await t.listen()
  const stop = new AbortController()
  const response = await fetch(`${origin}/api/events`, {
    headers: { authorization: `Bearer ${user.token}`, 'accept-encoding': 'br, gzip' },
    signal: stop.signal,
  })
  expect(response.headers.get('content-encoding')).toBeNull()
  const { value } = (await response.body?.getReader().read()) ?? {}
  expect(new TextDecoder().decode(value)).toContain('hello')
  stop.abort()
})
