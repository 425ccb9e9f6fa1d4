import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#server/testing/factories.ts'
import { openData } from '#server/testing/open-data.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
  user = await t.account()
})
afterAll(() => t.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'PATCH'
const JSON_TYPE = 'application/json'

async function send(method: Method, url: string, payload?: string | Buffer, type = JSON_TYPE) {
  const response = await t.app.http.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${user.token}`,
      ...(payload !== undefined && type && { 'content-type': type }),
    },
    ...(payload !== undefined && { payload }),
  })
  const isJson = String(response.headers['content-type'] ?? '').startsWith(JSON_TYPE)
  return {
    status: response.statusCode,
    body: isJson && response.body ? JSON.parse(response.body) : response.body,
    headers: response.headers,
  }
}

/** Endpoints of different kinds: public, with a union, with a deep schema. */
const TARGETS = ['/api/site-settings', '/api/campaigns', '/api/local-results/1/delete'] as const

const ERROR_BODY = { code: expect.any(String), message: expect.any(String), request_id: expect.any(String) }

const suite = openData('security/JSONTestSuite/test_parsing')
const files = (prefix: string) =>
  suite ? readdirSync(suite).filter((name) => name.startsWith(prefix) && name.endsWith('.json')) : []

describe.skipIf(suite === null)('the public collection of JSON texts', () => {
  it('exists', () => {
    expect(files('n_').length).toBeGreaterThan(180)
    expect(files('y_').length).toBeGreaterThan(90)
  })

  it.each(TARGETS)('has its malformed texts refused by %s', async (url) => {
    for (const name of files('n_')) {
      const { status, body } = await send('POST', url, readFileSync(join(suite as string, name)))
      // An empty text counts as no body, which is a matter of the fields.
      expect([name, status]).toEqual([name, name === 'n_structure_no_data.json' ? 422 : 400])
      expect(body).toMatchObject(ERROR_BODY)
    }
  })

  it.each(TARGETS)(
    'has its valid and ambiguous texts parsed by %s and refused for their fields',
    async (url) => {
      for (const name of [...files('y_'), ...files('i_')]) {
        const { status, body } = await send('POST', url, readFileSync(join(suite as string, name)))
        expect([name, name.startsWith('y_') ? [422] : [400, 422]]).toEqual([
          name,
          expect.arrayContaining([status]),
        ])
        expect(body).toMatchObject(ERROR_BODY)
      }
    },
  )
})

describe('a body', () => {
  it.each([
    ['half a document', '{"name":'],
    ['two documents', '{}{}'],
    ['a comment', '/* x */{}'],
    ['single quotes', `{'a':1}`],
    ['a prototype key', '{"__proto__":{"isAdmin":true}}'],
    ['a nested prototype key', '{"search":{"__proto__":{"x":1}}}'],
    ['a constructor path', '{"constructor":{"prototype":{"x":1}}}'],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22])],
  ])('that is %s is refused', async (_what, payload) => {
    const { status, body } = await send('POST', '/api/campaigns', payload)
    expect([status, body.code]).toEqual([400, 'bad_request'])
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  it.each(['null', '5', '"x"', '[]', 'true', '{}', '[[{}]]', ' {"name":[],"type":{},"search":5} '])(
    'of the wrong shape gets an error that names its fields: %s',
    async (payload) => {
      const { status, body } = await send('POST', '/api/campaigns', payload)
      expect([status, body.code, typeof body.fields]).toEqual([422, 'validation_failed', 'object'])
    },
  )

  it('of 10 MB is too large, with or without a Content-Length', async () => {
    const payload = JSON.stringify({ name: 'x'.repeat(10_000_000) })
    const { status, body } = await send('POST', '/api/campaigns', payload)
    expect([status, body.code]).toEqual([413, 'payload_too_large'])
    const chunked = await fetch(`${await t.listen()}/api/campaigns`, {
      method: 'POST',
      headers: { 'content-type': JSON_TYPE, authorization: `Bearer ${user.token}` },
      body: new Blob([payload]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(chunked.status).toBe(413)
  })

  it.each([
    ['arrays', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['filter groups', `{"filter":${'{"and":['.repeat(5000)}{}${']}'.repeat(5000)}}`],
    ['a search', `{"name":"x","type":"people","search":{"a":${'['.repeat(5000)}${']'.repeat(5000)}}}`],
  ])('of deeply nested %s is refused', async (_what, payload) => {
    for (const url of [...TARGETS, '/api/local-results/1', '/api/quotes']) {
      const { status, body } = await send('POST', url, payload)
      expect([status, body.code]).toEqual([422, 'validation_failed'])
    }
  })

  it.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/octet-stream', 415],
    ['application/json-seq', 415],
    ['', 415],
    ['nonsense', 415],
    ['application/json; charset=utf-8', 422],
    ['APPLICATION/JSON', 422],
  ])('sent as "%s" answers %i', async (type, expected) => {
    const { status, body } = await send('POST', '/api/campaigns', '{"name":"x"}', type)
    expect([status, body.code]).toEqual([
      expected,
      expected === 415 ? 'unsupported_media_type' : 'validation_failed',
    ])
  })

  it.each([
    ['NUL in a value', '{"name":"a\\u0000b","type":"people","search":{}}', 'name'],
    ['NUL in a key', '{"name":"a","type":"people","search":{"a\\u0000":1}}', 'search'],
    ['a lone surrogate in a value', '{"name":"a\\ud800b","type":"people","search":{}}', 'name'],
    [
      'a deeply nested lone surrogate',
      '{"name":"a","type":"people","search":{"keywords":"\\udc00"}}',
      'search.keywords',
    ],
    ['a lone surrogate in a key', '{"name":"a","type":"people","search":{"\\udfff":1}}', 'search'],
  ])('with %s is refused', async (_what, payload, field) => {
    const { status, body } = await send('POST', '/api/campaigns', payload)
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]])
  })
})

/** The reply to bytes on a connection of their own. */
async function sendRaw(request: string): Promise<string> {
  const { port } = t.app.http.server.address() as { port: number }
  return new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('data', (data) => {
      text += data
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

describe('an address', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api/campaigns/1/2/3'],
    ['GET', '/api'],
    ['POST', '/api/me/x'],
    ['PATCH', '/api/campaigns/1'],
    ['DELETE', '/api/campaigns'],
    ['GET', '/auth/login'],
    ['OPTIONS', '/api/campaigns'],
    ['GET', '/api/campaigns/..%2f..%2fetc%2fpasswd'],
    ['GET', '/assets/..%2f..%2f..%2fpackage.json'],
    ['GET', '/assets/%2e%2e/%2e%2e/package.json'],
    ['GET', '//api/me'],
    ['GET', `/api/campaigns/${'9'.repeat(301)}`],
    ['GET', `/api/${'x'.repeat(100_000)}`],
    ['GET', `/${'a/'.repeat(5000)}`],
    ['GET', '/api/campaigns/9007199254740993'],
    ['GET', '/api/campaigns/1e3'],
    ['GET', '/api/campaigns/%00'],
    ['GET', '/api/runs/NaN'],
    ['POST', '/api/pets-results/1'],
    ['GET', '/api/constructor-results/1/1'],
  ] as const)('that does not exist: %s %.60s', async (method, url) => {
    const { status, body } = await send(method, url)
    expect(status).toBe(404)
    expect(body).toMatchObject({ ...ERROR_BODY, code: 'not_found' })
  })

  it.each(['/api/campaigns/%E0%A4%A', '/%', '/api/%zz'])('that cannot be parsed: %s', async (url) => {
    const { status, body } = await send('GET', url)
    expect([status, body.code, body.request_id]).toEqual([400, 'bad_request', expect.any(String)])
  })

  it('answers HEAD like GET without a body, and not for streams', async () => {
    expect(await send('HEAD', '/healthz')).toMatchObject({ status: 200, body: '' })
    expect((await send('HEAD', '/api/events')).status).toBe(404)
  })

  it.each([
    ['/api/campaigns?page=1&page=2', 'page'],
    ['/api/campaigns?limit=abc', 'limit'],
    ['/api/campaigns?search=%00', 'search'],
    [`/api/campaigns?search=${'x'.repeat(201)}`, 'search'],
    ['/api/campaigns?type[]=local', 'type[]'],
    ['/api/campaigns?constructor=2', 'constructor'],
    ['/api/campaigns?__proto__=1', '_'],
    ['/api/runs?list_id=1.5', 'list_id'],
    ['/api/wallet/ledger?run_id=1.5', 'run_id'],
    ['/api/wallet/ledger?run_id=1e30', 'run_id'],
    ['/api/runs?active=maybe', 'active'],
  ])('with a strange query is answered in time: %s', async (url, field) => {
    const { status, body } = await send('GET', url)
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]])
  })

  it.each(['TRACE / HTTP/1.1', 'FOO / HTTP/1.1', 'GET / HTTP/9.9', 'GET\0/ HTTP/1.1', '\x16\x03\x01\x00'])(
    'with malformed HTTP closes the connection: %j',
    async (line) => {
      const reply = await sendRaw(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect(reply).toMatch(/^HTTP\/1\.1 (400|404|405|505) /)
      // One error shape, also before any handler.
      const body = JSON.parse(reply.split('\r\n\r\n')[1] ?? '')
      expect(body).toMatchObject({
        code: expect.any(String),
        message: expect.any(String),
        request_id: expect.any(String),
      })
    },
  )

  it.each([
    ['Host: x', 200],
    ['Host: x\r\nhost: y', 400],
    ['Host: x\r\nHost: x', 400],
  ])('with the lines %j answers %i', async (lines, status) => {
    await t.listen().catch(() => {})
    const reply = await sendRaw(`GET /healthz HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`)
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })
})
