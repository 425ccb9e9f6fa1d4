import { text as readText } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { type LocalServer, startLocalServer } from '#server/testing/local-server.ts'
import { createOutbound, type OutboundOptions } from './outbound.ts'

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error) => error.code ?? String(error),
  )

/** Answers every name; `/n` redirects to `/n-1` down to `/0`, `/self` to itself, `/to?<url>` to the URL. */
async function startWeb(status = 302) {
  const seen: string[] = []
  const server: LocalServer = await startLocalServer(async (request, response) => {
    const body = await readText(request)
    seen.push(
      [request.method, request.headers.host, request.url, request.headers.authorization, body]
        .join(' ')
        .trim(),
    )
    const count = Number(request.url!.slice(1))
    const [, target] = /^\/to\?(.*)/.exec(request.url!) ?? []
    if (request.url === '/self') response.writeHead(status, { location: '/self' }).end()
    else if (target !== undefined) response.writeHead(status, { location: decodeURIComponent(target) }).end()
    else if (count > 0) response.writeHead(status, { location: `/${count - 1}` }).end()
    else response.end('arrived')
  })
  const names = ['acme.example', 'www.acme.example', 'other.example']
  const hostMap = Object.fromEntries(names.map((name) => [name, `127.0.0.1:${server.port}`]))
  const outbound = createOutbound({ userAgent: 'test', hostMap })
  const get = (url: string, options?: OutboundOptions) => outbound.fetch(url, options)
  return { seen, get, to: (url: string) => `http://acme.example/to?${encodeURIComponent(url)}` }
}

describe('redirects', () => {
  test('five are followed, the URL is the last one', async () => {
    const { get } = await startWeb()
    const response = await get('https://acme.example/5')
    expect([await response.text(), response.url]).toEqual(['arrived', 'https://acme.example/0'])
  })

  test('the sixth is refused, and a loop at once', async () => {
    const { get, seen } = await startWeb()
    expect(await codeOf(get('http://acme.example/6'))).toBe('too_many_redirects')
    expect(seen).toHaveLength(6)
    expect(await codeOf(get('http://acme.example/self'))).toBe('too_many_redirects')
    expect(seen).toHaveLength(7)
  })

  test('none: returns the redirect itself', async () => {
    const { get, seen } = await startWeb()
    const response = await get('http://acme.example/2', { redirects: 'none' })
    expect([response.status, response.ok, response.headers.location]).toEqual([302, false, '/1'])
    expect(seen).toHaveLength(1)
    response.discard()
  })

  test('same-site: follows inside the registrable domain and returns redirects that leave it', async () => {
    const { get, to, seen } = await startWeb()
    const inside = await get(to('https://www.acme.example/0'), { redirects: 'same-site' })
    expect([inside.status, await inside.text()]).toEqual([200, 'arrived'])
    const outside = await get(to('https://other.example/0'), { redirects: 'same-site' })
    expect([outside.status, outside.headers.location]).toEqual([302, 'https://other.example/0'])
    outside.discard()
    expect(seen.filter((line) => line.includes('other.example /0'))).toEqual([])
  })

  test('same-site applies to every step', async () => {
    const { get, to } = await startWeb()
    const viaSite = to(`http://www.acme.example/to?${encodeURIComponent('http://other.example/0')}`)
    const response = await get(viaSite, { redirects: 'same-site' })
    expect([response.status, response.url]).toEqual([302, expect.stringContaining('www.acme.example')])
    response.discard()
  })

  test('secrets stay with their origin', async () => {
    const { get, to, seen } = await startWeb()
    const headers = { authorization: 'Bearer secret' }
    for (const target of ['/0', 'http://other.example/0']) (await get(to(target), { headers })).discard()
    expect(seen.filter((line) => line.includes(' /0'))).toEqual([
      'GET acme.example /0 Bearer secret',
      'GET other.example /0',
    ])
  })

  test('a body is resent on the same origin and never to another', async () => {
    const { get, to, seen } = await startWeb(307)
    const post = { method: 'POST', body: 'hello' }
    const same = await get(to('/0'), post)
    expect(await same.text()).toBe('arrived')
    const other = await get(to('http://other.example/0'), post)
    expect(other.status).toBe(307)
    other.discard()
    expect(seen.filter((line) => line.includes(' /0'))).toEqual(['POST acme.example /0  hello'])
  })
})
