import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { breathe } from '#server/platform/breathe.ts'
import { isObject } from '../json-record.ts'
import { FormatError, type PlaceEvent, type PlaceFile, type PlaceFormat } from '../place-format.ts'
import { previewOfLayout } from '../preview-of-layout.ts'
import { LAYOUT_NAMES, type Layout, layoutOf, type ParquetRow } from './layouts.ts'
import { partsOf, pruneMetadata } from './prune-metadata.ts'

/** Reading goes on at a row, counted from 0. */
type ParquetPosition = { row: number }

/** Rows that are unpacked at once. */
const STEP_ROWS = 50_000
/** Rows that are handed on at once. */
const YIELD_ROWS = 1000
/** Columns of a group of rows are held in memory while it is read. */
const MAX_GROUP_BYTES = 512 * 1024 * 1024
const SHOWN_COLUMNS = 40

/** The file as its reader asks for it: by ranges of bytes. */
const rangesOf = (file: PlaceFile): AsyncBuffer => ({
  byteLength: file.size,
  async slice(start, end = file.size) {
    const parts: Uint8Array[] = []
    for await (const part of file.read(start, end)) parts.push(part)
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of parts) {
      bytes.set(part, at)
      at += part.length
    }
    return bytes.buffer
  },
})

/** Refuses a file that makes no sense; what the disk or the system says of it is another matter. */
const refusal = (message: string) => (error: unknown) => {
  const isOurs = error instanceof FormatError || (error instanceof Error && 'syscall' in error)
  throw isOurs ? error : new FormatError(message)
}

interface Opened {
  file: AsyncBuffer
  layout: Layout
  groups: FileMetaData['row_groups']
  /** Each column that is read, or part of one, described as if the file had nothing else. */
  parts: { column: string; metadata: FileMetaData }[]
}

/** Bytes of a group of rows, unpacked. */
const bytesOf = ({ columns }: FileMetaData['row_groups'][number]): number =>
  columns.reduce((sum, { meta_data }) => sum + Number(meta_data?.total_uncompressed_size ?? 0), 0)

async function describe(file: AsyncBuffer): Promise<Opened> {
  // Geometries stay as they are: they are points, and read here.
  const whole = await parquetMetadataAsync(file, { geoparquet: false })
  const columns = parquetSchema(whole).children.map(({ element }) => element.name)
  const layout = layoutOf(columns)
  if (!layout) {
    const shown = `${columns.slice(0, SHOWN_COLUMNS).join(', ')}${columns.length > SHOWN_COLUMNS ? ', ...' : ''}`
    throw new FormatError(
      `This Parquet file is none that is known (${LAYOUT_NAMES.join(', ')}). Its columns are ${shown}.`,
    )
  }
  const metadata = pruneMetadata(whole, layout.reads)
  // Every place has an id of its own, which takes a byte at least: more rows than bytes are a lie.
  const rows = metadata.row_groups.reduce((sum, group) => sum + Math.abs(Number(group.num_rows)), 0)
  if (!(rows <= file.byteLength)) throw new RangeError('more rows than bytes')
  if (metadata.row_groups.some((group) => bytesOf(group) > MAX_GROUP_BYTES))
    throw new FormatError(
      'The Parquet file has groups of rows that are too large to be read: write it anew with at most 1,000,000 rows in a group.',
    )
  return {
    file,
    layout,
    groups: metadata.row_groups,
    parts: partsOf(layout.reads).flatMap((part) => {
      const pruned = pruneMetadata(metadata, part)
      const [column] = parquetSchema(pruned).children
      return column ? [{ column: column.element.name, metadata: pruned }] : []
    }),
  }
}

const open = (file: PlaceFile): Promise<Opened> =>
  describe(rangesOf(file)).catch(
    refusal(
      'The Parquet file is cut off or damaged: the list of its columns, which stands at its end, cannot be read.',
    ),
  )

interface Step {
  rowStart: number
  rowEnd: number
}

/** Ranges of rows, none of which reaches into another group. */
function* stepsOf(groups: Opened['groups'], from: number): Generator<Step> {
  let start = 0
  for (const group of groups) {
    const end = start + Number(group.num_rows)
    for (let rowStart = Math.max(start, from); rowStart < end; rowStart += STEP_ROWS)
      yield { rowStart, rowEnd: Math.min(rowStart + STEP_ROWS, end) }
    start = end
  }
}

/** The same value with what another reading found of it: parts of objects, item by item in lists. */
function joined(known: unknown, found: unknown): unknown {
  if (Array.isArray(known) && Array.isArray(found)) return known.map((item, at) => joined(item, found[at]))
  return isObject(known) && isObject(found) ? Object.assign(known, found) : (known ?? found)
}

/** The rows of a step. What is unpacked is held for a whole group of rows, so it is one part after another. */
async function rowsOf({ file, parts }: Opened, step: Step): Promise<ParquetRow[]> {
  const rows: ParquetRow[] = Array.from({ length: step.rowEnd - step.rowStart }, () => ({}))
  for (const { column, metadata } of parts) {
    const options = { file, metadata, compressors, utf8: false, useOffsetIndex: true, geoparquet: false }
    const found = await parquetReadObjects({ ...options, ...step })
    for (const [at, row] of rows.entries()) row[column] = joined(row[column], found[at]?.[column])
    await breathe()
  }
  return rows
}

async function* places(opened: Opened, from: number): AsyncIterable<PlaceEvent[]> {
  const { file, layout, groups } = opened
  const total = Math.max(
    groups.reduce((sum, group) => sum + Number(group.num_rows), 0),
    1,
  )
  for (const step of stepsOf(groups, from)) {
    const rows = await rowsOf(opened, step).catch(
      refusal(`The rows from ${step.rowStart + 1} on cannot be read: the file is damaged.`),
    )
    const eventOf = (row: ParquetRow, at: number): PlaceEvent => {
      const done = Math.floor((file.byteLength * at) / total)
      return { kind: 'row', row: layout.toPlace(row), at, next: { row: at }, done }
    }
    for (let from = 0; from < rows.length; from += YIELD_ROWS)
      yield rows
        .slice(from, from + YIELD_ROWS)
        .map((row, index) => eventOf(row, step.rowStart + from + index + 1))
  }
}

const isParquet = (head: Buffer): boolean => head.subarray(0, 4).equals(Buffer.from('PAR1'))

/** Parquet in the layouts of the large open sets of places. */
export const parquetFormat: PlaceFormat = {
  id: 'parquet',
  label: 'Parquet',
  endings: ['.parquet', '.geoparquet'],
  fits: isParquet,
  async preview(file, { rows }) {
    const opened = await open(file)
    return previewOfLayout(opened.layout.name, places(opened, 0), rows)
  },
  async *read(file, { startAt }) {
    yield* places(await open(file), (startAt as ParquetPosition | null)?.row ?? 0)
  },
}
