import { Readable } from 'node:stream'
import type { Downloader } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import { csvLine } from '#server/platform/csv/write-csv.ts'
import { KIND, type Query, showSubscriptionReport } from './reports-service.ts'

/** The file of a ticket: a line per month and currency. */
export const reportDownloader = (ctx: Context): Downloader => ({
  kind: KIND,
  async open(ticket) {
    const { query, filename } = ticket.input as unknown as { query: Query; filename: string }
    const { months, currencies } = await showSubscriptionReport(ctx, query)
    const head = ['month', 'new', 'churned', 'churn_rate', 'active', 'trials', 'converted', 'currency', 'mrr']
    const lines = months.flatMap(({ mrr, ...figures }) =>
      (currencies.length > 0 ? currencies : ['']).map((currency) => {
        const { month, churned, churn_rate, active, trials, converted } = figures
        return [
          month,
          figures.new,
          churned,
          churn_rate,
          active,
          trials,
          converted,
          currency,
          mrr[currency] ?? 0,
        ]
      }),
    )
    const stream = Readable.from(
      [head, ...lines].map((line) => csvLine(line)),
      { objectMode: false },
    )
    return { filename, contentType: 'text/csv; charset=utf-8', stream }
  },
})
