import type * as z from 'zod/mini'
import type { SourceDeclaration } from '#contract/sources/source-kinds/define.ts'
import type { Outbound, OutboundOptions } from '#server/platform/fetch/outbound.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'
import { readRetryAfter } from '#server/platform/fetch/retry-after.ts'
import type { SourceContext } from './lead-source.ts'
import { ProviderError, type ProviderErrorCode } from './provider-error.ts'

const TIMEOUT_MS = 30_000
const MAX_BYTES = 5 * 1024 * 1024
/** Default pause when the vendor names none. */
const PAUSE_SECONDS = 30

/** Error codes by HTTP status; any other 4xx is a fault of ours. */
const CODES: Record<number, ProviderErrorCode> = {
  401: 'unauthorized',
  402: 'quota_exhausted',
  403: 'unauthorized',
  404: 'not_found',
  408: 'unavailable',
  429: 'rate_limited',
  451: 'blocked_by_law',
}

const findCode = (status: number): ProviderErrorCode =>
  CODES[status] ?? (status >= 500 ? 'unavailable' : 'bad_response')

export interface Vendor {
  declaration: SourceDeclaration
  outbound: Outbound
  now(): Date
  /** Limit of one request with its response. Default 30 s. */
  timeoutMs?: number
}

/** An uninterpreted response. */
export interface RawReply {
  status: number
  headers: Record<string, string>
  text: string
}

/** How a vendor's error is interpreted. */
export interface Refusal {
  code: ProviderErrorCode
  /** For the log. */
  detail?: string
  /** When to retry, without a Retry-After header. */
  retryAfterSeconds?: number
}

export interface VendorCall<Schema extends z.ZodMiniType, Other>
  extends Pick<OutboundOptions, 'method' | 'headers'> {
  url: string
  /** Sent as JSON. */
  json?: unknown
  /** Sent as a form instead. */
  form?: Record<string, string>
  /** Name of the endpoint, if it has its own rate limit (`perMinuteAt`). */
  endpoint?: string
  reply: Schema
  /** Statuses with a valid body of their own; undefined when it is an error after all. */
  orElse?: Record<number, (json: unknown) => Other | undefined>
  /** Interprets a status the vendor's way; undefined for the default. */
  refusal?(answer: RawReply): Refusal | undefined
}

/** A vendor's response, with the headers that may show its cost. */
export interface VendorReply<Body> {
  body: Body
  headers: Record<string, string>
}

/**
 * Sends one request within the vendor's rate limit and parses the response. When the vendor asks for a pause,
 * everyone with this credential waits.
 * @throws only ProviderError, or the reason of the abort
 */
export async function requestVendor<Schema extends z.ZodMiniType, Other = never>(
  vendor: Vendor,
  context: SourceContext,
  call: VendorCall<Schema, Other>,
): Promise<VendorReply<z.output<Schema> | Other>> {
  const fail = (code: ProviderErrorCode, detail: string, retryAfterSeconds: number | null = null) =>
    new ProviderError(vendor.declaration, code, { detail, retryAfterSeconds })
  await context.pace(call.endpoint)
  const answer = await readReply(vendor, call, context.signal).catch((error: unknown) => {
    context.signal.throwIfAborted()
    throw fail('unavailable', error instanceof OutboundError ? error.code : 'no answer')
  })
  const { status, headers } = answer
  const json = parseJson(answer.text)
  const other = call.orElse?.[status]?.(json)
  if (other !== undefined) return { body: other, headers }
  if (status < 200 || status >= 300) {
    const refusal = call.refusal?.(answer) ?? { code: findCode(status) }
    const seconds = readRetryAfter(headers['retry-after'], vendor.now()) ?? refusal.retryAfterSeconds
    const pause = refusal.code === 'rate_limited' ? (seconds ?? PAUSE_SECONDS) : null
    if (pause) await context.pauseFor(pause, call.endpoint)
    throw fail(refusal.code, refusal.detail ?? `status ${status}`, pause)
  }
  const parsed = call.reply.safeParse(json)
  if (!parsed.success) throw fail('bad_response', 'response does not match its contract')
  return { body: parsed.data, headers }
}

async function readReply(
  { outbound, timeoutMs = TIMEOUT_MS }: Vendor,
  {
    url,
    method,
    headers,
    json,
    form,
  }: Pick<VendorCall<z.ZodMiniType, never>, 'url' | 'method' | 'headers' | 'json' | 'form'>,
  signal: AbortSignal,
): Promise<RawReply> {
  const answer = await outbound.fetch(url, {
    method: method ?? (json === undefined && !form ? 'GET' : 'POST'),
    headers: {
      accept: 'application/json',
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form && { body: new URLSearchParams(form).toString() }),
    maxBytes: MAX_BYTES,
    timeoutMs,
    redirects: 'none',
    signal,
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

type Revive = (key: string, value: unknown, context?: { source?: string }) => unknown

/** Keeps whole numbers beyond exact precision, such as 64-bit ids, as text. */
const exactNumbers: Revive = (_key, value, context) =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? (context?.source ?? value)
    : value

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, exactNumbers)
  } catch {
    return undefined
  }
}
