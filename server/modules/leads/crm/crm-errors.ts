import { AppError } from '#server/platform/errors.ts'
import { CrmError } from '#server/providers/crms/index.ts'

/** Converts a CRM error for an API reply. Other errors are rethrown. */
export function asCallError(error: unknown): unknown {
  if (!(error instanceof CrmError)) return error
  return new AppError('source_failed', error.message, {
    details: { code: error.code, retryable: error.retryable },
    ...(error.retryAfterSeconds !== null && { retryAfterSeconds: error.retryAfterSeconds }),
    cause: error,
  })
}

/** Runs work that calls a CRM, converting its errors for replies. */
export async function withCallErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asCallError(error)
  }
}
