import { RETRY_SECONDS } from '#contract/activity/webhooks.ts'
import { parseRetryAfter } from '#server/platform/fetch/retry-policy.ts'

const JITTER = 0.1
const LONGEST_SECONDS = 24 * 60 * 60

/** Answers that ask to be called less, with the seconds for which nothing else goes there when they name none. */
const THROTTLE_SECONDS: Record<number, number> = { 429: 30, 502: 5, 503: 5, 504: 5 }

/**
 * Seconds until the next attempt after `attempts` of them have failed; null when that was the last. Up to a tenth is
 * added at random, and what the receiver asks for in Retry-After is kept, up to a day.
 */
export function retryIn(
  attempts: number,
  retryAfter: number | null,
  random: () => number = Math.random,
): number | null {
  const planned = RETRY_SECONDS[attempts]
  if (planned === undefined) return null
  return Math.max(planned, retryAfter ?? 0) * (1 + random() * JITTER)
}

/** Seconds that the receiver asks to wait, up to a day; null when it asks for nothing. */
export function requestedToWait(retryAfter: string | undefined, now: Date): number | null {
  const ms = parseRetryAfter(retryAfter, now.getTime())
  return ms === undefined ? null : Math.min(ms / 1000, LONGEST_SECONDS)
}

/** Seconds for which a receiver is left alone after an answer; null when it need not be. */
export const restFor = (status: number | null, retryAfterMs: number | null): number | null => {
  const rest = status === null ? undefined : THROTTLE_SECONDS[status]
  if (rest === undefined) return null
  return retryAfterMs ?? rest
}
