import { AppError } from '#server/platform/errors.ts'
import { ProviderError } from '#server/providers/lead-sources/index.ts'

/** A failure of a source in our error codes; anything else as it is. */
function asAppError(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error
  return new AppError('source_failed', error.message, {
    details: { source: error.source, code: error.code, retryable: error.retryable },
    ...(error.retryAfterSeconds !== null && { retryAfterSeconds: error.retryAfterSeconds }),
    cause: error,
  })
}

/** Asks a source; what fails there comes out in our error codes. @throws AppError source_failed. */
export async function callSource<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asAppError(error)
  }
}
