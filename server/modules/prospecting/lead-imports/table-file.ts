import { isUtf8 } from 'node:buffer'
import { type ImportFormat, MAX_IMPORT_COLUMNS } from '#contract/prospecting/lead-imports.ts'
import type { StoredFile } from '#server/modules/core/files/index.ts'
import { namedColumns, numberedColumns } from '#server/platform/csv/column-names.ts'
import { CsvError } from '#server/platform/csv/csv-error.ts'
import { type CsvPosition, readCsvBatches } from '#server/platform/csv/read-csv.ts'
import { sniffByteOrderMark, sniffUtf16 } from '#server/platform/csv/text-encoding.ts'
import { unguard } from '#server/platform/csv/write-csv.ts'
import { openSheet } from '#server/platform/xlsx/read-xlsx.ts'
import { XlsxError } from '#server/platform/xlsx/xlsx-error.ts'
import { beforeHeader, findHeaderRow, MAX_ROWS_EXAMINED } from './header-row.ts'

/** An unreadable file; the message can be shown to people. */
export class TableError extends Error {
  readonly field: 'upload_id' | 'encoding'
  constructor(message: string, field: TableError['field'] = 'upload_id', options?: ErrorOptions) {
    super(message, options)
    this.name = 'TableError'
    this.field = field
  }
}

/** A table row, or why it cannot be read; with its displayed number and the position after it. */
export type TableRow = ({ cells: string[]; reason?: undefined } | { cells: string[]; reason: string }) & {
  at: number
  next: object
  /** Bytes of the file read so far. */
  done: number
}

/** An uploaded table of any format. */
export interface TableFile {
  format: ImportFormat
  encoding: string | null
  sheet: string | null
  columns: readonly string[]
  /** Bytes. */
  size: number
  /** Rows in groups from a position on. @throws TableError when the file cannot be read any further. */
  rows(startAt: object | null, signal?: AbortSignal): AsyncGenerator<TableRow[]>
}

/** Bytes examined to detect the encoding. */
const SNIFFED_BYTES = 4_000_000
const MAX_RECORD_BYTES = 8_000_000

async function readHead(file: StoredFile, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of file.read(0, Math.min(bytes, file.size))) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/**
 * Text that is neither valid UTF-8 nor marked is read as Windows-1252. A few broken bytes among letters in UTF-8 don't
 * make it another encoding: their rows are rejected.
 */
function findEncoding(head: Buffer, isWhole: boolean): string | undefined {
  if (sniffByteOrderMark(head) || sniffUtf16(head)) return undefined
  const end = isWhole ? head.length : head.lastIndexOf(10)
  const text = end < 0 ? head : head.subarray(0, end)
  if (isUtf8(text)) return undefined
  let [letters, broken] = [0, 0]
  for (const char of text.toString('utf8').replace(/[\0-\x7f]+/g, ''))
    char === '\ufffd' ? broken++ : letters++
  return letters > broken ? undefined : 'windows-1252'
}

function fieldError(error: unknown): unknown {
  if (error instanceof XlsxError) return new TableError(error.message, 'upload_id', { cause: error })
  if (!(error instanceof CsvError)) return error
  return new TableError(error.message, error.code.endsWith('_encoding') ? 'encoding' : 'upload_id', {
    cause: error,
  })
}

function checkColumns(columns: readonly string[]): readonly string[] {
  if (columns.length <= MAX_IMPORT_COLUMNS) return columns
  const count = columns.length.toLocaleString('en')
  throw new TableError(`The file has ${count} columns; at most ${MAX_IMPORT_COLUMNS} can be imported.`)
}

/** A stream that closes when reading stops. */
function stoppable(file: StoredFile, signal: AbortSignal | undefined): StoredFile['read'] {
  return (offset, end) => {
    const stream = file.read(offset, end)
    if (!signal) return stream
    const stop = () => stream.destroy()
    signal.addEventListener('abort', stop, { once: true })
    stream.once('close', () => signal.removeEventListener('abort', stop))
    return stream
  }
}

