import { Readable } from 'node:stream'
import { STATISTICS, type Statistic, type StatisticOrder } from '#contract/admin/statistics/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Downloader, issueTicket } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import { csvLine } from '#server/platform/csv/write-csv.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { chooseDays } from './day-span.ts'
import type { DaySpan } from './facts.ts'
import { monthsOf, pageOfGroups } from './read-statistic.ts'

const KIND = 'user_analytics'
/** Rows of a file read at a time. */
const AT_ONCE = 1000

const statisticOf = (id: string): Statistic => {
  const found = STATISTICS.find(({ statistic }) => statistic.id === id)
  if (!found) throw new Error(`There is no statistic ${id}`)
  return found.statistic
}

/** A ticket for a statistic as CSV. @throws AppError forbidden when the person may not see it. */
export async function requestStatistic(
  ctx: Context,
  actor: Actor,
  order: StatisticOrder,
  statistic = statisticOf(order.report),
) {
  if (!can(actor, statistic.can)) throw new AppError('forbidden', 'You can’t see this statistic')
  const span = await chooseDays(ctx.db, statistic, order)
  const filename = `${order.report}-${span.from}-${span.to}.csv`
  return transaction(ctx.db, async () => {
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { filename, by: order.by } })
    const ticket = await issueTicket(ctx, actor, KIND, { order, span, filename })
    return { ...ticket, run_id: null, total: null, filename }
  })
}

/** The file of a ticket, with all rows. */
export const statisticDownloader = ({ db }: Context): Downloader => ({
  kind: KIND,
  async open(ticket) {
    const { order, span, filename } = ticket.input as unknown as {
      order: StatisticOrder
      span: DaySpan
      filename: string
    }
    const { by, report } = order
    const statistic = statisticOf(report)
    const measures = Object.keys(statistic.measures)
    const isDaily = statistic.period === 'days'
    async function* lines() {
      yield csvLine([by, 'name', 'account', ...(isDaily ? measures : [...monthsOf(span), 'total'])])
      for (let page = 1, more = true; more; page++) {
        const { rows } = await pageOfGroups(db, statistic, { by, span, page, limit: AT_ONCE })
        for (const { key, name, account, ...row } of rows) {
          const values = isDaily
            ? measures.map((measure) => row[measure])
            : [...(row.months as number[]), row.total]
          yield csvLine([key, name, account, ...(values as number[])])
        }
        more = rows.length === AT_ONCE
      }
    }
    return {
      filename,
      contentType: 'text/csv; charset=utf-8',
      stream: Readable.from(lines(), { objectMode: false }),
    }
  },
})
