import { counted } from '#contract/core/plural.ts'
import { ApiError, errorMessage } from '../../../lib/api.ts'

/** A duration, rounded up: `45 seconds`, `3 minutes`, `2 hours`. */
export function waitLabel(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  if (seconds <= 90) return counted(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 90 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour')
}

/** How long to wait before the next try, in milliseconds; undefined when it can be repeated at once. */
export const readWait = (error: unknown): number | undefined =>
  error instanceof ApiError && error.code === 'rate_limited' ? error.retryAfterMs : undefined

/** Message of a sign-in failure. */
export function failureLabel(error: unknown): string {
  const wait = readWait(error)
  return wait === undefined ? errorMessage(error) : `Too many attempts. Try again in ${waitLabel(wait)}.`
}
