import { systemClock } from '../clock.ts'

/** Longer waits count as this one: nobody means more, and a pause must end. */
const LONGEST_SECONDS = 24 * 60 * 60
const SECONDS = /^\s*\d+(\.\d+)?\s*$/
/** Every form of an HTTP date has a time; without one, `Date.parse` reads dates into almost any words. */
const TIME = /\d\d:\d\d:\d\d/

/** Seconds to wait by a Retry-After header (seconds or an HTTP date), at most a day; null without one that is readable. */
export function readRetryAfter(
  value: string | null | undefined,
  now: Date = systemClock.now(),
): number | null {
  if (!value) return null
  const seconds = SECONDS.test(value)
    ? Number(value)
    : TIME.test(value)
      ? (Date.parse(value) - now.getTime()) / 1000
      : Number.NaN
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, Math.ceil(seconds)), LONGEST_SECONDS)
}
