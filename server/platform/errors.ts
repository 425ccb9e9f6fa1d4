import type { ErrorCode } from '#contract/errors.ts'

/**
 * An expected failure with a closed code (contract/errors.ts) and a sentence fit for the person who sees it.
 * Anything else that is thrown is a fault: logged with the request id and answered as `internal`.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly details: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    extra: {
      fields?: Record<string, string>
      details?: Record<string, unknown>
      retryAfterSeconds?: number
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: extra.cause })
    this.code = code
    this.fields = extra.fields
    this.details = extra.details
    this.retryAfterSeconds = extra.retryAfterSeconds
  }
}

export const notFound = (what: string): AppError => new AppError('not_found', `${what} was not found`)

/** One wrong field, said in one sentence. */
export const invalidField = (field: string, message: string): AppError =>
  new AppError('validation_failed', message, { fields: { [field]: message } })
