import { ReadableStream } from 'node:stream/web'
import type { Outbound, OutboundOptions } from '#server/platform/fetch/outbound.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'

/** Longest answer of a model's vendor, streamed or not. */
const MAX_BYTES = 8 * 1024 * 1024
/** A vendor that took longer to fail is not asked the same again: its next failure would take as long. */
const SLOW_MS = 10_000
const NO_BODY = new Set([204, 205, 304])

/** Codes of the vendor's errors for a bill that is not paid: waiting does not help. */
export const QUOTA_CODES: readonly string[] = ['insufficient_quota', 'billing_hard_limit_reached']

const isUsedUp = (body: string): boolean => QUOTA_CODES.some((code) => body.includes(`"${code}"`))

/** Says, in an answer that we made ourselves, that the address must not be called. */
export const BLOCKED_HEADER = 'x-blocked-address'

/** An answer of ours that the SDK does not try again, where a failure would be. */
const noRetry = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers: { ...headers, 'x-should-retry': 'false' } })

/** An address that is refused stays refused. `isSlow`: whether so much time has passed that once is enough. */
async function send(outbound: Outbound, url: string, options: OutboundOptions, isSlow: () => boolean) {
  try {
    return await outbound.fetch(url, options)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (error.code === 'blocked_address' || error.code === 'bad_url')
      return noRetry(403, { [BLOCKED_HEADER]: '1' })
    if (options.signal?.aborted || !isSlow()) throw error
    return noRetry(504)
  }
}

/** The SDK's way out: the same guarded fetcher as everything else, so that no base address reaches a private network. */
export function guardedFetch(
  outbound: Outbound,
  timeoutMs: number,
  now = () => performance.now(),
): typeof fetch {
  return async (input, init) => {
    const startedAt = now()
    const isSlow = () => now() - startedAt > SLOW_MS
    const request = input instanceof Request ? input : new Request(input, init as RequestInit)
    const body = init?.body ?? null
    if (body !== null && typeof body !== 'string') throw new TypeError('Only text is sent to a model')
    const options: OutboundOptions = {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(body !== null && { body }),
      ...(init?.signal && { signal: init.signal }),
      timeoutMs,
      maxBytes: MAX_BYTES,
      // A key is not handed on to where an address leads.
      redirects: 'none',
    }
    const answer = await send(outbound, request.url, options, isSlow)
    if (answer instanceof Response) return answer
    const headers = new Headers(answer.headers)
    headers.delete('content-encoding')
    headers.delete('content-length')
    if (answer.status >= 400) {
      const text = await answer.text()
      if (isUsedUp(text) || isSlow()) headers.set('x-should-retry', 'false')
      return new Response(text, { status: answer.status, headers })
    }
    if (NO_BODY.has(answer.status)) {
      answer.discard()
      return new Response(null, { status: answer.status, headers })
    }
    const stream = ReadableStream.from(answer.stream())
    return new Response(stream as unknown as ConstructorParameters<typeof Response>[0], {
      status: answer.status,
      headers,
    })
  }
}
