import * as z from 'zod/mini'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'
import { readRetryAfter } from '#server/platform/fetch/retry-after.ts'
import type { CrmAccess, CrmContext } from './crm-adapter.ts'
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
  /** Headers with the credentials; a bearer token unless the CRM wants another form. */
  authorize?: (access: CrmAccess) => Record<string, string>
  /** Credentials in the query, for those that take them nowhere else. */
  keyParameter?: string
  /** How it reports its limits; with the headers of GoHighLevel by default. */
  readLimits?: (headers: Record<string, string>) => CrmLimits
  /** Whether a reply that is no 429 says that there were too many requests. */
  isLimited?: (status: number, message: string) => boolean
}

export interface CrmLimits {
  /** Requests per minute; null where the headers don’t say it. */
  perMinute: number | null
  /** How long to pause after too many; null where the headers don’t say it. */
  pauseSeconds: number | null
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
  // Smartlead sends its message inside of the error.
  error: z.optional(z.union([z.string(), z.object({ message: z.optional(z.string()) })])),
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
  // Salesforce sends a list of errors.
  const { data } = ErrorMessages.safeParse(Array.isArray(json) ? json[0] : json)
  const error = typeof data?.error === 'object' ? data.error.message : data?.error
  const message = data?.message ?? data?.error_description ?? data?.fault?.faultstring ?? error ?? ''
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

/** A number from a header, if it is above 0. */
export function readCount(value: string | undefined): number | null {
  const count = Number(value)
  return count > 0 && Number.isFinite(count) ? count : null
}

/** Limits from two headers: the most requests, and the interval in milliseconds. */
export function readInterval(max: string | undefined, milliseconds: string | undefined): CrmLimits {
  const [count, ms] = [readCount(max), readCount(milliseconds)]
  return {
    perMinute: count && ms && (count * 60_000) / ms,
    pauseSeconds: ms && Math.ceil(ms / 1000),
  }
}

const readDefaultLimits = (headers: Record<string, string>): CrmLimits =>
  readInterval(headers['x-ratelimit-max'], headers['x-ratelimit-interval-milliseconds'])

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

const makeBearer = ({ secret }: CrmAccess): Record<string, string> => ({ authorization: `Bearer ${secret}` })

function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address)
  url.searchParams.set(name, value)
  return url.href
}

/**
 * Sends a request within the account's rate limit, with its credentials.
 * @throws CrmError, or the reason of the abort
 */
async function requestCrm<Schema extends z.ZodMiniType>(
  vendor: Vendor,
  context: CrmContext,
  makeCall: (access: CrmAccess) => CrmCall<Schema>,
): Promise<z.output<Schema>> {
  const access = await context.access()
  const call = makeCall(access)
  if (vendor.keyParameter) call.url = withParameter(call.url, vendor.keyParameter, access.secret)
  await context.pace()
  const { authorize = makeBearer, readLimits = readDefaultLimits, isLimited } = vendor
  const answer = await send(vendor, call, authorize(access), context.signal)
  const { perMinute, pauseSeconds } = readLimits(answer.headers)
  if (perMinute !== null) context.limits(perMinute)
  if (answer.status === 429 || isLimited?.(answer.status, readMessage(answer.json))) {
    const seconds = readRetryAfter(answer.headers['retry-after']) || pauseSeconds || PAUSE_SECONDS
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

/** Requests go below one URL, or one that depends on the account. */
export const createCrmRequest =
  (
    vendor: Vendor,
    base: string | ((access: CrmAccess) => string),
    headers: Record<string, string> = {},
  ): CrmRequest =>
  (context, path, call) =>
    requestCrm(vendor, context, (access) => ({
      ...call,
      url: `${typeof base === 'string' ? base : base(access)}${path}`,
      headers: { ...headers, ...call.headers },
    }))
