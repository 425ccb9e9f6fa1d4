import { text as readText } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { startLocalServer } from '#server/testing/local-server.ts'
import { createOutbound, type OutboundSetup } from './outbound.ts'

const open = (setup: Partial<OutboundSetup> = {}) =>
  createOutbound({ userAgent: 'leadwright-test/1', allowLoopback: true, ...setup })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error) => error.code ?? String(error),
  )

describe('a request', () => {
  test('sends method, headers and body, and identifies itself', async () => {
    const server = await startLocalServer(async (request, response) => {
      const body = await readText(request)
      response.end(
        JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }),
      )
    })
    const response = await open().fetch(`${server.url}/a%20b?q=1#part`, {
      method: 'post',
      headers: { 'X-Api-Key': 'k', Host: 'evil.example', 'Content-Length': '1' },
      body: '{"ä":1}',
    })
    expect(await response.json()).toMatchObject({
      method: 'POST',
      url: '/a%20b?q=1',
      body: '{"ä":1}',
      headers: {
        host: `127.0.0.1:${server.port}`,
        'x-api-key': 'k',
        'user-agent': 'leadwright-test/1',
        'content-length': '8',
      },
    })
  })

  test('returns status, joined headers and the URL without its fragment', async () => {
    const server = await startLocalServer((_request, response) => {
      response
        .writeHead(
          404,
          [
            ['X-Two', 'a'],
            ['X-Two', 'b'],
          ].flat(),
        )
        .end('gone')
    })
    const response = await open().fetch(`${server.url}/x#y`)
    expect(response).toMatchObject({ status: 404, ok: false, url: `${server.url}/x` })
    expect(response.headers).toMatchObject({ 'x-two': 'a, b' })
    expect(await response.text()).toBe('gone')
  })

  test('streams chunk by chunk, and leaving early closes the connection', async () => {
    const closed = Promise.withResolvers<void>()
    const server = await startLocalServer((_request, response) => {
      response.on('close', closed.resolve).write('first')
    })
    const response = await open().fetch(server.url)
    for await (const chunk of response.stream()) {
      expect(Buffer.from(chunk).toString()).toBe('first')
      break
    }
    await closed.promise
  })

  test('discard closes the connection', async () => {
    const closed = Promise.withResolvers<void>()
    const server = await startLocalServer((_request, response) => {
      response.on('close', closed.resolve).write('first')
    })
    const response = await open().fetch(server.url)
    response.discard()
    await closed.promise
    await expect(response.text()).rejects.toThrow(TypeError)
  })

  test('a body can be read once', async () => {
    const server = await startLocalServer((_request, response) => response.end('x'))
    const response = await open().fetch(server.url)
    expect(await response.text()).toBe('x')
    await expect(response.bytes()).rejects.toThrow(TypeError)
  })

  test.each([
    ['text/html; charset=iso-8859-1', [0xe4], 'ä'],
    ['text/html; charset="windows-1252"', [0x80], '€'],
    ['text/html; charset=utf-16le', [0xe4, 0], 'ä'],
    ['text/html', [0xc3, 0xa4], 'ä'],
    ['text/html; charset=nonsense', [0xc3, 0xa4], 'ä'],
  ])('decodes text as %s', async (type, bytes, expected) => {
    const server = await startLocalServer((_request, response) => {
      response.writeHead(200, { 'content-type': type }).end(Buffer.from(bytes))
    })
    expect(await (await open().fetch(server.url)).text()).toBe(expected)
  })

  test('close waits for the running request', async () => {
    const outbound = open()
    const server = await startLocalServer((_request, response) => response.end('done'))
    const response = await outbound.fetch(server.url)
    const closing = outbound.close()
    expect(await response.text()).toBe('done')
    await closing
  })
})

