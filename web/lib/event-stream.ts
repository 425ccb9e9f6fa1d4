import { buildPath, type CallInput, type Endpoint, type Reply } from '#contract/core/endpoint.ts'
import { authHeaders, send } from './api.ts'
import { ApiError, errorFromResponse } from './api-error.ts'
import { delay } from './retry.ts'

/** A connection silent for this long (ms) counts as dead; the server pings more often. */
const SILENCE_MS = 75_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

/** Splits a byte stream into JSON lines; an incomplete last line is dropped. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim()) yield JSON.parse(line)
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

async function* connect(url: string, outer: AbortSignal | undefined): AsyncGenerator<unknown> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const rearm = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE_MS)
  }
  rearm()
  try {
    const signal = outer ? AbortSignal.any([outer, silence.signal]) : silence.signal
    const response = await send(url, { headers: authHeaders({ accept: 'application/x-ndjson' }), signal })
    if (!response.ok) throw await errorFromResponse(response)
    if (!response.body) return
    for await (const event of readLines(response.body)) {
      rearm()
      yield event
    }
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

/**
 * Events of a `stream` endpoint until the signal aborts: a broken connection is reopened with growing backoff
 * (0.5 s to 30 s, with jitter). Throws only if the server refuses the caller (4xx). `onFailure` is called
 * after every attempt without an event.
 */
export async function* stream<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & { signal?: AbortSignal; onFailure?: () => void },
): AsyncGenerator<Reply<E>> {
  const { params, query, signal, onFailure } = input as {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
    signal?: AbortSignal
    onFailure?: () => void
  }
  let wait = FIRST_WAIT_MS
  while (!signal?.aborted) {
    let opened = false
    try {
      for await (const event of connect(buildPath(endpoint.path, params, query), signal)) {
        wait = FIRST_WAIT_MS
        opened = true
        yield event as Reply<E>
      }
    } catch (error) {
      if (signal?.aborted) return
      if (isFinal(error)) throw error
    }
    if (!opened && !signal?.aborted) onFailure?.()
    try {
      await delay(wait * (0.75 + Math.random() / 2), signal)
    } catch {
      return
    }
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
}
