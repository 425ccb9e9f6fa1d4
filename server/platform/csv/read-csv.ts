import { counted } from '#contract/core/plural.ts'
import { namedColumns, numberedColumns } from './column-names.ts'
import { CsvError } from './csv-error.ts'
import { RecordScanner, type ScanFailure, type ScannedRecord } from './record-scanner.ts'
import { type FileEncoding, openEncoding, sniffByteOrderMark, sniffUtf16 } from './text-encoding.ts'

/** Where a later call continues: copy `offset` and `nextLine` of the last event, the rest from the header event. */
export type CsvPosition = {
  /** Raw byte offset in the file. The input of the resumed call must BEGIN at this byte (see `skipBytes`). */
  offset: number
  /** Line number at that offset (`nextLine` of the last event). */
  line: number
  columns: readonly string[]
  delimiter: string
  encoding: string
}

export type CsvOptions = {
  /** Any browser encoding label; a byte order mark overrides it. Default: UTF-8. */
  encoding?: string
  /** One ASCII character. Default: whichever of , ; tab | the header uses most. */
  delimiter?: string
  /** Longer records are rejected. Default 1,000,000. */
  maxRecordBytes?: number
  /** Duplicate column names are numbered instead of rejected. */
  numberRepeated?: boolean
  /** Rows may lack empty cells at their end, or have more of them than the header. */
  uneven?: boolean
  startAt?: CsvPosition
}

type After = {
  /** 1-based number of the physical line on which this record starts. */
  line: number
  /** Raw byte offset after this record. */
  offset: number
  /** Line number after this record. */
  nextLine: number
}

export type CsvHeader = { kind: 'header'; columns: string[]; delimiter: string; encoding: string } & After
type CsvRow = { kind: 'row'; values: string[] } & After
/** `values`: its cells, as far as they can be read. */
type CsvRejected = { kind: 'rejected'; reason: string; values?: string[] } & After
export type CsvEvent = CsvHeader | CsvRow | CsvRejected

const DELIMITERS = ',;\t|'
const MAX_RECORD_BYTES = 1_000_000
const MAX_BATCH = 1000

/**
 * Reads a CSV file of any size as a stream: first the header (not when resuming), then rows and rejected records in
 * file order. Skips empty lines. Rows are exactly as wide as the header. Cells are neither trimmed nor normalized.
 * @throws CsvError when the file as a whole cannot be read (empty, bad header, unknown encoding, not CSV)
 */
export async function* readCsv(
  input: AsyncIterable<Uint8Array>,
  options: CsvOptions = {},
): AsyncGenerator<CsvEvent> {
  for await (const batch of readCsvBatches(input, options)) yield* batch
}

/** As `readCsv`, in arrays of up to 1,000 events, which saves an await per row. */
export async function* readCsvBatches(
  input: AsyncIterable<Uint8Array>,
  options: CsvOptions = {},
): AsyncGenerator<CsvEvent[]> {
  checkDelimiter(options.delimiter)
  if (options.encoding !== undefined) openEncoding(options.encoding)
  const chunks = input[Symbol.asyncIterator]()
  try {
    const { head, done } = await readHead(chunks)
    if (!options.startAt) refuseOtherFormats(head)
    const reader = new Reader(head, options)
    let finished = done
    for (;;) {
      if (finished) reader.end()
      for (let events = reader.drain(); events.length > 0; events = reader.drain()) yield events
      if (finished) break
      const next = await chunks.next()
      if (next.done) finished = true
      else reader.push(next.value)
    }
    reader.requireHeader()
  } finally {
    await chunks.return?.()
  }
}

/** The input without its first `count` bytes: for resuming from a source that cannot be opened in the middle. */
export async function* skipBytes(
  input: AsyncIterable<Uint8Array>,
  count: number,
): AsyncGenerator<Uint8Array> {
  let left = count
  for await (const chunk of input) {
    if (left < chunk.length) yield left === 0 ? chunk : chunk.subarray(left)
    left = Math.max(0, left - chunk.length)
  }
}

class Reader {
  readonly #encoding: FileEncoding
  readonly #scanner: RecordScanner
  readonly #numberRepeated: boolean
  readonly #uneven: boolean
  #explicitEncoding: boolean
  #columns: readonly string[] | null
  #delimiter: string

