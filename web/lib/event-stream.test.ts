import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shell } from './endpoints.ts'
import { readLines, stream } from './event-stream.ts'

const bytes = (...parts: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the lines of an event stream are put together from any chunks', async () => {
  const lines = []
  for await (const line of readLines(bytes('{"a":', '1}\n\n{"b":"é', '"}\n{"cut":'))) lines.push(line)
  expect(lines).toEqual([{ a: 1 }, { b: 'é' }])
})

test('reopens a broken stream, and stops when it is refused', async () => {
  const answers = [
    () => new Response(bytes('{"type":"hello"}\n')),
    () => Promise.reject(new TypeError('offline')),
    () => new Response(bytes('{"type":"ping"}\n')),
    () => new Response(JSON.stringify({ code: 'unauthorized', message: 'Sign in again' }), { status: 401 }),
  ]
  vi.stubGlobal('fetch', async () => answers.shift()!())
  const seen: string[] = []
  const all = (async () => {
    for await (const event of stream(shell.liveEvents, {})) seen.push(event.type)
  })()
  const refused = expect(all).rejects.toMatchObject({ status: 401 })
  // Longer than all waits between tries together. Other tests of the worker may have left timers that repeat.
  await vi.advanceTimersByTimeAsync(60_000)
  await refused
  expect(seen).toEqual(['hello', 'ping'])
})

test('aborting ends the stream without an error', async () => {
  const stop = new AbortController()
  vi.stubGlobal('fetch', async () => new Response(bytes('{"type":"hello"}\n')))
  const seen: string[] = []
  for await (const event of stream(shell.liveEvents, { signal: stop.signal })) {
    seen.push(event.type)
    stop.abort()
  }
  expect(seen).toEqual(['hello'])
})
