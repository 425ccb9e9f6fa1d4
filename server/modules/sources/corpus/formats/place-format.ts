import type { PlaceField } from '#contract/leads/place-fields.ts'
import type { ImportField } from '#contract/sources/import-kinds.ts'
import type { PlaceFormatId } from '#contract/sources/place-formats.ts'
import type { ColumnMapping } from '../column-mapping.ts'

/** An uploaded file as the readers of formats see it. */
export interface PlaceFile {
  name: string
  /** Bytes. */
  size: number
  /** Its bytes from an offset on, up to an end. */
  read(offset?: number, end?: number): AsyncIterable<Uint8Array>
}

/** Where a later reading continues. Plain JSON, and nobody's business but the format's. */
export type Position = object

/** What a file says of one place, field by field. */
export type RawPlace = Partial<Record<PlaceField, string>>

/** What a mapped file says of one record of any kind. */
export type RawRow = Partial<Record<ImportField, string>>

/** A row, or what could not be read as one. */
export type PlaceEvent = ({ kind: 'row'; row: RawRow } | { kind: 'rejected'; reason: string }) & {
  /** Its number in the file, counted in the format's unit; no two of a file are the same. */
  at: number
  /** What the file itself calls it, such as `way/123`. */
  name?: string
  next: Position
  /** Bytes of the file that are done with it. */
  done: number
}

export interface ReadOptions {
  startAt: Position | null
  /** Which column feeds which field; empty where the layout is known. */
  mapping: ColumnMapping
  encoding?: string | undefined
  signal?: AbortSignal | undefined
}

/** The beginning of a file. */
export interface Preview {
  columns: string[]
  rows: string[][]
  problems: { line: number; reason: string }[]
  delimiter: string | null
  /** Name of the layout that the columns are known by; null when they are mapped. */
  layout: string | null
}

/** A format that the corpus reads. */
export interface PlaceFormat {
  id: PlaceFormatId
  /** What people call it. */
  label: string
  /** Ends of file names, lower case with their dot. */
  endings: readonly string[]
  /** Whether a file that starts with these bytes is of this format. */
  fits(head: Buffer): boolean
  /** @throws FormatError when the file as a whole cannot be read. */
  preview(file: PlaceFile, options: { rows: number; encoding?: string | undefined }): Promise<Preview>
  /**
   * Places and what was rejected, in the order of the file, from a position on.
   * @throws FormatError when the file cannot be read any further.
   */
  read(file: PlaceFile, options: ReadOptions): AsyncIterable<PlaceEvent[]>
}

/** A file that cannot be read; the message can be shown to whoever chose it. */
export class FormatError extends Error {
  /** What it is about. */
  readonly field: 'upload_id' | 'encoding' | 'format'

  constructor(message: string, field: FormatError['field'] = 'upload_id') {
    super(message)
    this.name = 'FormatError'
    this.field = field
  }
}
