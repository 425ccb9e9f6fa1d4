import { Readable } from 'node:stream'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Downloader, issueTicket } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import { csvLine } from '#server/platform/csv/write-csv.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { linesAfter } from './billing-store.ts'

const KIND = 'transactions'
const CHUNK = 2000
const HEAD = [
  'id',
  'at',
  'from',
  'to',
  'credits',
  'reason',
  'run_id',
  'run',
  'list_id',
  'list',
  'person',
] as const

interface FileInput {
  from: string
  to: string
  timeZone: string
  filename: string
}

/** A ticket for all transactions of a period. */
export const transactionsTicket = (ctx: Context, actor: Actor, { from, to }: { from: string; to: string }) =>
  transaction(ctx.db, async () => {
    const filename = `transactions-${from}-${to}.csv`
    const subject = `account:${actor.accountId}` as const
    recordAudit(ctx.db, { accountId: actor.accountId, subject, detail: { filename } })
    const input = { from, to, timeZone: actor.timeZone, filename }
    return { ...(await issueTicket(ctx, actor, KIND, input)), run_id: null, total: null, filename }
  })

async function* linesOf(db: Db, span: FileInput & { accountId: number }): AsyncIterable<string> {
  yield csvLine([...HEAD])
  let after = 0
  for (;;) {
    const rows = await linesAfter(db, span, after, CHUNK)
    yield rows
      .map((row) =>
        csvLine([
          ...[row.id, row.at, row.debit, row.credit, row.amount, row.reason],
          ...[row.run_id, row.run, row.list_id, row.list, row.person],
        ]),
      )
      .join('')
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    after = last.id
  }
}

/** The file of a ticket, streamed. */
export const transactionsDownloader = (db: Db): Downloader => ({
  kind: KIND,
  async open(ticket) {
    const input = ticket.input as unknown as FileInput
    const stream = Readable.from(linesOf(db, { ...input, accountId: ticket.account_id }), {
      objectMode: false,
    })
    return { filename: input.filename, contentType: 'text/csv; charset=utf-8', stream }
  },
})
