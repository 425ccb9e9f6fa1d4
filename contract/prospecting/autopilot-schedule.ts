import * as z from 'zod/mini'
import { MESSAGES } from '../core/messages.ts'

/** Frequencies of an autopilot. */
export const EVERY = ['hour', 'day', 'week', 'month'] as const
export type Every = (typeof EVERY)[number]

/** When an autopilot runs: a time of day in a time zone. */
export const ScheduleFields = {
  every: z.enum(EVERY),
  at: z
    ._default(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: MESSAGES.type })), '09:00')
    .check(z.describe('HH:MM in the time zone; of an hourly one only the minutes count')),
  weekday: z
    .optional(z.nullable(z.int().check(z.minimum(1), z.maximum(7))))
    .check(z.describe('Of a weekly one: 1 is Monday, 7 Sunday; absent: the day on which it is made')),
  month_day: z
    .optional(z.nullable(z.int().check(z.minimum(1), z.maximum(31))))
    .check(
      z.describe(
        'Of a monthly one: day of the month, the last one where the month is shorter; absent: the day on which it is made',
      ),
    ),
  time_zone: z
    .optional(z.string().check(z.minLength(1), z.maxLength(64)))
    .check(z.describe("Name of the IANA database, as in Europe/Berlin; absent: the account's")),
} as const

/** A complete schedule. */
export interface Schedule {
  every: Every
  at: string
  /** 1 is Monday; weekly only. */
  weekday: number | null
  /** 1 to 31; monthly only. */
  month_day: number | null
  time_zone: string
}
