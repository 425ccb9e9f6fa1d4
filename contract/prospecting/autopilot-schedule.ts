import * as z from 'zod/mini'
import { MESSAGES } from '../core/messages.ts'

export const EVERY = ['hour', 'day', 'week', 'month'] as const
export type Every = (typeof EVERY)[number]

/** When an autopilot runs: a time of day in a time zone. */
export const ScheduleFields = {
  every: z.enum(EVERY),
  at: z
    ._default(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: MESSAGES.type })), '09:00')
    .check(z.describe('HH:MM in the time zone; hourly schedules use only the minutes')),
  weekday: z
    .optional(z.nullable(z.int().check(z.minimum(1), z.maximum(7))))
    .check(z.describe('Weekly only: 1 is Monday, 7 Sunday; default: the day of creation')),
  month_day: z
    .optional(z.nullable(z.int().check(z.minimum(1), z.maximum(31))))
    .check(
      z.describe(
        'Monthly only: day of the month, in shorter months the last day; default: the day of creation',
      ),
    ),
  time_zone: z
    .optional(z.string().check(z.minLength(1), z.maxLength(64)))
    .check(z.describe('IANA time zone such as Europe/Berlin; default: the account’s')),
} as const

export interface Schedule {
  every: Every
  at: string
  /** 1 is Monday; weekly only. */
  weekday: number | null
  /** 1 to 31; monthly only. */
  month_day: number | null
  time_zone: string
}