  constructor(head: Uint8Array, options: CsvOptions) {
    const { startAt } = options
    this.#numberRepeated = options.numberRepeated === true
    this.#uneven = options.uneven === true
    const mark = startAt ? null : sniffByteOrderMark(head)
    const label = startAt?.encoding ?? mark?.name ?? options.encoding
    this.#explicitEncoding = mark !== null || options.encoding !== undefined
    this.#encoding = openEncoding(label ?? sniffUtf16(head) ?? 'utf-8')
    this.#columns = startAt?.columns ?? null
    this.#delimiter = startAt?.delimiter ?? options.delimiter ?? ''
    this.#scanner = new RecordScanner({
      encoding: this.#encoding,
      delimiters: this.#delimiter || DELIMITERS,
      maxRecordBytes: options.maxRecordBytes ?? MAX_RECORD_BYTES,
      offset: startAt?.offset ?? mark?.length ?? 0,
      line: startAt?.line ?? 1,
    })
    this.#scanner.push(head.subarray(mark?.length ?? 0))
  }

  push(chunk: Uint8Array): void {
    this.#scanner.push(chunk)
  }

  end(): void {
    this.#scanner.end()
  }

  /** The next complete events, at most `MAX_BATCH`; none when more input is needed. */
  drain(): CsvEvent[] {
    const events: CsvEvent[] = []
    while (events.length < MAX_BATCH) {
      const item = this.#scanner.next()
      if (!item) break
      const event = this.#columns ? this.#readRow(item, this.#columns) : this.#readHeader(item)
      if (event) events.push(event)
    }
    return events
  }

  requireHeader(): void {
    if (!this.#columns)
      throw new CsvError('empty_file', 'The file is empty. Its first line must contain the column names.')
  }

  #readRow(item: ScannedRecord | ScanFailure, columns: readonly string[]): CsvEvent | null {
    const { line, offset, nextLine } = item
    if (item.kind === 'failure') return { kind: 'rejected', reason: item.reason, line, offset, nextLine }
    const decoded = this.#text(item)
    const text = decoded ?? Buffer.from(item.raw).toString('latin1')
    if (isBlank(text, this.#delimiter)) return null
    const values = item.quoted ? splitQuoted(text, this.#delimiter) : text.split(this.#delimiter)
    if (decoded === null)
      return { kind: 'rejected', reason: this.#notValid(), values, line, offset, nextLine }
    if (this.#uneven) fitTo(values, columns.length)
    if (values.length === columns.length) return { kind: 'row', values, line, offset, nextLine }
    const cells = counted(values.length, 'cell')
    const reason = `${cells} where the header has ${columns.length}`
    return { kind: 'rejected', reason, values, line, offset, nextLine }
  }

  #readHeader(item: ScannedRecord | ScanFailure): CsvHeader | null {
    const { line, offset, nextLine } = item
    if (item.kind === 'failure') {
      throw new CsvError('bad_header', `The header (line ${line}) cannot be read: ${item.reason}.`)
    }
    const text = this.#text(item)
    if (text === null) throw new CsvError('wrong_encoding', `The header is ${this.#notValid()}.`)
    if (text.trim() === '') return null
    const declared = /^sep=(.)$/i.exec(text)
    if (declared && line === 1) {
      this.#delimiter ||= declared[1]!
      this.#scanner.setDelimiters(this.#delimiter)
      return null
    }
    this.#delimiter ||= detectDelimiter(text)
    this.#scanner.setDelimiters(this.#delimiter)
    const names = namedColumns(splitQuoted(text, this.#delimiter))
    const columns = this.#numberRepeated ? numberedColumns(names) : names
    checkColumns(columns)
    this.#columns = columns
    const { name: encoding } = this.#encoding
    return { kind: 'header', columns, delimiter: this.#delimiter, encoding, line, offset, nextLine }
  }

  #text(record: ScannedRecord): string | null {
    if (!record.ascii) return this.#encoding.decode(record.raw)
    if (this.#encoding.unit === 2) return this.#encoding.decode(record.raw)
    return Buffer.from(record.raw.buffer, record.raw.byteOffset, record.raw.byteLength).toString('latin1')
  }

  #notValid(): string {
    const { name } = this.#encoding
    if (this.#explicitEncoding || name !== 'utf-8') return `not valid ${name}`
    return "not valid UTF-8: say the file's encoding"
  }
}

async function readHead(chunks: AsyncIterator<Uint8Array>): Promise<{ head: Uint8Array; done: boolean }> {
  const parts: Uint8Array[] = []
  let length = 0
  while (length < 4) {
    const next = await chunks.next()
    if (next.done) return { head: Buffer.concat(parts), done: true }
    parts.push(next.value)
    length += next.value.length
  }
  return { head: parts.length === 1 ? parts[0]! : Buffer.concat(parts), done: false }
}

/** Signatures (first four bytes in hex) of files mistaken for CSV, with advice. */
const OTHER_FORMATS: readonly [RegExp, string][] = [
  [/^504b0304/, 'This is a zip archive or an Excel workbook: save it as CSV first.'],
  [/^d0cf11e0/, 'This is an old Excel workbook: save it as CSV first.'],
  [/^1f8b/, 'This file is gzipped: unpack it first.'],
  [/^25504446/, 'This is a PDF: save its table as CSV first.'],
  [/^50415231/, 'This is a Parquet file: convert it to CSV first.'],
  [/^(89504e47|ffd8ff|47494638)/, 'This is an image. Upload a CSV file.'],
  // `<!`, `<?` or a tag; then `[{`, `[[` or `{"`.
  [/^3c(21|3f|[46][1-9a-f]|[57][0-9a])/, 'This is a web page or XML: save its table as CSV first.'],
  [/^(5b[57]b|7b22)/, 'This is JSON: convert it to CSV first.'],
]

function refuseOtherFormats(head: Uint8Array): void {
  const start = Buffer.from(head.subarray(0, 4)).toString('hex')
  const known = OTHER_FORMATS.find(([pattern]) => pattern.test(start))
  if (known) throw new CsvError('not_csv', known[1])
}

function checkDelimiter(delimiter: string | undefined): void {
  if (delimiter === undefined || /^[^\P{ASCII}"\r\n\0]$/u.test(delimiter)) return
  throw new CsvError(
    'bad_delimiter',
    'The delimiter must be one ASCII character, for example , ; | or a tab.',
  )
}

function checkColumns(columns: string[]): void {
  const seen = new Map<string, number>()
  for (const [index, name] of columns.entries()) {
    const earlier = seen.get(name)
    if (earlier !== undefined) {
      const where = `columns ${earlier + 1} and ${index + 1}`
      throw new CsvError('bad_header', `The header names "${name}" twice (${where}).`)
    }
    seen.set(name, index)
  }
}

function detectDelimiter(header: string): string {
  const outside = header.replace(/"(?:[^"]|"")*"/g, '')
  let best = ','
  let max = 0
  for (const candidate of DELIMITERS) {
    const count = outside.split(candidate).length - 1
    if (count > max) [best, max] = [candidate, count]
  }
  return best
}

/** Spaces alone are not a row, but tabs in a tab-separated file are. */
function isBlank(text: string, delimiter: string): boolean {
  if (text.length === 0) return true
  const first = text.charCodeAt(0)
  return (first === 32 || first === 9) && text.trim() === '' && !text.includes(delimiter)
}

/** Adds empty cells that a row lacks at its end, and removes those beyond the header. A lone cell is no row. */
function fitTo(values: string[], width: number): void {
  while (values.length > width && values.at(-1)?.trim() === '') values.pop()
  if (values.length > 1 || width <= 2) while (values.length < width) values.push('')
}

/** Splits one well-formed record (the scanner has checked its quotes). */
function splitQuoted(text: string, delimiter: string): string[] {
  const cells: string[] = []
  let pos = 0
  for (;;) {
    let end: number
    let first = pos
    while (text.charCodeAt(first) === 32) first++
    if (text.charCodeAt(first) === 34) {
      pos = first
      end = text.indexOf('"', pos + 1)
      let escaped = false
      while (end >= 0 && text.charCodeAt(end + 1) === 34) {
        escaped = true
        end = text.indexOf('"', end + 2)
      }
      if (end < 0) end = text.length
      const cell = text.slice(pos + 1, end)
      cells.push(escaped ? cell.replaceAll('""', '"') : cell)
      end++
    } else {
      end = text.indexOf(delimiter, pos)
      if (end < 0) end = text.length
      cells.push(text.slice(pos, end))
    }
    if (end >= text.length) return cells
    pos = end + 1
  }
}
