import { Readable } from 'node:stream'
import type { exportAnalytics } from '#contract/admin/user-analytics.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import {
  pageOfMonths,
  pageOfSignIns,
  pageOfUsage,
  usageByMonth,
} from '#server/modules/admin/figures/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Downloader, issueTicket } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import { csvLine } from '#server/platform/csv/write-csv.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { monthsOf, spanOf } from './analytics-span.ts'

const KIND = 'user_analytics'
/** Rows of a file read at a time. */
const AT_ONCE = 1000

type Order = ParsedInput<typeof exportAnalytics>['body']

export async function analyticsTicket(ctx: Context, actor: Actor, order: Order) {
  const span =
    order.report === 'monthly-credit-usage'
      ? await monthsOf(ctx.db, order.months)
      : await spanOf(ctx.db, order)
  const filename = `${order.report}-${span.from}-${span.to}.csv`
  return transaction(ctx.db, async () => {
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { filename, by: order.by } })
    const ticket = await issueTicket(ctx, actor, KIND, { order, span, filename })
    return { ...ticket, run_id: null, total: null, filename }
  })
}

interface Ticket {
  order: Order
  span: Awaited<ReturnType<typeof spanOf>>
  filename: string
}

/** Columns of a report, and its rows page by page. */
async function tableOf(db: Db, { order, span }: Ticket) {
  const named = ['key', 'name', 'account'] as const
  if (order.report === 'login-activity')
    return {
      head: [order.by, 'name', 'account', 'sign_ins', 'users', 'days'],
      read: async (page: number) =>
        (await pageOfSignIns(db, span, order.by, { page, limit: AT_ONCE })).rows.map((row) =>
          [...named, 'sign_ins' as const, 'users' as const, 'days' as const].map((name) => row[name]),
        ),
    }
  if (order.report === 'credit-usage')
    return {
      head: [order.by, 'name', 'account', 'credits', 'charges'],
      read: async (page: number) =>
        (await pageOfUsage(db, span, order.by, { page, limit: AT_ONCE })).rows.map((row) =>
          [...named, 'credits' as const, 'charges' as const].map((name) => row[name]),
        ),
    }
  const months = (await usageByMonth(db, span)).map(({ month }) => month)
  return {
    head: [order.by, 'name', 'account', ...months, 'total'],
    read: async (page: number) =>
      (await pageOfMonths(db, span, months, order.by, { page, limit: AT_ONCE })).rows.map((row) => [
        ...named.map((name) => row[name]),
        ...row.months,
        row.total,
      ]),
  }
}

/** The file of a ticket, with all rows. */
export const analyticsDownloader = ({ db }: Context): Downloader => ({
  kind: KIND,
  async open(ticket) {
    const input = ticket.input as unknown as Ticket
    const { head, read } = await tableOf(db, input)
    async function* lines() {
      yield csvLine(head)
      for (let page = 1, more = true; more; page++) {
        const rows = await read(page)
        for (const row of rows) yield csvLine(row)
        more = rows.length === AT_ONCE
      }
    }
    return {
      filename: input.filename,
      contentType: 'text/csv; charset=utf-8',
      stream: Readable.from(lines(), { objectMode: false }),
    }
  },
})
