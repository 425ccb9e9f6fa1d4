import { Readable } from 'node:stream'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { csvLine } from '#server/platform/csv/write-csv.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { Downloader } from './downloaders.ts'
import { issueTicket } from './tickets.ts'

type Row = Parameters<typeof csvLine>[0]
type Rows = Iterable<Row> | AsyncIterable<Row>
const CHUNK = 64 * 1024

async function* writeText(rows: Rows): AsyncIterable<string> {
  let text = ''
  for await (const row of rows) {
    text += csvLine(row)
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  yield text
}

/**
 * A CSV file behind a ticket, streamed.
 * @param listRows its rows, the heading first, from the input of the ticket and the account of the person who has it
 */
export const defineCsvFile = <Input extends object>(
  kind: string,
  listRows: (ctx: Context, input: Input, accountId: number) => Rows | Promise<Rows>,
) => ({
  /** A ticket for it, with an entry in the audit log. */
  request: (
    ctx: Context,
    actor: Actor,
    {
      filename,
      input,
      detail,
      ...about
    }: { filename: string; input: Input; detail?: object; subject?: `account:${number}` },
  ) =>
    transaction(ctx.db, async () => {
      recordAudit(ctx.db, { accountId: actor.accountId, ...about, detail: { filename, ...detail } })
      const ticket = await issueTicket(ctx, actor, kind, { ...input, filename })
      return { ...ticket, run_id: null, total: null, filename }
    }),
  downloader: (ctx: Context): Downloader => ({
    kind,
    async open(ticket) {
      const input = ticket.input as Input & { filename: string }
      const rows = await listRows(ctx, input, ticket.account_id)
      return {
        filename: input.filename,
        contentType: 'text/csv; charset=utf-8',
        stream: Readable.from(writeText(rows), { objectMode: false }),
      }
    },
  }),
})
