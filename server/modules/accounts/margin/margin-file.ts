import { Readable } from 'node:stream'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Downloader, issueTicket } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import { csvLine } from '#server/platform/csv/write-csv.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { seesProviderCost } from './margin-policy.ts'
import { type MarginLine, marginLines } from './margin-store.ts'

const KIND = 'margin'
/** Amounts are in minor units of the currency, exact. */
const HEAD = [
  'month',
  'customer_id',
  'customer',
  'package',
  'charge_kind',
  'currency',
  'credits',
  'retail',
  'refunds',
  'wholesale',
  'provider_cost',
  'margin',
] as const satisfies readonly (keyof MarginLine)[]

/** A ticket for the margin book of these months. */
export const marginTicket = (ctx: Context, actor: Actor, months: number) =>
  transaction(ctx.db, async () => {
    const filename = `margin-${months}-months.csv`
    const { accountId, timeZone } = actor
    recordAudit(ctx.db, { accountId, subject: `account:${accountId}`, detail: { filename } })
    const input = { months, timeZone, filename, showsCost: seesProviderCost(actor) }
    return { ...(await issueTicket(ctx, actor, KIND, input)), run_id: null, total: null, filename }
  })

/** The file of a ticket. */
export const marginDownloader = (db: Db): Downloader => ({
  kind: KIND,
  async open(ticket) {
    const { months, timeZone, filename, showsCost } = ticket.input as {
      months: number
      timeZone: string
      filename: string
      showsCost: boolean
    }
    const lines = await marginLines(db, { accountId: ticket.account_id, timeZone, months })
    const head = HEAD.filter((name) => showsCost || name !== 'provider_cost')
    const rows = lines.map((line) => csvLine(head.map((name) => line[name])))
    const stream = Readable.from([csvLine([...head]), ...rows], { objectMode: false })
    return { filename, contentType: 'text/csv; charset=utf-8', stream }
  },
})
