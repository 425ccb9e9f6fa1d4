import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { silentLog } from '../log.ts'
import { publicRoute } from './route.ts'
import { createHttpServer } from './server.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
type Method = (typeof METHODS)[number] | 'HEAD'

/** A server with one call of each method that counts its requests. */
async function server(trustProxy: boolean) {
  let reached = 0
  const reply = z.object({ ok: z.boolean() })
  const routes = METHODS.map((method) =>
    publicRoute(
      defineEndpoint({
        name: method,
        method,
        path: '/thing',
        access: 'public',
        tag: 'x',
        summary: 'x',
        reply,
      }),
      async () => {
        reached += 1
        return { ok: true }
      },
    ),
  )
  const http = await createHttpServer(routes, {
    db: null as never,
    log: silentLog(),
    strictReplies: true,
    secretBox: null as never,
    countCall: async () => null,
    trustProxy,
    findActor: async () => null,
    endReason: async () => null,
  })
  return { http, reached: () => reached }
}

let plain: Awaited<ReturnType<typeof server>>
let behind: Awaited<ReturnType<typeof server>>
beforeAll(async () => {
  plain = await server(false)
  behind = await server(true)
})
afterAll(() => Promise.all([plain.http.close(), behind.http.close()]))

const send = (http: FastifyInstance, method: Method, headers: Record<string, string>) =>
  http.inject({ method, url: '/thing', headers: { host: 'leads.example:3000', ...headers } })

const SAME = 'http://leads.example:3000'

describe('a change', () => {
  it.each<[string, Record<string, string>]>([
    ['without an Origin, as programs send it', {}],
    ['of the same origin', { origin: SAME, 'sec-fetch-site': 'same-origin' }],
    ['of the same origin from a browser without Sec-Fetch-Site', { origin: SAME }],
    ['of the same host in upper case', { host: 'LEADS.example:3000', origin: SAME }],
    ['behind a proxy that ends TLS and keeps the host', { host: 'a.example', origin: 'https://a.example' }],
    ['of an IPv6 address', { host: '[::1]:3000', origin: 'http://[::1]:3000' }],
    ["of the protocol's default port", { host: 'a.example:80', origin: 'http://a.example' }],
  ])('%s passes', async (_what, headers) => {
    for (const method of METHODS) expect((await send(plain.http, method, headers)).statusCode).toBe(200)
  })

  it.each<[string, Record<string, string>]>([
    ['of another host', { origin: 'http://evil.example' }],
    ['of another port', { origin: 'http://leads.example:3001' }],
    ['of a subdomain', { origin: 'http://x.leads.example:3000' }],
    ['of a host with the same prefix', { origin: 'http://leads.example:3000.evil.example' }],
    ['of an opaque origin', { origin: 'null' }],
    ['of a file', { origin: 'file://' }],
    ['of an extension', { origin: 'chrome-extension://abcdef' }],
    ['of an unreadable Origin', { origin: '::' }],
    ['of an empty Origin', { origin: '' }],
    ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['that the browser calls cross-site, with our Origin', { origin: SAME, 'sec-fetch-site': 'cross-site' }],
    [
      'with a host that only a proxy could know',
      { origin: 'http://a.example', 'x-forwarded-host': 'a.example' },
    ],
  ])('%s is refused before anything happens', async (_what, headers) => {
    const before = plain.reached()
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const answer = await send(plain.http, method, headers)
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        { code: 'forbidden', message: 'Pages on other sites can’t do this', request_id: expect.any(String) },
      ])
    }
    expect(plain.reached()).toBe(before)
  })

  it('is refused at an address that does not exist, too', async () => {
    const headers = { origin: 'http://evil.example', host: 'leads.example' }
    const answer = await plain.http.inject({ method: 'POST', url: '/nothing', headers })
    expect(answer.statusCode).toBe(403)
  })
})

it.each(['GET', 'HEAD'] as const)('%s allows other origins, because links lead here', async (method) => {
  const headers = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await send(plain.http, method, headers)).statusCode).toBe(200)
})

describe('behind a trusted proxy', () => {
  const forwarded = { 'x-forwarded-host': 'a.example', 'x-forwarded-proto': 'https' }

  it.each<[string, Record<string, string>, number]>([
    ['the public host', { ...forwarded, origin: 'https://a.example' }, 200],
    [
      'the public host with its port',
      { 'x-forwarded-host': 'a.example:8443', origin: 'https://a.example:8443' },
      200,
    ],
    [
      'the implied port',
      { ...forwarded, 'x-forwarded-host': 'a.example:443', origin: 'https://a.example' },
      200,
    ],
    ['the internal host', { ...forwarded, origin: SAME }, 403],
    ['another host', { ...forwarded, origin: 'https://evil.example' }, 403],
    ['another port', { ...forwarded, origin: 'https://a.example:8443' }, 403],
    ['no Origin', forwarded, 200],
    ['a proxy that forwards the host unchanged', { origin: SAME }, 200],
  ])('a change is accepted only from the forwarded host: %s', async (_what, headers, status) => {
    expect((await send(behind.http, 'POST', headers)).statusCode).toBe(status)
  })
})
