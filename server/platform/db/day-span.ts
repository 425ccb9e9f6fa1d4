import { sql } from 'kysely'
import { invalidField } from '../errors.ts'
import type { Db } from './db.ts'

const DAY_MS = 24 * 60 * 60_000

/** Days of a time zone, inclusive. */
export interface DaySpan {
  timeZone: string
  from: string
  to: string
}

/** The last `days` days, including today by the database clock. */
export async function lastDays(db: Db, timeZone: string, days: number): Promise<DaySpan> {
  const { rows } = await sql<{ from: string; to: string }>`
    select to_char(today - ${days - 1}::int, 'YYYY-MM-DD') as "from", to_char(today, 'YYYY-MM-DD') as "to"
    from (select (now() at time zone ${timeZone})::date as today) t`.execute(db)
  return { timeZone, ...(rows[0] as { from: string; to: string }) }
}

/** The requested days, at most `max`; those of `last` by default. @throws AppError validation_failed. */
export function chooseDays(
  last: DaySpan,
  max: number,
  { from: first, to: end }: { from?: string; to?: string },
): DaySpan {
  const to = end ?? last.to
  const from = first ?? (end ? to : last.from)
  if (from > to) throw invalidField('to', 'The last day must not be before the first')
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= max)
    throw invalidField('from', `Choose up to ${max} days`)
  return { timeZone: last.timeZone, from, to }
}

/** All days from first to last, as YYYY-MM-DD. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
