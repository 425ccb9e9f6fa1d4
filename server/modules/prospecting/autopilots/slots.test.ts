import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { EVERY, type Schedule } from '#contract/prospecting/autopilot-schedule.ts'
import { dueSlot, monthStart, nextSlot, nextSlots, scheduleFrom } from './slots.ts'

const schedule = (overrides: Partial<Schedule>): Schedule => ({
  every: 'day',
  at: '02:30',
  weekday: null,
  month_day: null,
  time_zone: 'Europe/Berlin',
  ...overrides,
})
/** The next slots in local time, with the zone's offset. */
const reported = (overrides: Partial<Schedule>, after: string, count: number): string[] => {
  const slotSchedule = schedule(overrides)
  return nextSlots(slotSchedule, new Date(after), count).map((slot) =>
    Temporal.Instant.fromEpochMilliseconds(slot.getTime())
      .toZonedDateTimeISO(slotSchedule.time_zone)
      .toString({ timeZoneName: 'never', smallestUnit: 'minute' }),
  )
}
const hour = (minute: string) => ({ every: 'hour', at: `00:${minute}` }) as const

describe('a time skipped or repeated by the clock', () => {
  it('runs at the next valid moment, once', () => {
    expect(reported({}, '2027-03-27T00:00Z', 3)).toEqual([
      '2027-03-27T02:30+01:00',
      '2027-03-28T03:00+02:00',
      '2027-03-29T02:30+02:00',
    ])
    expect(reported({}, '2026-10-24T12:00Z', 2)).toEqual(['2026-10-25T02:30+02:00', '2026-10-26T02:30+01:00'])
    const newYork = { time_zone: 'America/New_York' }
    expect(reported(newYork, '2027-03-13T12:00Z', 2)).toEqual([
      '2027-03-14T03:00-04:00',
      '2027-03-15T02:30-04:00',
    ])
    expect(reported({ ...newYork, at: '01:30' }, '2026-10-31T12:00Z', 2)).toEqual([
      '2026-11-01T01:30-04:00',
      '2026-11-02T01:30-05:00',
    ])
  })

  it('where a clock changes by half an hour', () => {
    const island = { time_zone: 'Australia/Lord_Howe' }
    expect(reported({ ...island, at: '02:15' }, '2026-10-03T00:00Z', 2)).toEqual([
      '2026-10-04T02:30+11:00',
      '2026-10-05T02:15+11:00',
    ])
    expect(reported({ ...island, at: '01:45' }, '2027-04-03T00:00Z', 2)).toEqual([
      '2027-04-04T01:45+11:00',
      '2027-04-05T01:45+10:30',
    ])
  })

  it('where a whole day is missing', () => {
    expect(reported({ time_zone: 'Pacific/Apia', at: '09:00' }, '2011-12-29T00:00Z', 3)).toEqual([
      '2011-12-29T09:00-10:00',
      '2011-12-31T00:00+14:00',
      '2011-12-31T09:00+14:00',
    ])
  })
})

describe('an hourly schedule', () => {
  it('runs every hour that passes, on long and short days', () => {
    expect(reported(hour('15'), '2026-10-24T23:30Z', 3)).toEqual([
      '2026-10-25T02:15+02:00',
      '2026-10-25T02:15+01:00',
      '2026-10-25T03:15+01:00',
    ])
    expect(reported(hour('15'), '2027-03-28T00:00Z', 2)).toEqual([
      '2027-03-28T01:15+01:00',
      '2027-03-28T03:15+02:00',
    ])
  })

  it('keeps its minute where the offset is half an hour', () => {
    expect(reported({ ...hour('10'), time_zone: 'Asia/Kolkata' }, '2026-11-03T00:00Z', 2)).toEqual([
      '2026-11-03T06:10+05:30',
      '2026-11-03T07:10+05:30',
    ])
  })

  it('never runs twice within an hour where the clock goes back by half an hour', () => {
    expect(reported({ ...hour('45'), time_zone: 'Australia/Lord_Howe' }, '2027-04-03T14:00Z', 3)).toEqual([
      '2027-04-04T01:45+11:00',
      '2027-04-04T02:45+10:30',
      '2027-04-04T03:45+10:30',
    ])
  })
})

