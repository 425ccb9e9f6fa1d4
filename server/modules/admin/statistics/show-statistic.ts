import type { Statistic, StatisticEndpoint } from '#contract/admin/statistics/index.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import type { Db } from '#server/platform/db/db.ts'
import { numberedPage } from '#server/platform/http/page-reply.ts'
import { chooseSpan } from './choose-span.ts'
import { listDays, listGroups, listHours, listMonthNames, listMonths } from './read-statistic.ts'

/** A page of a statistic's groups with its chart, as of the job's last run. */
export async function showStatistic(
  db: Db,
  statistic: Statistic,
  query: ParsedInput<StatisticEndpoint>['query'],
) {
  const { by, page, limit } = query
  const span = await chooseSpan(db, statistic, query)
  const { rows, total } = await listGroups(db, statistic, { by, span, page, limit })
  const shown = numberedPage(rows, { page, limit }, total)
  if (statistic.period === 'months')
    return { ...shown, months: listMonthNames(span), totals: await listMonths(db, statistic, span) }
  const days = await listDays(db, statistic, span)
  return {
    ...shown,
    from: span.from,
    to: span.to,
    [statistic.total]: days.reduce((sum, day) => sum + Number(day[statistic.total]), 0),
    days,
    ...(statistic.hours && { hours: await listHours(db, statistic, span) }),
  }
}
