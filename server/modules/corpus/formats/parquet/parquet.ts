import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { FormatError, type PlaceEvent, type PlaceFile, type PlaceFormat } from '../place-format.ts'
import { previewOfLayout } from '../preview-of-layout.ts'
import { LAYOUT_NAMES, type Layout, layoutOf } from './layouts.ts'

/** Reading goes on at a row, counted from 0. */
type ParquetPosition = { row: number }

/** Rows that are unpacked at once. */
const STEP_ROWS = 10_000
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
  throw error instanceof Error && 'code' in error ? error : new FormatError(message)
}

interface Opened {
  file: AsyncBuffer
  metadata: FileMetaData
  layout: Layout
  /** Columns of the layout that the file has. */
  columns: string[]
}

/** Bytes of the read columns in a group of rows, unpacked. */
const bytesOf = (group: FileMetaData['row_groups'][number], columns: readonly string[]): number =>
  group.columns
    .filter(({ meta_data }) => columns.includes(meta_data?.path_in_schema[0] ?? ''))
    .reduce((sum, { meta_data }) => sum + Number(meta_data?.total_uncompressed_size ?? 0), 0)

async function open(given: PlaceFile): Promise<Opened> {
  const file = rangesOf(given)
  // Geometries stay as they are: they are points, and read here.
  const metadata = await parquetMetadataAsync(file, { geoparquet: false }).catch(
    refusal(
      'The Parquet file is cut off or damaged: the list of its columns, which stands at its end, cannot be read.',
    ),
  )
  const all = parquetSchema(metadata).children.map(({ element }) => element.name)
  const layout = layoutOf(all)
  if (!layout) {
    const shown = `${all.slice(0, SHOWN_COLUMNS).join(', ')}${all.length > SHOWN_COLUMNS ? ', ...' : ''}`
    throw new FormatError(
      `This Parquet file is none that is known (${LAYOUT_NAMES.join(', ')}). Its columns are ${shown}.`,
    )
  }
  const columns = layout.reads.filter((column) => all.includes(column))
  if (metadata.row_groups.some((group) => bytesOf(group, columns) > MAX_GROUP_BYTES))
    throw new FormatError(
      'The Parquet file has groups of rows that are too large to be read: write it anew with at most 1,000,000 rows in a group.',
    )
  return { file, metadata, layout, columns }
}

/** Ranges of rows, none of which reaches into another group. */
function* stepsOf(metadata: FileMetaData, from: number): Generator<{ rowStart: number; rowEnd: number }> {
  let start = 0
  for (const group of metadata.row_groups) {
    const end = start + Number(group.num_rows)
    for (let rowStart = Math.max(start, from); rowStart < end; rowStart += STEP_ROWS)
      yield { rowStart, rowEnd: Math.min(rowStart + STEP_ROWS, end) }
    start = end
  }
}

async function* places(
  { file, metadata, layout, columns }: Opened,
  from: number,
): AsyncIterable<PlaceEvent[]> {
  const total = Math.max(Number(metadata.num_rows), 1)
  for (const step of stepsOf(metadata, from)) {
    const options = {
      file,
      metadata,
      columns,
      compressors,
      utf8: false,
      useOffsetIndex: true,
      geoparquet: false,
    }
    const rows = await parquetReadObjects({ ...options, ...step }).catch(
      refusal(`The rows from ${step.rowStart + 1} on cannot be read: the file is damaged.`),
    )
    yield rows.map((row, index): PlaceEvent => {
      const at = step.rowStart + index + 1
      const done = Math.floor((file.byteLength * at) / total)
      return { kind: 'row', row: layout.toPlace(row), at, next: { row: at }, done }
    })
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
