import type { AsyncBuffer } from 'hyparquet'
import type { PlaceEvent, PlaceFile, PlaceFormat } from '../place-format.ts'
import { previewOfLayout } from '../preview-of-layout.ts'
import { readRow } from './layouts.ts'
import type { ParquetRow } from './parquet-row.ts'
import { describeParquet, type ParquetDescription, rangesOfRows, readRows } from './read-groups.ts'

/** Reading continues at a row, counted from 0. */
type ParquetPosition = { row: number }

const YIELD_ROWS = 1000

/** The file as the Parquet reader needs it: by byte ranges. */
const makeBuffer = (file: PlaceFile): AsyncBuffer => ({
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

async function* places(
  file: AsyncBuffer,
  description: ParquetDescription,
  from: number,
): AsyncIterable<PlaceEvent[]> {
  const { layout, groups } = description
  const total = Math.max(
    groups.reduce((sum, group) => sum + Number(group.num_rows), 0),
    1,
  )
  for (const range of rangesOfRows(groups, from)) {
    const rows = await readRows(file, description, range)
    const makeEvent = (row: ParquetRow, at: number): PlaceEvent => {
      const done = Math.floor((file.byteLength * at) / total)
      return { ...readRow(layout, row), at, next: { row: at }, done }
    }
    for (let from = 0; from < rows.length; from += YIELD_ROWS)
      yield rows
        .slice(from, from + YIELD_ROWS)
        .map((row, index) => makeEvent(row, range.rowStart + from + index + 1))
  }
}

const isParquet = (head: Buffer): boolean => head.subarray(0, 4).equals(Buffer.from('PAR1'))

/** Parquet in the layouts of the large open place data sets. */
export const parquetFormat: PlaceFormat = {
  id: 'parquet',
  label: 'Parquet',
  endings: ['.parquet', '.geoparquet'],
  fits: isParquet,
  async preview(file, { rows }) {
    const ranges = makeBuffer(file)
    const description = await describeParquet(ranges)
    return previewOfLayout(description.layout.name, places(ranges, description, 0), rows)
  },
  async *read(file, { startAt }) {
    const ranges = makeBuffer(file)
    yield* places(ranges, await describeParquet(ranges), (startAt as ParquetPosition | null)?.row ?? 0)
  },
}
