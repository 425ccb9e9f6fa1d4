import { MAX_DELIVERED_COLUMNS, MAX_DELIVERED_ROWS } from '#contract/prospecting/import-addresses.ts'
import { AppError } from '#server/platform/errors.ts'

/** A row as it was sent: text by column. */
export type SentRow = Record<string, string>

const LONGEST_NAME = 200
/** Far above any value of a lead. */
const LONGEST_CELL = 10_000
/** Objects within objects become columns such as `contact.email` up to this depth; deeper ones are texts. */
const MAX_DEPTH = 4

const HOW =
  'Send one lead as a JSON object, such as {"Email": "ann@acme.example", "Company": "Acme"}, or up to 1,000 as an array of such objects'

const misread = (message: string): AppError =>
  new AppError('validation_failed', message, { fields: { body: message } })

/** Text that can be stored. */
const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

function writeCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every(isPlain)) return value.map(writeCell).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The cells of an object, those of objects within it too. */
function* cellsOf(value: object, prefix = '', depth = 1): Generator<[string, string]> {
  for (const [key, item] of Object.entries(value)) {
    const name = `${prefix}${key.trim()}`
    const isInner = typeof item === 'object' && item !== null && !Array.isArray(item)
    if (isInner && depth < MAX_DEPTH) yield* cellsOf(item, `${name}.`, depth + 1)
    else yield [name, writeCell(item)]
  }
}

function readRow(value: unknown, at: number): SentRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw misread(`Row ${at} is no object. ${HOW}`)
  const cells: [string, string][] = []
  for (const [name, text] of cellsOf(value)) {
    if (name.length > LONGEST_NAME)
      throw misread(`Row ${at} has a column name of more than ${LONGEST_NAME} characters`)
    cells.push([storable(name), storable(text).slice(0, LONGEST_CELL).toWellFormed()])
  }
  return Object.fromEntries(cells)
}

/** A body as JSON, or as a form. Some senders name a form’s type and send JSON, so its beginning decides. */
function parseBody(text: string, contentType: string): unknown {
  if (/^[[{]/.test(text)) {
    try {
      return JSON.parse(text)
    } catch {
      throw new AppError('bad_request', `The body is not valid JSON. ${HOW}`)
    }
  }
  if (!contentType.includes('form-urlencoded')) throw misread(`The body is neither JSON nor a form. ${HOW}`)
  return Object.fromEntries(new URLSearchParams(text))
}

/**
 * The rows of a delivery.
 * @throws AppError bad_request, validation_failed, payload_too_large, each saying what to send
 */
export function readDelivery(body: Buffer, contentType: string): SentRow[] {
  const text = new TextDecoder().decode(body).trim()
  if (text === '') throw misread(`The body is empty. ${HOW}`)
  const parsed = parseBody(text, contentType)
  const rows = Array.isArray(parsed) ? parsed : [parsed]
  if (rows.length === 0) throw misread(`There is no row. ${HOW}`)
  if (rows.length > MAX_DELIVERED_ROWS)
    throw new AppError(
      'payload_too_large',
      `${rows.length.toLocaleString('en')} rows are too many: send at most ${MAX_DELIVERED_ROWS.toLocaleString('en')} at once`,
    )
  const read = rows.map((row, n) => readRow(row, n + 1))
  const columns = listColumns(read)
  if (columns.length === 0) throw misread(`The rows have no columns. ${HOW}`)
  if (columns.length > MAX_DELIVERED_COLUMNS)
    throw misread(`${columns.length} different columns are too many: send at most ${MAX_DELIVERED_COLUMNS}`)
  return read
}

/** All columns, in the order in which they first appear. */
export const listColumns = (rows: readonly (SentRow | null)[]): string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row ?? {}))),
]

/** The cell of a row; empty without one, also for a column that is called like a property of every object. */
export const cellOf = (row: SentRow, column: string): string =>
  Object.hasOwn(row, column) ? (row[column] ?? '') : ''
