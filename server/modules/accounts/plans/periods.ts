import { Temporal } from 'temporal-polyfill'

export type Period = 'month' | 'year'

/**
 * The boundary `count` periods after the anchor, in UTC. Months are counted from the anchor and never from the
 * last boundary, so that January 31 leads to February 28 and then to March 31.
 */
export function boundary(anchor: Date, period: Period, count: number): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(anchor.getTime()).toZonedDateTimeISO('UTC')
  const moved = start.add(period === 'year' ? { years: count } : { months: count })
  return new Date(moved.epochMilliseconds)
}

/** The period containing `now`, counted from the anchor; the first one when `now` is before it. */
export function periodAt(anchor: Date, period: Period, now: Date): { start: Date; end: Date } {
  const from = Temporal.Instant.fromEpochMilliseconds(anchor.getTime()).toZonedDateTimeISO('UTC')
  const to = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC')
  const whole = from.until(to, { largestUnit: period })
  let count = Math.max(0, period === 'year' ? whole.years : whole.months)
  while (boundary(anchor, period, count) > now && count > 0) count -= 1
  while (boundary(anchor, period, count + 1) <= now) count += 1
  return { start: boundary(anchor, period, count), end: boundary(anchor, period, count + 1) }
}
