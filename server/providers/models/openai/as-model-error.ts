import { OutboundError } from '#server/platform/fetch/outbound-error.ts'
import { readRetryAfter } from '#server/platform/fetch/retry-after.ts'
import { ModelError, type ModelErrorCode } from '../model-port.ts'
import { BLOCKED_HEADER, QUOTA_CODES } from './guarded-fetch.ts'
import { openAiSdk } from './openai-sdk.ts'

const CODES: Record<number, ModelErrorCode> = {
  401: 'unauthorized',
  402: 'quota_exhausted',
  403: 'unauthorized',
  404: 'not_found',
  408: 'unavailable',
  409: 'unavailable',
  429: 'rate_limited',
}

function findCode(status: number, code: string | null | undefined): ModelErrorCode {
  if (code && QUOTA_CODES.includes(code)) return 'quota_exhausted'
  return CODES[status] ?? (status >= 500 ? 'unavailable' : 'bad_response')
}

/** The OutboundError among the causes, which the SDK wraps. */
function outboundErrorIn(error: unknown): OutboundError | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if (at instanceof OutboundError) return at
  return null
}

/** Converts any error of a vendor request to a ModelError. */
export function asModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error
  const own = outboundErrorIn(error)
  if (own)
    return new ModelError(
      own.code === 'blocked_address' || own.code === 'bad_url'
        ? 'blocked_address'
        : own.code === 'too_large'
          ? 'bad_response'
          : 'unavailable',
      { detail: own.code, cause: error },
    )
  const OpenAI = openAiSdk()
  if (error instanceof OpenAI.APIConnectionError || error instanceof OpenAI.APIUserAbortError)
    return new ModelError('unavailable', { cause: error })
  if (error instanceof OpenAI.APIError && error.headers?.get(BLOCKED_HEADER))
    return new ModelError('blocked_address', { cause: error })
  if (error instanceof OpenAI.APIError && typeof error.status === 'number')
    return new ModelError(findCode(error.status, error.code), {
      detail: `status ${error.status}`,
      retryAfterSeconds: readRetryAfter(error.headers?.get('retry-after')),
      cause: error,
    })
  // An error within a stream has no status, and unreadable JSON is a plain error.
  const code = (error as { code?: string | null } | null)?.code
  return new ModelError(code && QUOTA_CODES.includes(code) ? 'quota_exhausted' : 'bad_response', {
    cause: error,
  })
}
