import { Temporal } from 'temporal-polyfill'
import type { Every, Schedule } from '#contract/prospecting/autopilot-schedule.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Longer than any gap between two slots. */
const SPAN_MS: Record<Every, number> = {
  hour: 3 * HOUR_MS,
  day: 3 * DAY_MS,
  week: 9 * DAY_MS,
  month: 33 * DAY_MS,
}

const readMinute = ({ at }: Schedule): number => Number(at.slice(3))
const readTime = ({ at }: Schedule) => Temporal.PlainTime.from(at)
const toLocal = (moment: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)

/** The instant of a local time: a skipped time means the next existing one, a repeated one the first. */
function toMoment(date: Temporal.PlainDate, time: Temporal.PlainTime, zone: string): Date {
  const wanted = date.toPlainDateTime(time)
  const earlier = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const isReal = earlier.toPlainDateTime().equals(wanted)
  const moment = isReal ? earlier : (earlier.getTimeZoneTransition('next') ?? earlier)
  return new Date(moment.epochMilliseconds)
}

const offsetAt = (at: number, zone: string): number =>
  toLocal(new Date(at), zone).offsetNanoseconds / 1_000_000

/** The minute of the local clock. */
const minuteAt = (at: number, offsetMs: number): number =>
  ((((at + offsetMs) % HOUR_MS) + HOUR_MS) % HOUR_MS) / MINUTE_MS

/** Whether the local clock shows the minute, and has not within the previous hour. */
function isHourSlot(at: number, zone: string, minute: number): boolean {
  if (minuteAt(at, offsetAt(at, zone)) !== minute) return false
  for (let back = 1; back < 60; back += 1) {
    const before = at - back * MINUTE_MS
    if (minuteAt(before, offsetAt(before, zone)) === minute) return false
  }
  return true
}

/**
 * An hourly schedule has a slot whenever the local clock shows its minute, so 25 on the day with a repeated
 * hour; and never two within an hour, where a clock goes back by half an hour.
 */
function nextHour(after: Date, schedule: Schedule): Date {
  const { time_zone: zone } = schedule
  const minute = readMinute(schedule)
  const from = after.getTime()
  const offset = offsetAt(from - HOUR_MS, zone)
  const step = (minute * MINUTE_MS - ((((from + offset) % HOUR_MS) + HOUR_MS) % HOUR_MS) + HOUR_MS) % HOUR_MS
  const candidate = from + (step === 0 ? HOUR_MS : step)
  if (offsetAt(candidate, zone) === offset) return new Date(candidate)
  // A clock change is near: minute by minute.
  let at = from - (((from % MINUTE_MS) + MINUTE_MS) % MINUTE_MS) + MINUTE_MS
  while (!isHourSlot(at, zone, minute)) at += MINUTE_MS
  return new Date(at)
}

function dayFrom(day: Temporal.PlainDate, { every, weekday, month_day }: Schedule): Temporal.PlainDate {
  if (every === 'week') return day.add({ days: ((weekday ?? 1) - day.dayOfWeek + 7) % 7 })
  if (every !== 'month') return day
  // A day missing in the month becomes its last one.
  const wanted = day.with({ day: month_day ?? 1 }, { overflow: 'constrain' })
  if (Temporal.PlainDate.compare(wanted, day) >= 0) return wanted
  return day
    .with({ day: 1 })
    .add({ months: 1 })
    .with({ day: month_day ?? 1 }, { overflow: 'constrain' })
}

/** The first instant after `after` at which a schedule runs. */
export function nextSlot(schedule: Schedule, after: Date): Date {
  if (schedule.every === 'hour') return nextHour(after, schedule)
  const { time_zone: zone } = schedule
  // From a day earlier: a skipped time may become an instant of the next day.
  let day = toLocal(after, zone).toPlainDate().subtract({ days: 1 })
  for (;;) {
    day = dayFrom(day, schedule)
    const moment = toMoment(day, readTime(schedule), zone)
    if (moment > after) return moment
    day = day.add({ days: 1 })
  }
}

/** The next instants at which a schedule runs. */
export function nextSlots(schedule: Schedule, after: Date, count: number): Date[] {
  const slots: Date[] = []
  for (let last = after; slots.length < count; slots.push(last)) last = nextSlot(schedule, last)
  return slots
}

/**
 * The due slot at `now` when `first` was the next: the newest one that has passed, in place of all missed ones;
 * null when `first` is still to come.
 */
export function dueSlot(schedule: Schedule, first: Date, now: Date): Date | null {
  if (first > now) return null
  let due = first
  const near = new Date(now.getTime() - SPAN_MS[schedule.every])
  if (near > first) due = nextSlot(schedule, near)
  for (let next = nextSlot(schedule, due); next <= now; next = nextSlot(schedule, next)) due = next
  return due
}

/** A requested schedule, with defaults from the current day in its zone. */
export function scheduleFrom(
  input: {
    every: Every
    at: string
    weekday?: number | null
    month_day?: number | null
    time_zone: string
  },
  now: Date,
): Schedule {
  const today = toLocal(now, input.time_zone).toPlainDate()
  const { every, at, time_zone } = input
  return {
    every,
    at,
    time_zone,
    weekday: every === 'week' ? (input.weekday ?? today.dayOfWeek) : null,
    month_day: every === 'month' ? (input.month_day ?? today.day) : null,
  }
}

export const monthStart = (now: Date, zone: string): Date =>
  toMoment(toLocal(now, zone).toPlainDate().with({ day: 1 }), Temporal.PlainTime.from('00:00'), zone)
