import type { ImportField } from '#contract/sources/import-kinds.ts'
import type { ColumnMapping } from '../column-mapping.ts'
import { cellsOfRecord, isObject } from './json-record.ts'
import {
  FormatError,
  type PlaceEvent,
  type PlaceFile,
  type PlaceFormat,
  type Preview,
  type RawRow,
} from './place-format.ts'

/** A JSON object of a file, as bytes, or an error. */
export type JsonPiece = ({ bytes: Buffer } | { problem: string }) & {
  /** Its number in the file, from 1. */
  at: number
  /** Position of the next one. */
  end: number
}

type JsonPosition = { offset: number; at: number }

/** Splits a file into the texts of its objects. */
export type JsonCutter = (file: PlaceFile, from: JsonPosition) => AsyncIterable<JsonPiece[]>

/** Records sampled for the preview's columns. */
const SAMPLE_RECORDS = 1000

/** Longer objects are rejected. */
export const MAX_OBJECT_BYTES = 10_000_000

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The cells of a chunk, or its error. */
function cellsIn(piece: JsonPiece): Map<string, string> | string {
  if ('problem' in piece) return piece.problem
  let text: string
  try {
    text = utf8.decode(piece.bytes)
  } catch {
    return 'not valid UTF-8'
  }
  try {
    const record: unknown = JSON.parse(text)
    return isObject(record) ? cellsOfRecord(record) : 'not a JSON object'
  } catch {
    return 'not valid JSON'
  }
}

function makeRow(cells: Map<string, string>, mapping: ColumnMapping): RawRow {
  const row: RawRow = {}
  for (const [field, column] of Object.entries(mapping)) row[field as ImportField] = cells.get(column) ?? ''
  return row
}

function checkEncoding(encoding: string | undefined): void {
  if (encoding && !/^utf-?8$/i.test(encoding.trim()))
    throw new FormatError('JSON is read as UTF-8: leave the encoding out.', 'encoding')
}

export function jsonFormat(cut: JsonCutter): Pick<PlaceFormat, 'preview' | 'read'> {
  async function preview(
    file: PlaceFile,
    { rows, encoding }: { rows: number; encoding?: string },
  ): Promise<Preview> {
    checkEncoding(encoding)
    const records: Map<string, string>[] = []
    const problems: Preview['problems'] = []
    for await (const pieces of cut(file, { offset: 0, at: 0 })) {
      for (const piece of pieces) {
        const cells = cellsIn(piece)
        if (typeof cells !== 'string') records.push(cells)
        else if (problems.length < rows) problems.push({ line: piece.at, reason: cells })
      }
      if (records.length + problems.length >= SAMPLE_RECORDS) break
    }
    const columns = [...new Set(records.flatMap((cells) => [...cells.keys()]))]
    const shown = records.slice(0, rows).map((cells) => columns.map((column) => cells.get(column) ?? ''))
    return { columns, rows: shown, problems, delimiter: null, layout: null }
  }

  async function* read(
    file: PlaceFile,
    { startAt, mapping, encoding }: Parameters<PlaceFormat['read']>[1],
  ): AsyncIterable<PlaceEvent[]> {
    checkEncoding(encoding)
    const from = (startAt as JsonPosition | null) ?? { offset: 0, at: 0 }
    for await (const pieces of cut(file, from)) {
      yield pieces.map((piece): PlaceEvent => {
        const cells = cellsIn(piece)
        const where = { at: piece.at, next: { offset: piece.end, at: piece.at }, done: piece.end }
        return typeof cells === 'string'
          ? { kind: 'rejected', reason: cells, ...where }
          : { kind: 'row', row: makeRow(cells, mapping), ...where }
      })
    }
  }

  return { preview, read }
}
