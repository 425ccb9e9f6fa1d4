import { Readable } from 'node:stream'
import type { Downloader } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import { csvLine } from '#server/platform/csv/write-csv.ts'
import type { Db } from '#server/platform/db/db.ts'
import { streamRejected } from './corpus-store.ts'

async function* lines(db: Db, accountId: number, runId: number, unit: string): AsyncIterable<string> {
  yield csvLine([unit, 'reason'])
  for await (const row of streamRejected(db, accountId, runId)) yield csvLine([row.line, row.reason])
}

/** All rejected rows of an import as CSV. */
export const rejectedDownloader = ({ db }: Context): Downloader => ({
  kind: 'corpus_rejected',
  async open(ticket) {
    const runId = Number(ticket.input.runId)
    const stream = Readable.from(lines(db, ticket.account_id, runId, String(ticket.input.unit)))
    return { filename: `rejected-${runId}.csv`, contentType: 'text/csv; charset=utf-8', stream }
  },
})
