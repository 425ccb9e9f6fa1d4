import type * as z from 'zod/mini'
import type { SourceDeclaration } from '#contract/sources/define.ts'
import type { Outbound, OutboundOptions } from '#server/platform/fetch/outbound.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'
import type { SourceContext } from './lead-source.ts'
import { ProviderError, type ProviderErrorCode } from './provider-error.ts'

const TIMEOUT_MS = 30_000
const MAX_BYTES = 5 * 1024 * 1024
/** A pause that the vendor did not name. */
const PAUSE_SECONDS = 30

/** What an answer's status means; any other 4xx is a fault of ours. */
const CODES: Record<number, ProviderErrorCode> = {
  401: 'unauthorized',
  402: 'quota_exhausted',
  403: 'unauthorized',
  404: 'not_found',
  408: 'unavailable',
  429: 'rate_limited',
  451: 'blocked_by_law',
}

const codeOf = (status: number): ProviderErrorCode =>
  CODES[status] ?? (status >= 500 ? 'unavailable' : 'bad_response')

/** Seconds of a Retry-After header: a number, or a date. */
function retryAfter(header: string | undefined, now: Date): number | null {
  if (!header) return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds))
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}

export interface VendorCall<Schema extends z.ZodMiniType>
  extends Pick<OutboundOptions, 'method' | 'headers' | 'body'> {
  url: string
  /** What the vendor's contract promises. */
  reply: Schema
  /** Statuses that this vendor uses in its own way. */
  codes?: Record<number, ProviderErrorCode>
}

/**
 * Asks a vendor once, in its pace, and answers what its contract promises. A vendor that asks for a pause keeps
 * everybody with this credential waiting. @throws ProviderError only, or the reason of the abort.
 */
export async function askVendor<Schema extends z.ZodMiniType>(
  { declaration, outbound, now }: { declaration: SourceDeclaration; outbound: Outbound; now: () => Date },
  context: SourceContext,
  { url, reply, codes, ...request }: VendorCall<Schema>,
): Promise<z.output<Schema>> {
  const fail = (code: ProviderErrorCode, detail: string, retryAfterSeconds: number | null = null) =>
    new ProviderError(declaration, code, { detail, retryAfterSeconds })
  await context.pace()
  const answer = await read(outbound, url, { ...request, signal: context.signal }).catch((error: unknown) => {
    context.signal.throwIfAborted()
    throw fail('unavailable', error instanceof OutboundError ? error.code : 'no answer')
  })
  if (!answer.ok) {
    const code = codes?.[answer.status] ?? codeOf(answer.status)
    const pause =
      code === 'rate_limited' ? (retryAfter(answer.headers['retry-after'], now()) ?? PAUSE_SECONDS) : null
    if (pause) await context.holdBack(pause)
    throw fail(code, `status ${answer.status}`, pause)
  }
  const parsed = reply.safeParse(parseJson(answer.text))
  if (!parsed.success) throw fail('bad_response', 'not what the contract promises')
  return parsed.data
}

async function read(outbound: Outbound, url: string, options: OutboundOptions) {
  const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, redirects: 'none' } as const
  const headers = { accept: 'application/json', ...options.headers }
  const answer = await outbound.fetch(url, { ...limits, ...options, headers })
  return { status: answer.status, ok: answer.ok, headers: answer.headers, text: await answer.text() }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
