import { ErrorBody } from '#contract/core/errors.ts'
import { CliError, type CliErrorExtra } from '../cli-error.ts'
import { exitForStatus } from '../exit-codes.ts'
import type { PassingFailure } from './patience.ts'

/** A request without a usable response. `neverConnected`: no byte can have reached a server. */
export class UnreachableError extends CliError {
  readonly neverConnected: boolean

  constructor(url: string, cause: unknown) {
    const { code, message } = rootCause(cause)
    super('unreachable', `Cannot reach ${url}: ${SENTENCES[code] ?? message}`, {
      code: 'unreachable',
      hint: 'Is the server running? `leadwright login --url URL` changes the address.',
    })
    this.neverConnected = NEVER_CONNECTED.has(code)
  }
}

/** A response with an error status. */
export class ReplyError extends CliError {
  readonly status: number
  readonly retryAfterMs: number | undefined

  constructor(status: number, body: unknown, headers: Headers) {
    const { message, extra } = readErrorBody(status, body)
    super(exitForStatus(status), message, extra)
    this.status = status
    const seconds = Number(headers.get('retry-after') ?? Number.NaN)
    this.retryAfterMs = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
  }
}

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
const SENTENCES: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'the host name can’t be resolved',
  ECONNRESET: 'the connection was lost',
  UND_ERR_SOCKET: 'the connection was lost',
  TimeoutError: 'timed out',
}

interface SystemFailure extends Error {
  code?: unknown
  /** A host with several addresses fails with one error for each. */
  errors?: SystemFailure[]
}

function rootCause(error: unknown): { code: string; message: string } {
  let at = error as SystemFailure
  while (at.cause instanceof Error) at = at.cause
  const first = at.errors?.[0] ?? at
  return { code: typeof first.code === 'string' ? first.code : first.name, message: first.message }
}

const fewerLeads: Hint = ({ affordable }) =>
  typeof affordable === 'number' && affordable > 0
    ? `Your credits cover ${affordable} leads now: --limit ${affordable}`
    : undefined

type Hint = (details: Record<string, unknown>) => string | undefined
const HINTS: Record<string, Hint> = {
  unauthorized: () => 'leadwright login --url URL --email E',
  insufficient_credits: fewerLeads,
  credit_cap_reached: fewerLeads,
}

function readErrorBody(status: number, body: unknown): { message: string; extra: CliErrorExtra } {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success) {
    return { message: `The server answered with status ${status}`, extra: { code: `http_${status}` } }
  }
  const { message, ...extra } = parsed.data
  const hint = HINTS[extra.code]?.(extra.details ?? {})
  return { message, extra: { ...extra, ...(hint ? { hint } : {}) } }
}

const PASSING_STATUS = new Set([429, 502, 503, 504])

/**
 * Whether a failure may be temporary. `repeatable`: repeating the call is harmless whatever happened to the first
 * one, so a server error is worth another try too.
 */
export function passingFailure(error: unknown, repeatable: boolean): PassingFailure | null {
  if (error instanceof UnreachableError) return {}
  if (!(error instanceof ReplyError)) return null
  const passes =
    PASSING_STATUS.has(error.status) ||
    error.extra.code === 'in_progress' ||
    (repeatable && error.status >= 500 && error.status !== 501)
  if (!passes) return null
  return error.retryAfterMs === undefined ? {} : { afterMs: error.retryAfterMs }
}
