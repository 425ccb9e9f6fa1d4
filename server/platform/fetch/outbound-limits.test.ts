import type { RequestListener } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { startLocalServer } from '#server/testing/local-server.ts'
import { createOutbound } from './outbound.ts'

const MB = 1024 * 1024
const outbound = createOutbound({ userAgent: 'test', allowLoopback: true })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error) => error.code ?? String(error),
  )

const encoded =
  (encoding: string, body: Uint8Array): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(body)
  }

/** Reads a body and returns how many bytes came before it ended or failed. */
async function readUntilEnd(url: string, maxBytes: number) {
  const response = await outbound.fetch(url, { maxBytes })
  let bytes = 0
  try {
    for await (const chunk of response.stream()) bytes += chunk.length
  } catch (error) {
    return { bytes, code: (error as { code?: string }).code }
  }
  return { bytes, code: 'no error' }
}

describe('compressed bodies', () => {
  const text = 'Grüße '.repeat(5000)
  const bytes = Buffer.from(text)

  test.each([
    ['gzip', gzipSync(bytes)],
    ['x-gzip', gzipSync(bytes)],
    ['deflate', deflateSync(bytes)],
    ['br', brotliCompressSync(bytes)],
    ['zstd', zstdCompressSync(bytes)],
    ['GZIP, identity', gzipSync(bytes)],
    ['gzip, br', brotliCompressSync(gzipSync(bytes))],
    ['utf-8', bytes],
  ])('%s is decoded', async (encoding, body) => {
    const server = await startLocalServer(encoded(encoding, body))
    expect(await (await outbound.fetch(server.url)).text()).toBe(text)
  })

  test('requests only the encodings it can decode', async () => {
    const server = await startLocalServer((request, response) =>
      response.end(request.headers['accept-encoding']),
    )
    expect(await (await outbound.fetch(server.url)).text()).toBe('gzip, br, zstd')
  })

  test.each([
    ['cut short', 'gzip', gzipSync(bytes).subarray(0, 40)],
    ['not compressed at all', 'gzip', bytes],
    ['compressed three times', 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(bytes)))],
  ])('a body %s is a network error', async (_what, encoding, body) => {
    const server = await startLocalServer(encoded(encoding, body))
    const response = await outbound.fetch(server.url)
    expect(await codeOf(response.text())).toBe('network')
  })

  test('an empty body declared as compressed is empty', async () => {
    const server = await startLocalServer((request, response) => {
      response.writeHead(request.url === '/204' ? 204 : 200, { 'content-encoding': 'gzip' }).end()
    })
    for (const [path, method] of [
      ['/', 'GET'],
      ['/204', 'GET'],
      ['/', 'HEAD'],
    ] as const) {
      expect(await (await outbound.fetch(server.url + path, { method })).text()).toBe('')
    }
  })
})

describe('size', () => {
  const bomb = Buffer.alloc(64 * MB)

  test.each([
    ['gzip', gzipSync(bomb)],
    ['br', brotliCompressSync(bomb, { params: { 1: 1 } })],
    ['zstd', zstdCompressSync(bomb)],
    ['gzip, gzip', gzipSync(gzipSync(bomb))],
  ])('a %s bomb stops at the limit of the decoded body', async (encoding, body) => {
    expect(body.length).toBeLessThan(MB / 8)
    const server = await startLocalServer(encoded(encoding, body))
    const { bytes, code } = await readUntilEnd(server.url, MB)
    expect(code).toBe('too_large')
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(MB)
  })

  test('a compressed stream that never yields a byte is stopped too', async () => {
    const header = gzipSync('').subarray(0, 10)
    const emptyBlock = Buffer.from([0, 0, 0, 0xff, 0xff])
    const server = await startLocalServer(
      endless(Buffer.concat(Array(10_000).fill(emptyBlock)), { 'content-encoding': 'gzip' }, header).listener,
    )
    expect(await readUntilEnd(server.url, MB)).toEqual({ bytes: 0, code: 'too_large' })
  })

  test('a declared gigabyte is refused before its body', async () => {
    const server = await startLocalServer((_request, response) => {
      response.writeHead(200, { 'content-length': String(1024 * MB) }).write('x')
    })
    expect(await codeOf(outbound.fetch(server.url))).toBe('too_large')
  })

  test('an undeclared gigabyte is cut off soon after the limit', async () => {
    const source = endless(Buffer.alloc(64 * 1024), {}, Buffer.alloc(0), 1024 * MB)
    const server = await startLocalServer(source.listener)
    const { bytes, code } = await readUntilEnd(server.url, MB)
    expect([code, bytes <= MB]).toEqual(['too_large', true])
    await source.closed
    expect(source.sent()).toBeLessThan(64 * MB)
  })

  test('exactly the limit is accepted, one byte more is not', async () => {
    const server = await startLocalServer((request, response) => {
      response.write('x'.repeat(999))
      response.end(request.url === '/more' ? 'xx' : 'x')
    })
    expect(await readUntilEnd(server.url, 1000)).toEqual({ bytes: 1000, code: 'no error' })
    expect((await readUntilEnd(`${server.url}/more`, 1000)).code).toBe('too_large')
  })

  test('endless headers are refused', async () => {
    const server = await startLocalServer((request) => {
      request.socket.write('HTTP/1.1 200 OK\r\n')
      const line = `x: ${'y'.repeat(1000)}\r\n`
      const more = () => {
        if (!request.socket.destroyed) request.socket.write(line.repeat(20), more)
      }
      request.socket.on('error', () => {})
      more()
    })
    expect(await codeOf(outbound.fetch(server.url))).toBe('too_large')
  })
})

/**
 * Answers with the same chunk again and again, as fast as it is read, until the other side closes or `total` is
 * sent.
 */
function endless(
  chunk: Buffer,
  headers: Record<string, string>,
  start: Buffer,
  total = Number.POSITIVE_INFINITY,
) {
  let sent = 0
  const closed = Promise.withResolvers<void>()
  const listener: RequestListener = (_request, response) => {
    response.writeHead(200, headers).write(start.length > 0 ? start : chunk)
    response.on('close', closed.resolve)
    const more = () => {
      while (!response.destroyed && sent < total) {
        sent += chunk.length
        if (!response.write(chunk)) return response.once('drain', more)
      }
      return response.end()
    }
    more()
  }
  return { listener, closed: closed.promise, sent: () => sent }
}
