import { AppError } from '#server/platform/errors.ts'
import { ProviderError } from '#server/providers/lead-sources/index.ts'

/** Converts a source's error to our error codes; rethrows others. */
function asAppError(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error
  return new AppError('source_failed', error.message, {
    details: { source: error.source, code: error.code, retryable: error.retryable },
    ...(error.retryAfterSeconds !== null && { retryAfterSeconds: error.retryAfterSeconds }),
    cause: error,
  })
}

/** Calls a source, converting its errors to our error codes. @throws AppError source_failed. */
export async function callSource<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asAppError(error)
  }
}
