import type { AsyncBuffer } from 'hyparquet'
import { perContext } from '#server/platform/context.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import type { Box } from '../distance.ts'
import { type Layout, readRow } from '../formats/parquet/layouts.ts'
import type { ParquetRow } from '../formats/parquet/parquet-row.ts'
import { type RowGroup, rangesOfRows, readRows } from '../formats/parquet/read-groups.ts'
import type { PlaceEvent, Position } from '../formats/place-format.ts'
import type { BaseFile, FileVersion, ReleaseBase } from './base/release-base.ts'
import { contains } from './boxes.ts'
import { asBuffer, createFooters, type Footer, type Footers, type GroupFacts, namingFile } from './footers.ts'
import { bufferOfGroup } from './group-buffer.ts'
import { groupsWithin } from './plan-area.ts'

/** Where areas are read from. */
export interface AreaSource {
  base: ReleaseBase
  footers: Footers
}

/** The releases of this installation, with the metadata of their files that was read last. */
export const areaSourceOf = perContext(
  ({ overtureBase }): AreaSource => ({
    base: overtureBase,
    footers: createFooters(),
  }),
)

/** A reading position: the file's index in the run, its group, and the row in the file. */
interface AreaPosition {
  file: number
  group: number
  row: number
}

/** A run waits about three minutes for an unreachable server, then gives up. */
const TRIES = 10
const YIELD_ROWS = 1000

/** A run's input: the files as planned. */
export interface AreaReading {
  boxes: Box[]
  files: (FileVersion & { path: string; bytes: number })[]
}

const isInside = (layout: Layout, row: ParquetRow, boxes: readonly Box[]): boolean => {
  const { lat, lon } = layout.readSpot(row)
  return Boolean(lat && lon) && contains(boxes, Number(lat), Number(lon))
}

interface OpenFile {
  file: BaseFile
  footer: Footer
  /** Its index among the run's files. */
  at: number
  /** Rows of the previous files. */
  firstRow: number
  /** Bytes of the previous files' groups. */
  doneBefore: number
}

/** A file's rows with the bytes read after each group. */
async function* eventsOfFile(
  { file, footer, at, firstRow, doneBefore }: OpenFile,
  boxes: readonly Box[],
  from: number,
): AsyncIterable<PlaceEvent[]> {
  const { layout, groups, facts } = footer
  const wanted = groupsWithin(footer, boxes)
  const starts = listStarts(facts.map(({ rows }) => rows))
  const bytesBefore = listStarts(facts.map(({ bytes }, group) => (wanted.has(group) ? bytes : 0)))
  let current = { group: -1, buffer: asBuffer(file) as AsyncBuffer }
  for (const range of rangesOfRows(groups, from, (group) => wanted.has(group))) {
    const { group } = range
    if (current.group !== group) current = { group, buffer: bufferOfGroup(file, groups[group] as RowGroup) }
    const rows = await readRows(current.buffer, footer, range).catch(namingFile(file.path))
    const { bytes, rows: count } = facts[group] as GroupFacts
    const makeEvent = (row: ParquetRow, next: number): PlaceEvent => {
      const done = Math.floor((bytes * (next - (starts[group] ?? 0))) / Math.max(count, 1))
      const position: AreaPosition = { file: at, group, row: next }
      return {
        ...readRow(layout, row),
        at: firstRow + next,
        next: position,
        done: doneBefore + (bytesBefore[group] ?? 0) + done,
      }
    }
    for (let first = 0; first < rows.length; first += YIELD_ROWS) {
      const events = rows
        .slice(first, first + YIELD_ROWS)
        .flatMap((row, index) =>
          isInside(layout, row, boxes) ? [makeEvent(row, range.rowStart + first + index + 1)] : [],
        )
      if (events.length > 0) yield events
      await yieldToEventLoop()
    }
  }
}

/** Sums before each number. */
function listStarts(numbers: readonly number[]): number[] {
  let sum = 0
  return numbers.map((number) => {
    sum += number
    return sum - number
  })
}

/**
 * Rows of an area, from a position on, in the form of other formats: `at` counts over all files, `done` is in
 * bytes of the groups read. Groups outside the boxes are never fetched, rows outside are skipped.
 * @throws AppError source_failed when a file cannot be read, or is no longer the planned one.
 */
export async function* readArea(
  { base, footers }: AreaSource,
  { boxes, files }: AreaReading,
  startAt: Position | null,
  signal?: AbortSignal,
): AsyncIterable<PlaceEvent[]> {
  const from = (startAt as AreaPosition | null) ?? { file: 0, group: 0, row: 0 }
  const doneBefore = listStarts(files.map(({ bytes }) => bytes))
  let firstRow = 0
  for (const [at, planned] of files.entries()) {
    const file = await base.open(planned.path, { version: planned, tries: TRIES, ...(signal && { signal }) })
    const footer = await footers.read(file)
    if (at >= from.file)
      yield* eventsOfFile(
        { file, footer, at, firstRow, doneBefore: doneBefore[at] ?? 0 },
        boxes,
        at === from.file ? from.row : 0,
      )
    firstRow += footer.facts.reduce((sum, { rows }) => sum + rows, 0)
  }
}
