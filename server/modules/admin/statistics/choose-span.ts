import {
  MAX_STATISTIC_DAYS,
  type Statistic,
  type StatisticChoices,
} from '#contract/admin/statistics/index.ts'
import { chooseDays, type DaySpan } from '#server/platform/db/day-span.ts'
import type { Db } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { platformDays } from './figures-store.ts'

const DAYS_SHOWN = 30

/** The platform's last days. @throws AppError not_found before it is set up. */
export async function requireDays(db: Db, days: number): Promise<DaySpan> {
  const last = await platformDays(db, days)
  if (!last) throw notFound('The platform’s account')
  return last
}

/**
 * The requested days, the last 30 by default, or the last calendar months, including the current one.
 * @throws AppError validation_failed.
 */
export async function chooseSpan(db: Db, { period }: Statistic, choices: StatisticChoices): Promise<DaySpan> {
  const last = await requireDays(db, DAYS_SHOWN)
  if (period === 'days') return chooseDays(last, MAX_STATISTIC_DAYS, choices)
  const [year, month] = last.to.split('-').map(Number) as [number, number]
  const first = new Date(Date.UTC(year, month - (choices.months ?? 1), 1))
  return { ...last, from: first.toISOString().slice(0, 10) }
}
