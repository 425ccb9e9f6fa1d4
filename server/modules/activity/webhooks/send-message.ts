import { ATTEMPT_SECONDS, LOGGED_BYTES } from '#contract/activity/webhooks.ts'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'
import type { OutboundResponse } from '#server/platform/fetch/outbound-response.ts'

/** A receiver's reply. */
export interface Answer {
  ok: boolean
  status: number | null
  headers: Record<string, string> | null
  body: string | null
  /** Why it failed, in a sentence; null for success. */
  error: string | null
}

/** Reply headers safe to log; others may contain secrets. */
const KEPT_HEADERS = ['content-type', 'content-length', 'retry-after', 'location', 'date', 'server']
const MOST_BYTES = 1024 ** 3

/** The first bytes of a text, without a partial character at the end. */
export const cut = (text: Buffer): string =>
  new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(text.subarray(0, LOGGED_BYTES), { stream: true })
    // Text columns reject only this character.
    .replaceAll('\0', '\ufffd')

/** The start of a reply body. Errors at its end do not matter: the status decides. */
async function readBeginning(response: OutboundResponse): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.stream()) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= LOGGED_BYTES) break
    }
  } catch {
    // What arrived so far is enough.
  }
  return cut(Buffer.concat(chunks))
}

function findFailure({ status, headers }: OutboundResponse): string | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'The receiver returned 410 (gone)'
  if (status >= 300 && status < 400 && headers.location)
    return `The receiver returned a redirect (${status}), which we don’t follow`
  return `The receiver returned ${status}`
}

/** Sends one message. Never throws, except when `signal` aborts. */
export async function sendMessage(
  outbound: Outbound,
  message: { url: string; headers: Record<string, string>; body: string },
  { signal, timeoutMs = ATTEMPT_SECONDS * 1000 }: { signal: AbortSignal; timeoutMs?: number },
): Promise<Answer> {
  try {
    const response = await outbound.fetch(message.url, {
      method: 'POST',
      headers: message.headers,
      body: message.body,
      timeoutMs,
      redirects: 'none',
      maxBytes: MOST_BYTES,
      signal,
    })
    const error = findFailure(response)
    const headers = Object.fromEntries(
      KEPT_HEADERS.flatMap((name) =>
        response.headers[name] === undefined ? [] : [[name, cut(Buffer.from(response.headers[name]))]],
      ),
    )
    const body = await readBeginning(response)
    return { ok: error === null, status: response.status, headers, body, error }
  } catch (error) {
    if (!(error instanceof OutboundError) || error.code === 'aborted') throw error
    const reason = error.code === 'timeout' ? `No response within ${ATTEMPT_SECONDS} seconds` : error.message
    return { ok: false, status: null, headers: null, body: null, error: reason }
  }
}
