import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fineTunes } from '#contract/ai/ai-prompts.ts'
import { deleteTrainingText } from '#contract/ai/ai-training.ts'
import { calculateTrainingTokens } from '#contract/ai/ai-training-websites.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { deleteLabel } from '#contract/leads/labels.ts'
import { call } from './api.ts'
import { shell } from './endpoints.ts'
import { setToastSink, type Toast } from './toast.ts'
import { writeToken } from './token.ts'

const save = defineEndpoint({
  name: 'test.save',
  method: 'POST',
  path: '/api/things',
  access: {},
  tag: 'Test',
  summary: 'Saves',
  idempotent: true,
})

let toasts: Toast[]
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })
const headersOf = (index: number) => fetched.mock.calls[index]![1].headers as Record<string, string>

beforeEach(() => {
  toasts = []
  setToastSink((toast) => toasts.push(toast))
  writeToken(null)
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Awaits a call whose retries use fake timers, and together take less than a minute. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  await vi.advanceTimersByTimeAsync(60_000)
  return promise
}

test('fills the path, the query and the bearer token', async () => {
  writeToken('secret')
  fetched.mockImplementation(async () => json(200, { data: { id: 7 } }))
  await call(deleteLabel, { params: { id: 7 } })
  await call(shell.runs, { query: { page: 2, active: true } })
  expect(fetched.mock.calls.map(([url, init]) => [init.method, url])).toEqual([
    ['DELETE', '/api/labels/7'],
    ['GET', '/api/runs?page=2&active=true'],
  ])
  expect(headersOf(0).authorization).toBe('Bearer secret')
  expect(headersOf(0)['idempotency-key']).toBeUndefined()
})

test('each keyed call gets a new key and keeps it when it is retried', async () => {
  fetched.mockImplementationOnce(async () => {
    throw new TypeError('offline')
  })
  fetched.mockImplementation(async () => json(200, {}))
  await settled(call(save))
  await settled(call(save))
  await settled(call(save, { idempotencyKey: 'mine' }))
  const keys = fetched.mock.calls.map((_, index) => headersOf(index)['idempotency-key'])
  expect(keys).toHaveLength(4)
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[1])
  expect(keys[3]).toBe('mine')
})

test('retries reads after 503, but no other calls', async () => {
  const busy = async () => json(503, { code: 'unavailable', message: 'Down' })
  fetched.mockImplementationOnce(busy).mockImplementation(async () => json(200, { data: [] }))
  await settled(call(shell.runs))
  expect(fetched).toHaveBeenCalledTimes(2)
  fetched.mockReset().mockImplementation(busy)
  await expect(settled(call(deleteLabel, { params: { id: 1 } }))).rejects.toMatchObject({ status: 503 })
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('turns an error response into an ApiError with its fields and request id', async () => {
  const body = {
    code: 'validation_failed',
    message: 'No',
    fields: { name: 'Field is required' },
    request_id: 'r1',
  }
  fetched.mockImplementation(async () => json(422, body))
  await expect(call(save)).rejects.toMatchObject({
    code: 'validation_failed',
    status: 422,
    fields: { name: 'Field is required' },
    requestId: 'r1',
  })
})

test('turns an error response without our format into a usable error', async () => {
  fetched.mockImplementation(async () => new Response('<html>Bad gateway</html>', { status: 404 }))
  await expect(call(shell.runs)).rejects.toMatchObject({ code: 'unexpected', status: 404 })
})

test('shows messages as toasts only when someone is signed in and the call is not quiet', async () => {
  const good = async () => json(200, { success: true, message: 'Saved' })
  const bad = async () => json(409, { code: 'conflict', message: 'Busy' })
  fetched.mockImplementationOnce(good).mockImplementationOnce(bad)
  await call(save)
  await expect(call(save)).rejects.toThrow('Busy')
  expect(toasts).toEqual([])
  writeToken('secret')
  fetched.mockImplementationOnce(good).mockImplementationOnce(bad).mockImplementationOnce(bad)
  await call(save)
  await expect(call(save)).rejects.toThrow('Busy')
  await expect(call(save, { quiet: true })).rejects.toThrow('Busy')
  expect(toasts.map(({ kind, message }) => [kind, message])).toEqual([
    ['success', 'Saved'],
    ['error', 'Busy'],
  ])
})

test('logs a failed training data call without a toast', async () => {
  writeToken('secret')
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => logged.mockRestore())
  fetched.mockImplementation(async () => json(404, { code: 'not_found', message: 'Gone' }))
  await expect(call(deleteTrainingText, { params: { id: 1 } })).rejects.toThrow('Gone')
  await expect(call(fineTunes, { query: {} })).rejects.toThrow('Gone')
  await expect(call(calculateTrainingTokens, { body: {}, quiet: true })).rejects.toThrow('Gone')
  expect(logged.mock.calls.map(([text]) => text)).toEqual([
    'ai-training.deleteText failed (404)',
    'fineTunes.index failed (404)',
    'ai-training.tokens failed (404)',
  ])
  expect(toasts).toEqual([])
})

test('passes on an abort without a retry', async () => {
  const stop = new AbortController()
  fetched.mockImplementation(async () => {
    stop.abort()
    throw stop.signal.reason
  })
  await expect(call(shell.runs, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('fails at once without a network instead of retrying', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  fetched.mockImplementation(async () => {
    throw new TypeError('offline')
  })
  await expect(call(save)).rejects.toThrow('couldn’t reach the server')
  expect(fetched).toHaveBeenCalledTimes(1)
})
