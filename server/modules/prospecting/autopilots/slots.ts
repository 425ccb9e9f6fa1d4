import { Temporal } from 'temporal-polyfill'
import type { Every, Schedule } from '#contract/prospecting/autopilot-schedule.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Longer than any pause between two slots. */
const SPAN_MS: Record<Every, number> = {
  hour: 3 * HOUR_MS,
  day: 3 * DAY_MS,
  week: 9 * DAY_MS,
  month: 33 * DAY_MS,
}

const minuteOf = ({ at }: Schedule): number => Number(at.slice(3))
const timeOf = ({ at }: Schedule) => Temporal.PlainTime.from(at)
const localOf = (moment: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)

/**
 * The moment of a time on a local clock: a time that is skipped means the next one that there is, one that comes twice
 * means the first.
 */
function momentOf(date: Temporal.PlainDate, time: Temporal.PlainTime, zone: string): Date {
  const wanted = date.toPlainDateTime(time)
  const earlier = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const isReal = earlier.toPlainDateTime().equals(wanted)
  const moment = isReal ? earlier : (earlier.getTimeZoneTransition('next') ?? earlier)
  return new Date(moment.epochMilliseconds)
}

const offsetAt = (at: number, zone: string): number =>
  localOf(new Date(at), zone).offsetNanoseconds / 1_000_000

/** The minute that the local clock shows. */
const minuteAt = (at: number, offsetMs: number): number =>
  ((((at + offsetMs) % HOUR_MS) + HOUR_MS) % HOUR_MS) / MINUTE_MS

/** Whether the local clock shows the minute, and has not shown it within the hour before. */
function isHourSlot(at: number, zone: string, minute: number): boolean {
  if (minuteAt(at, offsetAt(at, zone)) !== minute) return false
  for (let back = 1; back < 60; back += 1) {
    const before = at - back * MINUTE_MS
    if (minuteAt(before, offsetAt(before, zone)) === minute) return false
  }
  return true
}

/**
 * Hours pass whatever the clock says: an hourly schedule has a slot whenever the local clock shows its minute, so 25 on
 * the day on which an hour comes twice; and never two within an hour, as where a clock goes back by half of one.
 */
function nextHour(after: Date, schedule: Schedule): Date {
  const { time_zone: zone } = schedule
  const minute = minuteOf(schedule)
  const from = after.getTime()
  const offset = offsetAt(from - HOUR_MS, zone)
  const step = (minute * MINUTE_MS - ((((from + offset) % HOUR_MS) + HOUR_MS) % HOUR_MS) + HOUR_MS) % HOUR_MS
  const found = from + (step === 0 ? HOUR_MS : step)
  if (offsetAt(found, zone) === offset) return new Date(found)
  // A clock changes around here: minute by minute.
  let at = from - (((from % MINUTE_MS) + MINUTE_MS) % MINUTE_MS) + MINUTE_MS
  while (!isHourSlot(at, zone, minute)) at += MINUTE_MS
  return new Date(at)
}

/** The days on which a schedule runs, the first of them on `day` or later. */
function dayFrom(day: Temporal.PlainDate, { every, weekday, month_day }: Schedule): Temporal.PlainDate {
  if (every === 'week') return day.add({ days: ((weekday ?? 1) - day.dayOfWeek + 7) % 7 })
  if (every !== 'month') return day
  // A day that the month does not have becomes its last one.
  const wanted = day.with({ day: month_day ?? 1 }, { overflow: 'constrain' })
  if (Temporal.PlainDate.compare(wanted, day) >= 0) return wanted
  return day
    .with({ day: 1 })
    .add({ months: 1 })
    .with({ day: month_day ?? 1 }, { overflow: 'constrain' })
}

/** The first moment after `after` at which a schedule runs. */
export function nextSlot(schedule: Schedule, after: Date): Date {
  if (schedule.every === 'hour') return nextHour(after, schedule)
  const { time_zone: zone } = schedule
  // From a day earlier: a time that is skipped may have become a moment of the day after.
  let day = localOf(after, zone).toPlainDate().subtract({ days: 1 })
  for (;;) {
    day = dayFrom(day, schedule)
    const moment = momentOf(day, timeOf(schedule), zone)
    if (moment > after) return moment
    day = day.add({ days: 1 })
  }
}

/** The next moments at which a schedule runs. */
export function nextSlots(schedule: Schedule, after: Date, count: number): Date[] {
  const slots: Date[] = []
  for (let last = after; slots.length < count; slots.push(last)) last = nextSlot(schedule, last)
  return slots
}

/**
 * What is due at `now` when `first` was the next slot: the newest that has passed, which stands for all that were
 * missed; null when `first` is still to come.
 */
export function dueSlot(schedule: Schedule, first: Date, now: Date): Date | null {
  if (first > now) return null
  let due = first
  const near = new Date(now.getTime() - SPAN_MS[schedule.every])
  if (near > first) due = nextSlot(schedule, near)
  for (let next = nextSlot(schedule, due); next <= now; next = nextSlot(schedule, next)) due = next
  return due
}

/** A schedule as it was asked for, with what was left open taken from the day in its zone. */
export function scheduleFrom(
  given: {
    every: Every
    at: string
    weekday?: number | null | undefined
    month_day?: number | null | undefined
    time_zone: string
  },
  now: Date,
): Schedule {
  const today = localOf(now, given.time_zone).toPlainDate()
  const { every, at, time_zone } = given
  return {
    every,
    at,
    time_zone,
    weekday: every === 'week' ? (given.weekday ?? today.dayOfWeek) : null,
    month_day: every === 'month' ? (given.month_day ?? today.day) : null,
  }
}

/** When the month started that `now` is in, on the clock of a zone. */
export const monthStart = (now: Date, zone: string): Date =>
  momentOf(localOf(now, zone).toPlainDate().with({ day: 1 }), Temporal.PlainTime.from('00:00'), zone)
