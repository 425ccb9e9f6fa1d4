import { ReadableStream } from 'node:stream/web'
import type { Outbound, OutboundOptions } from '#server/platform/fetch/outbound.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'

/** Longest answer of a model's vendor, streamed or not. */
const MAX_BYTES = 8 * 1024 * 1024
const NO_BODY = new Set([204, 205, 304])

/** Codes of the vendor's errors for a bill that is not paid: waiting does not help. */
export const QUOTA_CODES: readonly string[] = ['insufficient_quota', 'billing_hard_limit_reached']

const isUsedUp = (body: string): boolean => QUOTA_CODES.some((code) => body.includes(`"${code}"`))

/** Says, in an answer that we made ourselves, that the address must not be called. */
export const BLOCKED_HEADER = 'x-blocked-address'

/** An address that is refused stays refused: an answer that the SDK does not try again, where a failure would be. */
async function ask(outbound: Outbound, url: string, options: OutboundOptions) {
  try {
    return await outbound.fetch(url, options)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (error.code !== 'blocked_address' && error.code !== 'bad_url') throw error
    return new Response(null, { status: 403, headers: { [BLOCKED_HEADER]: '1', 'x-should-retry': 'false' } })
  }
}

/** The SDK's way out: the same guarded fetcher as everything else, so that no base address reaches a private network. */
export function guardedFetch(outbound: Outbound, timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const request = input instanceof Request ? input : new Request(input, init as RequestInit)
    const body = init?.body ?? null
    if (body !== null && typeof body !== 'string') throw new TypeError('Only text is sent to a model')
    const answer = await ask(outbound, request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(body !== null && { body }),
      ...(init?.signal && { signal: init.signal }),
      timeoutMs,
      maxBytes: MAX_BYTES,
      // A key is not handed on to where an address leads.
      redirects: 'none',
    })
    if (answer instanceof Response) return answer
    const headers = new Headers(answer.headers)
    headers.delete('content-encoding')
    headers.delete('content-length')
    if (answer.status >= 400) {
      const text = await answer.text()
      if (isUsedUp(text)) headers.set('x-should-retry', 'false')
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
