import type { PlaceField } from '#contract/leads/place-fields.ts'
import type { ImportField } from '#contract/sources/import-kinds.ts'
import type { PlaceFormatId } from '#contract/sources/place-formats.ts'
import type { ColumnMapping } from '../column-mapping.ts'

/** An uploaded file for format readers. */
export interface PlaceFile {
  name: string
  /** Bytes. */
  size: number
  /** Its bytes from an offset to an end. */
  read(offset?: number, end?: number): AsyncIterable<Uint8Array>
}

/** A reading position, as plain JSON private to the format. */
export type Position = object

export type RawPlace = Partial<Record<PlaceField, string>>

/** A mapped record of any kind. */
export type RawRow = Partial<Record<ImportField, string>>

/** A row, or an unreadable one. */
export type PlaceEvent = ({ kind: 'row'; row: RawRow } | { kind: 'rejected'; reason: string }) & {
  /** Its unique number in the file, in the format's unit. */
  at: number
  /** The file's own id, such as `way/123`. */
  name?: string
  next: Position
  /** Bytes of the file read so far. */
  done: number
}

export interface ReadOptions {
  startAt: Position | null
  /** Mapped columns by field; empty for a known layout. */
  mapping: ColumnMapping
  encoding?: string
  signal?: AbortSignal
}

/** The beginning of a file. */
export interface Preview {
  columns: string[]
  rows: string[][]
  problems: { line: number; reason: string }[]
  delimiter: string | null
  /** Name of the known layout; null when columns are mapped. */
  layout: string | null
}

export interface PlaceFormat {
  id: PlaceFormatId
  /** Display name. */
  label: string
  /** Lowercase file extensions with dot. */
  endings: readonly string[]
  /** Whether a file starting with these bytes has this format. */
  fits(head: Buffer): boolean
  /** @throws FormatError when the file as a whole cannot be read. */
  preview(file: PlaceFile, options: { rows: number; encoding?: string }): Promise<Preview>
  /**
   * Places and rejected rows, in file order, from a position on.
   * @throws FormatError when the file cannot be read any further.
   */
  read(file: PlaceFile, options: ReadOptions): AsyncIterable<PlaceEvent[]>
}

/** An unreadable file; the message can be shown to whoever chose it. */
export class FormatError extends Error {
  /** The affected field. */
  readonly field: 'upload_id' | 'encoding' | 'format'

  constructor(message: string, field: FormatError['field'] = 'upload_id') {
    super(message)
    this.name = 'FormatError'
    this.field = field
  }
}
