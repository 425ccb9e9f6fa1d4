import * as z from 'zod/mini'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'
import { readRetryAfter } from '#server/platform/fetch/retry-after.ts'
import type { CrmContext } from './crm-adapter.ts'
import { CrmError } from './crm-error.ts'

const TIMEOUT_MS = 30_000
const MAX_BYTES = 10 * 1024 * 1024
/** Default pause when the CRM names none. */
const PAUSE_SECONDS = 10
const WORDS_LENGTH = 200

interface CrmCall<Schema extends z.ZodMiniType> {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH'
  url: string
  headers?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
  reply: Schema
}

interface Vendor {
  label: string
  outbound: Outbound
  timeoutMs?: number
}

interface Answer {
  status: number
  headers: Record<string, string>
  json: unknown
}

const ErrorMessages = z.object({
  message: z.optional(z.union([z.string(), z.array(z.string())])),
  error_description: z.optional(z.string()),
  fault: z.optional(z.object({ faultstring: z.optional(z.string()) })),
})

function parse(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The CRM's error message, shortened to one line. */
function readMessage(json: unknown): string {
  const { data } = ErrorMessages.safeParse(json)
  const message = data?.message ?? data?.error_description ?? data?.fault?.faultstring ?? ''
  return [message].flat().join('; ').replaceAll(/\s+/g, ' ').slice(0, WORDS_LENGTH)
}

/** One request with any response. @throws CrmError unavailable */
async function send(
  vendor: Vendor,
  call: CrmCall<z.ZodMiniType>,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Answer> {
  const { url, method, json, form } = call
  const body = json === undefined ? form && new URLSearchParams(form).toString() : JSON.stringify(json)
  const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json'
  try {
    const answer = await vendor.outbound.fetch(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': type }),
        ...headers,
        ...call.headers,
      },
      ...(body !== undefined && { body }),
      maxBytes: MAX_BYTES,
      timeoutMs: vendor.timeoutMs ?? TIMEOUT_MS,
      redirects: 'none',
      signal,
    })
    return { status: answer.status, headers: answer.headers, json: parse(await answer.text()) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof OutboundError) throw new CrmError(vendor.label, 'unavailable')
    throw error
  }
}

function readPause(headers: Record<string, string>): number {
  const seconds = readRetryAfter(headers['retry-after'])
  if (seconds) return seconds
  const ms = Number(headers['x-ratelimit-interval-milliseconds'])
  return Number.isFinite(ms) && ms > 0 ? Math.ceil(ms / 1000) : PAUSE_SECONDS
}

const CODES = {
  400: 'invalid',
  401: 'refused',
  403: 'forbidden',
  404: 'gone',
  409: 'invalid',
  422: 'invalid',
} as const

function checked<Schema extends z.ZodMiniType>(
  { label }: Vendor,
  { status, json }: Answer,
  reply: Schema,
): z.output<Schema> {
  if (status === 408 || status >= 500) throw new CrmError(label, 'unavailable')
  if (status < 200 || status >= 300) {
    const code = CODES[status as keyof typeof CODES] ?? 'invalid'
    throw new CrmError(label, code, code === 'invalid' ? { detail: readMessage(json) } : {})
  }
  const parsed = reply.safeParse(json)
  if (!parsed.success) throw new CrmError(label, 'bad_response')
  return parsed.data
}

/**
 * Requests tokens, without rate limit because no account is known yet.
 * @throws CrmError
 */
export async function requestTokens<Schema extends z.ZodMiniType>(
  vendor: Vendor,
  call: CrmCall<Schema>,
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  const answer = await send(vendor, call, {}, signal)
  // A used code or token is 400 by the standard, 401 with some CRMs.
  if (answer.status === 400 || answer.status === 401 || answer.status === 403)
    throw new CrmError(vendor.label, 'refused')
  return checked(vendor, answer, call.reply)
}

/** Requests per minute by the headers of GoHighLevel; null without them. */
function readLimit(headers: Record<string, string>): number | null {
  const [max, ms] = [Number(headers['x-ratelimit-max']), Number(headers['x-ratelimit-interval-milliseconds'])]
  return max > 0 && ms > 0 ? (max * 60_000) / ms : null
}

/**
 * Sends a request within the account's rate limit, with its credentials.
 * @throws CrmError, or the reason of the abort
 */
async function requestCrm<Schema extends z.ZodMiniType>(
  vendor: Vendor,
  context: CrmContext,
  call: CrmCall<Schema>,
): Promise<z.output<Schema>> {
  const { secret } = await context.access()
  await context.pace()
  const answer = await send(vendor, call, { authorization: `Bearer ${secret}` }, context.signal)
  const limit = readLimit(answer.headers)
  if (limit !== null) context.limits(limit)
  if (answer.status === 429) {
    const seconds = readPause(answer.headers)
    await context.pause(seconds)
    throw new CrmError(vendor.label, 'rate_limited', { retryAfterSeconds: seconds })
  }
  return checked(vendor, answer, call.reply)
}

/** Sends a request to a path of one CRM. */
export type CrmRequest = <Schema extends z.ZodMiniType>(
  context: CrmContext,
  path: string,
  call: Omit<CrmCall<Schema>, 'url'>,
) => Promise<z.output<Schema>>

export const createCrmRequest =
  (vendor: Vendor, baseUrl: string, headers: Record<string, string> = {}): CrmRequest =>
  (context, path, call) =>
    requestCrm(vendor, context, {
      ...call,
      url: `${baseUrl}${path}`,
      headers: { ...headers, ...call.headers },
    })
