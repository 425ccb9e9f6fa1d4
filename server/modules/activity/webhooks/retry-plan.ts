import { RETRY_SECONDS } from '#contract/activity/webhooks.ts'

const JITTER = 0.1

/** Replies that ask for a lower rate, with the default pause in seconds. */
const THROTTLE_SECONDS: Record<number, number> = { 429: 30, 502: 5, 503: 5, 504: 5 }

/**
 * Seconds until the next attempt after `attempts` failures; null after the last. Adds up to 10% jitter, and
 * respects the receiver's Retry-After up to a day.
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

/** Seconds to pause a receiver after a reply; null for none. */
export const pauseFor = (status: number | null, retryAfter: number | null): number | null => {
  const pause = status === null ? undefined : THROTTLE_SECONDS[status]
  if (pause === undefined) return null
  return retryAfter ?? pause
}
