import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { startLocalServer } from '#server/testing/local-server.ts'
import { createOutbound, type OutboundOptions } from './outbound.ts'

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error) => error.code ?? String(error),
  )

/** A server that answers its n-th request with the n-th listener, and all further ones with the last. */
async function startScript(...listeners: RequestListener[]) {
  let requested = 0
  const waits: number[] = []
  const server = await startLocalServer((request, response) => {
    listeners[Math.min(requested++, listeners.length - 1)]!(request, response)
  })
  const outbound = createOutbound({
    userAgent: 'test',
    allowLoopback: true,
    sleep: async (ms) => {
      waits.push(ms)
    },
  })
  const get = (options: OutboundOptions = {}) =>
    outbound.fetch(server.url, { retry: { attempts: 3 }, ...options })
  return { get, waits, requested: () => requested }
}

const busy: RequestListener = (_request, response) => response.writeHead(503).end('busy')
const limited =
  (retryAfter: string): RequestListener =>
  (_request, response) =>
    response.writeHead(429, { 'retry-after': retryAfter }).end()
const reset: RequestListener = (request) => request.socket.destroy()
const fine: RequestListener = (_request, response) => response.end('fine')

describe('retries', () => {
  test('503 and network errors are retried, waiting longer each time', async () => {
    const { get, waits, requested } = await startScript(busy, reset, fine)
    expect(await (await get()).text()).toBe('fine')
    expect(requested()).toBe(3)
    expect(waits).toHaveLength(2)
    expect(waits[0]).toBeGreaterThanOrEqual(125)
    expect(waits[0]).toBeLessThanOrEqual(250)
    expect(waits[1]).toBeGreaterThanOrEqual(250)
    expect(waits[1]).toBeLessThanOrEqual(500)
  })

  test('Retry-After is respected', async () => {
    const { get, waits } = await startScript(limited('7'), fine)
    expect((await get()).ok).toBe(true)
    expect(waits[0]).toBeGreaterThanOrEqual(7000)
    expect(waits[0]).toBeLessThanOrEqual(7700)
  })

  test('a wait beyond the timeout is not started: the response is returned', async () => {
    const { get, waits } = await startScript(limited('3600'))
    const response = await get({ timeoutMs: 5000 })
    expect([response.status, response.headers['retry-after'], waits]).toEqual([429, '3600', []])
    response.discard()
  })

  test('after the last try the response or error is the result', async () => {
    const still = await startScript(busy)
    expect(await (await still.get()).text()).toBe('busy')
    expect(still.requested()).toBe(3)
    const down = await startScript(reset)
    expect(await codeOf(down.get())).toBe('network')
    expect(down.requested()).toBe(3)
  })

  test('nothing is retried by default', async () => {
    const { get, requested } = await startScript(busy, fine)
    const response = await get({ retry: undefined })
    expect([response.status, requested()]).toEqual([503, 1])
    response.discard()
  })

  test.each(['POST', 'PATCH'])('%s is never sent twice', async (method) => {
    const answered = await startScript(busy, fine)
    const response = await answered.get({ method, body: 'x' })
    expect([response.status, answered.requested()]).toEqual([503, 1])
    response.discard()
    const cut = await startScript(reset, fine)
    expect(await codeOf(cut.get({ method, body: 'x' }))).toBe('network')
    expect(cut.requested()).toBe(1)
  })

  test.each([500, 404, 401])('status %s is returned, not retried', async (status) => {
    const { get, requested } = await startScript(
      (_request, response) => response.writeHead(status).end(),
      fine,
    )
    const response = await get()
    expect([response.status, requested()]).toEqual([status, 1])
    response.discard()
  })

  test('a refused address and a wrong URL are not retried', async () => {
    const waits: number[] = []
    const sleep = async (ms: number) => {
      waits.push(ms)
    }
    const outbound = createOutbound({ userAgent: 'test', sleep })
    const options = { retry: { attempts: 3 } }
    expect(await codeOf(outbound.fetch('http://127.0.0.1/', options))).toBe('blocked_address')
    expect(await codeOf(outbound.fetch('file:///etc/passwd', options))).toBe('bad_url')
    expect(waits).toEqual([])
  })

  test('aborting the request ends the wait', async () => {
    const controller = new AbortController()
    const server = await startLocalServer((_request, response) => {
      response.writeHead(503, { 'retry-after': '20' }).end(() => setImmediate(() => controller.abort()))
    })
    const outbound = createOutbound({ userAgent: 'test', allowLoopback: true })
    const work = outbound.fetch(server.url, { retry: { attempts: 2 }, signal: controller.signal })
    expect(await codeOf(work)).toBe('aborted')
  })
})
