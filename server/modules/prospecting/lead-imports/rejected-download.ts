import { Readable } from 'node:stream'
import type { Downloader } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import { csvLine } from '#server/platform/csv/write-csv.ts'
import type { Db } from '#server/platform/db/db.ts'
import { streamRejectedRows } from './lead-imports-store.ts'

async function* lines(db: Db, accountId: number, runId: number, columns: string[]): AsyncIterable<string> {
  yield csvLine(['row', 'reason', ...columns])
  for await (const { line, reason, cells } of streamRejectedRows(db, accountId, runId))
    yield csvLine([line, reason, ...columns.map((_, at) => cells[at] ?? '')])
}

/** Rejected rows of a file, each with its cells and the reason, so that they can be corrected. */
export const rejectedLeadsDownloader = ({ db }: Context): Downloader => ({
  kind: 'import_rejected',
  async open(ticket) {
    const runId = Number(ticket.input.runId)
    const columns = ticket.input.columns as string[]
    const stream = Readable.from(lines(db, ticket.account_id, runId, columns))
    return { filename: `rejected-${runId}.csv`, contentType: 'text/csv; charset=utf-8', stream }
  },
})
