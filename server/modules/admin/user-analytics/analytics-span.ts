import { MAX_ANALYTICS_DAYS } from '#contract/admin/user-analytics.ts'
import { type DaySpan, platformDays } from '#server/modules/admin/figures/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'

const DAYS_SHOWN = 30
const DAY_MS = 24 * 60 * 60_000

/** The requested days; the last 30 by default. @throws AppError validation_failed. */
export async function spanOf(db: Db, query: { from?: string; to?: string }): Promise<DaySpan> {
  const last = await platformDays(db, DAYS_SHOWN)
  if (!last) throw notFound('The platform’s account')
  const to = query.to ?? last.to
  const from = query.from ?? (query.to ? to : last.from)
  if (from > to) throw invalidField('to', 'The last day must not be before the first')
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_ANALYTICS_DAYS)
    throw invalidField('from', `Choose up to ${MAX_ANALYTICS_DAYS} days`)
  return { timeZone: last.time_zone, from, to }
}

/** The last `months` calendar months, including the current one. */
export async function monthsOf(db: Db, months: number): Promise<DaySpan> {
  const last = await platformDays(db, 1)
  if (!last) throw notFound('The platform’s account')
  const [year, month] = last.to.split('-').map(Number) as [number, number]
  const first = new Date(Date.UTC(year, month - months, 1))
  return { timeZone: last.time_zone, from: first.toISOString().slice(0, 10), to: last.to }
}
