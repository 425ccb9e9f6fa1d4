import {
  MAX_STATISTIC_DAYS,
  type Statistic,
  type StatisticChoices,
} from '#contract/admin/statistics/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { DaySpan } from './facts.ts'
import { platformDays } from './figures-store.ts'

const DAYS_SHOWN = 30
const DAY_MS = 24 * 60 * 60_000

/** The platform's time zone and its last `days` days. @throws AppError not_found before the installation is set up. */
export async function requireDays(db: Db, days: number): Promise<DaySpan> {
  const last = await platformDays(db, days)
  if (!last) throw notFound('The platform’s account')
  return { timeZone: last.time_zone, from: last.from, to: last.to }
}

/**
 * The requested days, the last 30 by default, or the last calendar months, including the current one.
 * @throws AppError validation_failed.
 */
export async function chooseDays(db: Db, { period }: Statistic, choices: StatisticChoices): Promise<DaySpan> {
  const last = await requireDays(db, DAYS_SHOWN)
  if (period === 'months') {
    const [year, month] = last.to.split('-').map(Number) as [number, number]
    const first = new Date(Date.UTC(year, month - (choices.months ?? 1), 1))
    return { ...last, from: first.toISOString().slice(0, 10) }
  }
  const to = choices.to ?? last.to
  const from = choices.from ?? (choices.to ? to : last.from)
  if (from > to) throw invalidField('to', 'The last day must not be before the first')
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_STATISTIC_DAYS)
    throw invalidField('from', `Choose up to ${MAX_STATISTIC_DAYS} days`)
  return { ...last, from, to }
}
