import { Readable } from 'node:stream'
import type { Downloader } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type CsvCell, csvLine } from '#server/platform/csv/write-csv.ts'
import type { Db } from '#server/platform/db/db.ts'
import { lineAnswer, reasonText } from './present-verification.ts'
import { type StreamedLine, streamLines } from './verification-reads.ts'

export const DOWNLOAD_KIND = 'email_verifications'
/** Lines are joined into chunks of about this size. */
const PIECE_CHARACTERS = 64 * 1024

const yesNo = (value: boolean | null | undefined): CsvCell => (value ? 'yes' : value === false ? 'no' : null)

/** Columns of the file; those after the state are empty for an unfinished line. */
const COLUMNS: [string, (line: StreamedLine) => CsvCell][] = [
  ['state', (line) => lineAnswer(line).state],
  ['reason', (line) => lineAnswer(line).reason],
  ['reason_text', (line) => reasonText(lineAnswer(line).reason)],
  ['suggestion', (line) => line.suggestion],
  ['disposable', (line) => yesNo(line.flags?.disposable)],
  ['free', (line) => yesNo(line.flags?.free)],
  ['role', (line) => yesNo(line.flags?.role)],
  ['catch_all', (line) => yesNo(line.catch_all)],
  ['provider', (line) => line.mx?.provider ?? null],
  ['checked_at', (line) => line.checked_at?.toISOString() ?? null],
]

async function* pieces(db: Db, accountId: number, runId: number): AsyncIterable<string> {
  let piece = csvLine(['email', ...COLUMNS.map(([name]) => name)])
  for await (const line of streamLines(db, accountId, runId)) {
    // A repeated line is finished from the start, while its address may still be waiting.
    const known = line.done && (line.address === null || line.state !== null || !line.repeated)
    piece += csvLine([line.given, ...COLUMNS.map(([, cell]) => (known ? cell(line) : null))])
    if (piece.length < PIECE_CHARACTERS) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** Every line of a verification run as CSV, in input order. */
export const verificationDownloader = ({ db }: Context): Downloader => ({
  kind: DOWNLOAD_KIND,
  async open(ticket) {
    const { runId, filename } = ticket.input as { runId: number; filename: string }
    const stream = Readable.from(pieces(db, ticket.account_id, runId), { objectMode: false })
    return { filename, contentType: 'text/csv; charset=utf-8', stream }
  },
})
