import type { ErrorCode } from '#contract/core/errors.ts'

interface Extra {
  fields?: Record<string, string>
  details?: Record<string, unknown>
  retryAfterSeconds?: number
  cause?: unknown
}

/**
 * An expected failure with a closed code (contract/core/errors.ts) and a sentence for the user. Anything else that
 * is thrown is a fault: logged with the request id and answered as `internal`.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly details: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, extra: Extra = {}) {
    super(message, { cause: extra.cause })
    this.code = code
    this.fields = extra.fields
    this.details = extra.details
    this.retryAfterSeconds = extra.retryAfterSeconds
  }
}

export const notFound = (subject: string): AppError => new AppError('not_found', `${subject} was not found`)

export const conflict = (message: string, extra?: Extra): AppError => new AppError('conflict', message, extra)

export const invalidField = (field: string, message: string): AppError =>
  new AppError('validation_failed', message, { fields: { [field]: message } })

/**
 * Prefixes the field names of a validation failure, as in the request: `prefix.field`. Other failures pass
 * unchanged.
 */
export async function prefixFields<T>(prefix: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error
    const fields = Object.fromEntries(
      Object.entries(error.fields).map(([field, message]) => [`${prefix}.${field}`, message]),
    )
    throw new AppError(error.code, error.message, { fields, cause: error })
  }
}
