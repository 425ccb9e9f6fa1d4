import { AppError } from '#server/platform/errors.ts'
import { CrmError } from '#server/providers/crms/index.ts'

/** Rejected ones are retried: the person may have allowed them in the CRM. */
export function asCallError(error: unknown): unknown {
  if (!(error instanceof CrmError)) return error
  return new AppError('source_failed', error.message, {
    details: { code: error.code, retryable: error.retryable },
    ...(error.retryAfterSeconds !== null && { retryAfterSeconds: error.retryAfterSeconds }),
    cause: error,
  })
}

/** Stores credentials of a CRM account, replacing those of the same account. */
export async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asCallError(error)
  }
}
