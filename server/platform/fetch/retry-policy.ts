import type { OutboundError } from './outbound-error.ts'
import { readRetryAfter } from './retry-after.ts'

const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
const RETRY_STATUSES = new Set([429, 503])
const MIN_WAIT_MS = 250
const MAX_WAIT_MS = 10_000

/** Maximum attempts: those requested, but only one for methods that are not idempotent. */
export const allowedAttempts = (method: string, attempts: number): number =>
  IDEMPOTENT.has(method) ? Math.max(1, attempts) : 1

export const isRetryStatus = (status: number): boolean => RETRY_STATUSES.has(status)

/** Whether a failure may be temporary. A timeout seen here is one of connecting: the total one has ended the request. */
export const isRetryError = (error: OutboundError): boolean =>
  error.code === 'network' || error.code === 'timeout'

/**
 * Milliseconds to wait before the next attempt. `attempt` counts from 1. The server's Retry-After is respected (plus
 * at most a tenth); without one the wait doubles from 250 ms to 10 s, half of it random, so that many callers do not
 * retry at once.
 */
export function retryWaitMs(
  attempt: number,
  retryAfter: string | undefined,
  random: () => number = Math.random,
): number {
  const seconds = readRetryAfter(retryAfter)
  if (seconds !== null) return seconds * 1000 * (1 + random() / 10)
  const longest = Math.min(MIN_WAIT_MS * 2 ** (attempt - 1), MAX_WAIT_MS)
  return longest * (0.5 + random() / 2)
}