describe('failures', () => {
  test('a refused connection, a missing name, a reset and missing TLS are network errors', async () => {
    const server = await startLocalServer((request) => request.socket.destroy())
    const outbound = open({ lookup: () => Promise.reject(new Error('no such name')) })
    expect(await codeOf(outbound.fetch('http://127.0.0.1:1/'))).toBe('network')
    expect(await codeOf(outbound.fetch('http://gone.example/'))).toBe('network')
    expect(await codeOf(outbound.fetch(server.url))).toBe('network')
    expect(await codeOf(outbound.fetch(server.url.replace('http', 'https')))).toBe('network')
  })

  test('a body cut short is a network error', async () => {
    const server = await startLocalServer((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"half":', () => request.socket.destroy())
    })
    const response = await open().fetch(server.url)
    expect(await codeOf(response.text())).toBe('network')
  })

  test('a body that is not JSON is a SyntaxError', async () => {
    const server = await startLocalServer((_request, response) => response.end('<html>'))
    const response = await open().fetch(server.url)
    await expect(response.json()).rejects.toThrow(SyntaxError)
  })

  test('no message contains an address, path or query', async () => {
    const error = await open({ allowLoopback: false })
      .fetch('http://127.0.0.1/path?key=secret')
      .catch((reason: Error) => reason)
    expect(String(error)).toBe('OutboundError: The address is not on the public internet')
  })
})

describe('time', () => {
  test('a server that drips bytes hits the total timeout', async () => {
    const server = await startLocalServer((_request, response) => {
      const drip = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drip))
    })
    const response = await open().fetch(server.url, { timeoutMs: 300 })
    expect(await codeOf(response.text())).toBe('timeout')
  })

  test('so do missing headers, a chain of slow redirects and a slow name lookup', async () => {
    const silent = await startLocalServer(() => {})
    const slow = await startLocalServer(({ url }, response) => {
      // Another address each time: one that was asked before ends the chain.
      setTimeout(() => response.writeHead(302, { location: `${url}-next` }).end(), 40)
    })
    const outbound = open({ lookup: () => new Promise(() => {}) })
    expect(await codeOf(outbound.fetch(silent.url, { timeoutMs: 100 }))).toBe('timeout')
    expect(await codeOf(outbound.fetch(slow.url, { timeoutMs: 100 }))).toBe('timeout')
    const patient = { timeoutMs: 100, connectTimeoutMs: 120_000 }
    expect(await codeOf(outbound.fetch('http://slow.example/', patient))).toBe('timeout')
  })

  test('an unread body is released at the timeout', async () => {
    const closed = Promise.withResolvers<void>()
    const server = await startLocalServer((_request, response) => {
      response.on('close', closed.resolve).write('.')
    })
    const response = await open().fetch(server.url, { timeoutMs: 100 })
    await closed.promise
    expect(await codeOf(response.text())).toBe('timeout')
  })

  test('connecting has its own limit', async () => {
    const outbound = open({ lookup: () => new Promise(() => {}) })
    const options = { connectTimeoutMs: 50, timeoutMs: 20_000 }
    expect(await codeOf(outbound.fetch('http://slow.example/', options))).toBe('timeout')
  })

  test('the caller can abort: before, while waiting and while reading', async () => {
    const server = await startLocalServer((request, response) => {
      if (request.url === '/body') response.write('.')
    })
    expect(await codeOf(open().fetch(server.url, { signal: AbortSignal.abort() }))).toBe('aborted')
    expect(server.connections()).toBe(0)

    const waiting = new AbortController()
    const pending = codeOf(open().fetch(server.url, { signal: waiting.signal }))
    waiting.abort()
    expect(await pending).toBe('aborted')

    const reading = new AbortController()
    const response = await open().fetch(`${server.url}/body`, { signal: reading.signal })
    const text = codeOf(response.text())
    reading.abort()
    expect(await text).toBe('aborted')
  })
})

describe('hostMap', () => {
  test('reaches a mapped name over plain HTTP on loopback, for both schemes, and keeps its URL', async () => {
    const server = await startLocalServer((request, response) => response.end(request.headers.host))
    const outbound = createOutbound({
      userAgent: 'x',
      hostMap: { 'acme.example': `127.0.0.1:${server.port}` },
    })
    for (const url of ['http://acme.example/', 'https://ACME.example/', 'https://acme.example:8443/']) {
      const response = await outbound.fetch(url)
      expect([response.url, await response.text()]).toEqual([new URL(url).href, new URL(url).host])
    }
    expect(await codeOf(outbound.fetch(server.url))).toBe('blocked_address')
  })
})
