import { ReadableStream } from 'node:stream/web'
import type { Outbound, OutboundOptions } from '#server/platform/fetch/outbound.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'

/** Maximum size of a vendor's response, streamed or not. */
const MAX_BYTES = 8 * 1024 * 1024
/** After a slower failure there is no retry, which would take as long. */
const SLOW_MS = 10_000
const NO_BODY = new Set([204, 205, 304])

/** The vendor's error codes for an unpaid bill, where retries are pointless. */
export const QUOTA_CODES: readonly string[] = ['insufficient_quota', 'billing_hard_limit_reached']

const isUsedUp = (body: string): boolean => QUOTA_CODES.some((code) => body.includes(`"${code}"`))

/** Marks a response of our own about an address that must not be called. */
export const BLOCKED_HEADER = 'x-blocked-address'

/** A response that keeps the SDK from retrying. */
const noRetry = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers: { ...headers, 'x-should-retry': 'false' } })

/** A refused address stays refused. `isSlow`: whether a retry would take too long. */
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

/** The SDK's fetch: the same guarded fetcher as everywhere, so that no base URL reaches a private network. */
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
    if (body !== null && typeof body !== 'string') throw new TypeError('Only text can be sent to a model')
    const options: OutboundOptions = {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(body !== null && { body }),
      ...(init?.signal && { signal: init.signal }),
      timeoutMs,
      maxBytes: MAX_BYTES,
      // A key must not follow a redirect.
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
