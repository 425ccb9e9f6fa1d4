import { STATISTICS, type Statistic, type StatisticOrder } from '#contract/admin/statistics/index.ts'
import { defineCsvFile } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { CsvCell } from '#server/platform/csv/write-csv.ts'
import type { DaySpan } from '#server/platform/db/day-span.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { chooseSpan } from './choose-span.ts'
import { listGroups, listMonthNames } from './read-statistic.ts'

/** Rows of a file read at a time. */
const AT_ONCE = 1000

const getStatistic = (id: string): Statistic => {
  const found = STATISTICS.find(({ statistic }) => statistic.id === id)
  if (!found) throw new Error(`There is no statistic ${id}`)
  return found.statistic
}

interface Chosen {
  order: StatisticOrder
  span: DaySpan
}

async function* listRows(db: Db, { order: { by, report }, span }: Chosen): AsyncIterable<readonly CsvCell[]> {
  const statistic = getStatistic(report)
  const measures = Object.keys(statistic.measures)
  const isDaily = statistic.period === 'days'
  yield [by, 'name', 'account', ...(isDaily ? measures : [...listMonthNames(span), 'total'])]
  for (let page = 1, more = true; more; page++) {
    const { rows } = await listGroups(db, statistic, { by, span, page, limit: AT_ONCE })
    for (const { key, name, account, months = [], ...row } of rows) {
      const values = isDaily ? measures.map((measure) => row[measure]) : [...months, row.total]
      yield [key, name, account, ...(values as number[])]
    }
    more = rows.length === AT_ONCE
  }
}

export const statisticFile = defineCsvFile('user_analytics', ({ db }, chosen: Chosen) => listRows(db, chosen))

/** A ticket for a statistic as CSV, with all rows. @throws AppError forbidden when the person may not see it. */
export async function requestStatistic(
  ctx: Context,
  actor: Actor,
  order: StatisticOrder,
  statistic = getStatistic(order.report),
) {
  if (!can(actor, statistic.can)) throw new AppError('forbidden', 'You can’t see this statistic')
  const span = await chooseSpan(ctx.db, statistic, order)
  const filename = `${order.report}-${span.from}-${span.to}.csv`
  return statisticFile.request(ctx, actor, { filename, input: { order, span }, detail: { by: order.by } })
}