it('a monthly one on the 31st runs on the last day of shorter months', () => {
  expect(reported({ every: 'month', month_day: 31, at: '09:00' }, '2028-01-15T00:00Z', 4)).toEqual([
    '2028-01-31T09:00+01:00',
    '2028-02-29T09:00+01:00',
    '2028-03-31T09:00+02:00',
    '2028-04-30T09:00+02:00',
  ])
})

it('a weekly one keeps its day', () => {
  expect(reported({ every: 'week', weekday: 1, at: '09:00' }, '2026-11-23T08:00Z', 2)).toEqual([
    '2026-11-30T09:00+01:00',
    '2026-12-07T09:00+01:00',
  ])
})

it('defaults to the day of creation, in its own zone', () => {
  const now = new Date('2026-11-01T02:00Z')
  const input = { at: '09:00', time_zone: 'America/Los_Angeles' }
  expect(scheduleFrom({ every: 'month', ...input }, now)).toMatchObject({ month_day: 31, weekday: null })
  expect(scheduleFrom({ every: 'week', ...input }, now)).toMatchObject({ month_day: null, weekday: 6 })
  expect(monthStart(now, 'America/Los_Angeles').toISOString()).toBe('2026-10-01T07:00:00.000Z')
})

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC']
const schedules = fc
  .record({
    every: fc.constantFrom(...EVERY),
    hours: fc.integer({ min: 0, max: 23 }),
    minutes: fc.integer({ min: 0, max: 59 }),
    weekday: fc.integer({ min: 1, max: 7 }),
    month_day: fc.integer({ min: 1, max: 31 }),
    time_zone: fc.constantFrom(...ZONES),
  })
  .map(({ hours, minutes, ...rest }): Schedule => {
    const two = (value: number) => String(value).padStart(2, '0')
    return { ...rest, at: `${two(hours)}:${two(minutes)}` }
  })
const moments = fc
  .integer({ min: Date.parse('2026-01-01T00:00Z'), max: Date.parse('2029-01-01T00:00Z') })
  .map((at) => new Date(at))
const GAPS = { hour: [1, 1.5], day: [22, 26], week: [166, 170], month: [27 * 24, 32 * 24] } as const

it('slots only move forward, in steps of the schedule, and any moment between two gives the next', () => {
  fc.assert(
    fc.property(schedules, moments, fc.double({ min: 0, max: 0.999, noNaN: true }), (schedule, at, part) => {
      const first = nextSlot(schedule, at)
      const second = nextSlot(schedule, first)
      expect(first > at).toBe(true)
      const hours = (second.getTime() - first.getTime()) / 3_600_000
      const [min, max] = GAPS[schedule.every]
      expect(hours).toBeGreaterThanOrEqual(min)
      expect(hours).toBeLessThanOrEqual(max)
      const between = new Date(first.getTime() + Math.floor((second.getTime() - first.getTime()) * part))
      expect(nextSlot(schedule, between)).toEqual(second)
      expect(dueSlot(schedule, first, between)).toEqual(first)
      expect(dueSlot(schedule, first, at)).toBeNull()
    }),
    { numRuns: 400 },
  )
})

it('missed slots are due once, as the newest', () => {
  fc.assert(
    fc.property(schedules, moments, fc.integer({ min: 0, max: 400 * 24 }), (schedule, at, hoursLate) => {
      const first = nextSlot(schedule, at)
      const now = new Date(first.getTime() + hoursLate * 3_600_000)
      const due = dueSlot(schedule, first, now) as Date
      expect(due <= now).toBe(true)
      expect(due >= first).toBe(true)
      expect(nextSlot(schedule, due) > now).toBe(true)
      expect(nextSlot(schedule, new Date(due.getTime() - 1))).toEqual(due)
    }),
    { numRuns: 200 },
  )
})
