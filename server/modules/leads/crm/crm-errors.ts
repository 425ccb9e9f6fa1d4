import { AppError } from '#server/platform/errors.ts'
import { CrmError } from '#server/providers/crms/index.ts'

/** A failure of a CRM as a call answers it. What is none stays as it is. */
export function asCallError(error: unknown): unknown {
  if (!(error instanceof CrmError)) return error
  return new AppError('source_failed', error.message, {
    details: { code: error.code, retryable: error.retryable },
    ...(error.retryAfterSeconds !== null && { retryAfterSeconds: error.retryAfterSeconds }),
    cause: error,
  })
}

/** Does what asks a CRM, with its failures as calls answer them. */
export async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asCallError(error)
  }
}