async function openCsv(file: StoredFile, stated: string | undefined): Promise<TableFile> {
  const head = await readHead(file, SNIFFED_BYTES)
  const encoding = stated ?? findEncoding(head, head.length === file.size)
  const above = beforeHeader(head)
  const options = {
    ...(encoding !== undefined && { encoding }),
    numberRepeated: true,
    uneven: true,
    ...(above.delimiter !== undefined && { delimiter: above.delimiter }),
    maxRecordBytes: MAX_RECORD_BYTES,
  }
  let shape: CsvPosition | null = null
  for await (const [event] of readCsvBatches(file.read(above.bytes), options)) {
    if (event?.kind === 'header') {
      const { columns, delimiter, encoding, offset, nextLine } = event
      shape = { columns, delimiter, encoding, offset: above.bytes + offset, line: above.lines + nextLine }
    }
    break
  }
  const { columns, delimiter, encoding: found, ...first } = shape as unknown as CsvPosition
  const known = { columns: checkColumns(columns), delimiter, encoding: found }
  return {
    format: 'csv',
    encoding: found,
    sheet: null,
    columns,
    size: file.size,
    async *rows(startAt, signal) {
      const from = (startAt as { offset: number; line: number } | null) ?? first
      const events = readCsvBatches(stoppable(file, signal)(from.offset), {
        ...options,
        startAt: { ...known, ...from },
      })
      for await (const group of events)
        yield group.flatMap((event): TableRow[] => {
          if (event.kind === 'header') return []
          const where = {
            at: event.line,
            next: { offset: event.offset, line: event.nextLine },
            done: event.offset,
          }
          return event.kind === 'rejected'
            ? [{ reason: event.reason, cells: (event.values ?? []).map(unguard), ...where }]
            : [{ cells: event.values.map(unguard), ...where }]
        })
    },
  }
}

async function openXlsx(file: StoredFile): Promise<TableFile> {
  const sheet = await openSheet(file)
  const top: { row: number; cells: string[] }[] = []
  for await (const { rows } of sheet.rows()) {
    top.push(...rows.slice(0, MAX_ROWS_EXAMINED))
    if (top.length >= MAX_ROWS_EXAMINED) break
  }
  const header = top[findHeaderRow(top.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length))]
  if (!header) throw new TableError('The file is empty. Its first row must contain the column names.')
  const columns = checkColumns(numberedColumns(namedColumns(header.cells)))
  return {
    format: 'xlsx',
    encoding: null,
    sheet: sheet.name,
    columns,
    size: file.size,
    async *rows(startAt, signal) {
      const after = (startAt as { row: number } | null)?.row ?? header.row
      const own = { ...file, read: stoppable(file, signal) }
      const source = signal ? await openSheet(own) : sheet
      for await (const { rows, part } of source.rows()) {
        yield rows
          .filter(({ row }) => row > after)
          .map(({ row, cells }) => ({
            cells: columns.map((_, at) => unguard(cells[at] ?? '')),
            at: row,
            next: { row },
            done: Math.floor(file.size * part),
          }))
      }
    },
  }
}

/**
 * Opens an uploaded CSV or Excel file by its content, whatever its name.
 * @throws TableError when it cannot be read.
 */
export async function openTable(file: StoredFile, encoding?: string): Promise<TableFile> {
  try {
    const head = (await readHead(file, 8)).toString('hex')
    if (head.startsWith('d0cf11e0'))
      throw new TableError('This is an old Excel workbook (.xls): save it as .xlsx or CSV first.')
    const table = head.startsWith('504b0304') ? await openXlsx(file) : await openCsv(file, encoding)
    return {
      ...table,
      async *rows(startAt, signal) {
        try {
          yield* table.rows(startAt, signal)
        } catch (error) {
          throw fieldError(error)
        }
      },
    }
  } catch (error) {
    throw fieldError(error)
  }
}
