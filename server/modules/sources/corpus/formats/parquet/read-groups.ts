import type { AsyncBuffer, FileMetaData } from 'hyparquet'
import { AppError } from '#server/platform/errors.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import { isObject } from '../json-record.ts'
import { FormatError } from '../place-format.ts'
import { findLayout, LAYOUT_NAMES, type Layout } from './layouts.ts'
import type { ParquetRow } from './parquet-row.ts'
import { pruneMetadata, splitWanted } from './prune-metadata.ts'

/** Rows decompressed at once. */
const STEP_ROWS = 50_000
/** A row group's columns are held in memory while it is read. */
const MAX_GROUP_BYTES = 512 * 1024 * 1024
const SHOWN_COLUMNS = 40
/** Bytes at the end of a file that contain the metadata's length; usually all of it. */
const END_BYTES = 64 * 1024

/** A row group: the smallest part of a file that can be skipped. */
export type RowGroup = FileMetaData['row_groups'][number]

/** A file's metadata. */
export interface ParquetDescription {
  layout: Layout
  /** Only with the columns that are read. */
  groups: RowGroup[]
  /** Each column to read, or part of one, with metadata reduced to it. */
  parts: { column: string; metadata: FileMetaData }[]
}

/** Rows of a file within one group. */
export interface RowRange {
  /** Counted from 0, over the whole file. */
  rowStart: number
  /** Exclusive end. */
  rowEnd: number
}

/** Rejects a malformed file; disk, network and system errors are rethrown. */
const refusal = (message: string) => (error: unknown) => {
  const isOurs =
    error instanceof FormatError ||
    error instanceof AppError ||
    error instanceof OutboundError ||
    (error instanceof Error && 'syscall' in error)
  throw isOurs ? error : new FormatError(message)
}

/** Decompressed bytes of a row group. */
const countBytes = ({ columns }: RowGroup): number =>
  columns.reduce((sum, { meta_data }) => sum + Number(meta_data?.total_uncompressed_size ?? 0), 0)

async function describe(file: AsyncBuffer): Promise<ParquetDescription> {
  const { parquetMetadataAsync, parquetSchema } = await import('hyparquet')
  // Geometries stay raw: they are points, and parsed here.
  const whole = await parquetMetadataAsync(file, { geoparquet: false, initialFetchSize: END_BYTES })
  const columns = parquetSchema(whole).children.map(({ element }) => element.name)
  const layout = findLayout(columns)
  if (!layout) {
    const shown = `${columns.slice(0, SHOWN_COLUMNS).join(', ')}${columns.length > SHOWN_COLUMNS ? ', ...' : ''}`
    throw new FormatError(
      `This Parquet file has none of the supported layouts (${LAYOUT_NAMES.join(', ')}). Its columns are ${shown}.`,
    )
  }
  const metadata = pruneMetadata(whole, layout.reads)
  // Every place has an id of at least one byte: more rows than bytes are impossible.
  const rows = metadata.row_groups.reduce((sum, group) => sum + Math.abs(Number(group.num_rows)), 0)
  if (!(rows <= file.byteLength)) throw new RangeError('more rows than bytes')
  if (metadata.row_groups.some((group) => countBytes(group) > MAX_GROUP_BYTES))
    throw new FormatError(
      'The Parquet file has groups of rows that are too large to be read: write it again with at most 1,000,000 rows in a group.',
    )
  return {
    layout,
    groups: metadata.row_groups,
    parts: splitWanted(layout.reads).flatMap((part) => {
      const pruned = pruneMetadata(metadata, part)
      const [column] = parquetSchema(pruned).children
      return column ? [{ column: column.element.name, metadata: pruned }] : []
    }),
  }
}

/** Reads a file's metadata at its end. @throws FormatError when it cannot be read. */
export const describeParquet = (file: AsyncBuffer): Promise<ParquetDescription> =>
  describe(file).catch(
    refusal(
      'The Parquet file is truncated or damaged: its list of columns, at the end of the file, cannot be read.',
    ),
  )

/** Row ranges to read, from a row on; `isWanted` skips whole groups by index. */
export function* rangesOfRows(
  groups: readonly RowGroup[],
  from: number,
  isWanted: (group: number) => boolean = () => true,
): Generator<RowRange & { group: number }> {
  let start = 0
  for (const [group, { num_rows }] of groups.entries()) {
    const end = start + Number(num_rows)
    for (
      let rowStart = Math.max(start, from);
      rowStart < end && isWanted(group);
      rowStart = Math.min(rowStart + STEP_ROWS, end)
    )
      yield { group, rowStart, rowEnd: Math.min(rowStart + STEP_ROWS, end) }
    start = end
  }
}

/** Merges the results of two reads of a value: parts of objects, item by item in lists. */
function joined(known: unknown, found: unknown): unknown {
  if (Array.isArray(known) && Array.isArray(found)) return known.map((item, at) => joined(item, found[at]))
  return isObject(known) && isObject(found) ? Object.assign(known, found) : (known ?? found)
}

async function unpack(
  file: AsyncBuffer,
  { parts }: ParquetDescription,
  { rowStart, rowEnd }: RowRange,
): Promise<ParquetRow[]> {
  const { parquetReadObjects } = await import('hyparquet')
  const { compressors } = await import('hyparquet-compressors')
  const rows: ParquetRow[] = Array.from({ length: rowEnd - rowStart }, () => ({}))
  for (const { column, metadata } of parts) {
    const options = { file, metadata, compressors, utf8: false, useOffsetIndex: true, geoparquet: false }
    const found = await parquetReadObjects({ ...options, rowStart, rowEnd })
    for (const [at, row] of rows.entries()) row[column] = joined(row[column], found[at]?.[column])
    await yieldToEventLoop()
  }
  return rows
}

/**
 * Rows of a range. A whole group is decompressed in memory, so one part of it after another.
 * @throws FormatError when they are damaged.
 */
export const readRows = (
  file: AsyncBuffer,
  description: ParquetDescription,
  range: RowRange,
): Promise<ParquetRow[]> =>
  unpack(file, description, range).catch(
    refusal(`The rows from ${range.rowStart + 1} on cannot be read: the file is damaged.`),
  )
