import type { ErrorCode } from '#contract/core/errors.ts'
import { isChunkError, UNREACHABLE } from './chunk-reload.ts'

/**
 * Codes of the server, and two of our own: no response, and a response that is not from our API (a proxy's
 * page).
 */
export type ApiErrorCode = ErrorCode | 'network' | 'unexpected'

interface ApiErrorParts {
  code: ApiErrorCode
  message: string
  status: number
  fields?: Record<string, string>
  details?: Record<string, unknown>
  requestId?: string
  retryAfterMs?: number
}

/** A failed call. `status` is 0 without a response; `fields` maps a dotted path to a message. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly fields: Record<string, string>
  readonly details: Record<string, unknown>
  readonly requestId: string | undefined
  /** From the Retry-After header. */
  readonly retryAfterMs: number | undefined

  constructor(parts: ApiErrorParts) {
    super(parts.message)
    this.name = 'ApiError'
    this.code = parts.code
    this.status = parts.status
    this.fields = parts.fields ?? {}
    this.details = parts.details ?? {}
    this.requestId = parts.requestId
    this.retryAfterMs = parts.retryAfterMs
  }

  /** Whether retrying later may help: no response, or a fault of the server. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 500
  }
}

/** The message for anything thrown. A file that could not be loaded counts as an unreachable server. */
export function errorMessage(error: unknown): string {
  if (isChunkError(error)) return UNREACHABLE
  return error instanceof Error && error.message ? error.message : 'Something went wrong. Please try again.'
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const retryAfter = (response: Response): number | undefined => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}

/** Reads an error response; one that is not from our API still gives a usable error. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const requestId = response.headers.get('x-request-id') ?? undefined
  if (!isRecord(body) || typeof body.code !== 'string' || typeof body.message !== 'string') {
    return new ApiError({
      code: 'unexpected',
      message: `The server returned an error (${response.status}).`,
      status: response.status,
      requestId,
      retryAfterMs: retryAfter(response),
    })
  }
  return new ApiError({
    code: body.code as ErrorCode,
    message: body.message,
    status: response.status,
    fields: isRecord(body.fields) ? (body.fields as Record<string, string>) : {},
    details: isRecord(body.details) ? body.details : {},
    requestId: typeof body.request_id === 'string' ? body.request_id : requestId,
    retryAfterMs: retryAfter(response),
  })
}
