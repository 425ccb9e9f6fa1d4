import type { ImportField } from '#contract/sources/import-kinds.ts'
import { CsvError } from '#server/platform/csv/csv-error.ts'
import { type CsvEvent, type CsvPosition, readCsvBatches } from '#server/platform/csv/read-csv.ts'
import type { ColumnMapping } from '../column-mapping.ts'
import {
  FormatError,
  type PlaceEvent,
  type PlaceFile,
  type PlaceFormat,
  type Preview,
  type RawRow,
} from './place-format.ts'

type Shape = Pick<CsvPosition, 'columns' | 'delimiter' | 'encoding'>

/** The same groups, with file errors in the common form. */
async function* withFormatErrors(groups: AsyncIterable<CsvEvent[]>): AsyncIterable<CsvEvent[]> {
  try {
    yield* groups
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new FormatError(error.message, error.code.endsWith('_encoding') ? 'encoding' : 'upload_id')
  }
}

/** For each mapped field, its column number. */
const findCells = (mapping: ColumnMapping, columns: readonly string[]) =>
  Object.entries(mapping).map(([field, column]) => [field as ImportField, columns.indexOf(column)] as const)

async function* read(
  file: PlaceFile,
  options: Parameters<PlaceFormat['read']>[1],
): AsyncIterable<PlaceEvent[]> {
  const start = options.startAt as CsvPosition | null
  let shape: Shape | null = start && {
    columns: start.columns,
    delimiter: start.delimiter,
    encoding: start.encoding,
  }
  let cells = findCells(options.mapping, shape?.columns ?? [])
  const groups = readCsvBatches(file.read(start?.offset), {
    ...(options.encoding && { encoding: options.encoding }),
    ...(start && { startAt: start }),
  })
  for await (const group of withFormatErrors(groups)) {
    const events: PlaceEvent[] = []
    for (const event of group) {
      if (event.kind === 'header') {
        shape = { columns: event.columns, delimiter: event.delimiter, encoding: event.encoding }
        cells = findCells(options.mapping, event.columns)
        continue
      }
      const next = { ...shape, offset: event.offset, line: event.nextLine }
      const where = { at: event.line, next, done: event.offset }
      if (event.kind === 'rejected') events.push({ kind: 'rejected', reason: event.reason, ...where })
      else events.push({ kind: 'row', row: makeRow(event.values, cells), ...where })
    }
    yield events
  }
}

function makeRow(values: readonly string[], cells: ReturnType<typeof findCells>): RawRow {
  const row: RawRow = {}
  for (const [field, at] of cells) row[field] = values[at] ?? ''
  return row
}

async function preview(
  file: PlaceFile,
  { rows, encoding }: { rows: number; encoding?: string },
): Promise<Preview> {
  const found: Preview = { columns: [], rows: [], problems: [], delimiter: null, layout: null }
  for await (const group of withFormatErrors(readCsvBatches(file.read(), encoding ? { encoding } : {}))) {
    for (const event of group) {
      if (event.kind === 'header')
        Object.assign(found, { columns: event.columns, delimiter: event.delimiter })
      else if (found.rows.length + found.problems.length >= rows) return found
      else if (event.kind === 'row') found.rows.push(event.values)
      else found.problems.push({ line: event.line, reason: event.reason })
    }
  }
  return found
}

/** Delimited text: the fallback for unrecognized files. */
export const csvFormat: PlaceFormat = {
  id: 'csv',
  label: 'CSV',
  endings: ['.csv', '.tsv', '.txt'],
  fits: () => false,
  preview,
  read,
}
