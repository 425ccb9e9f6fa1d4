import type { CsvEvent, CsvPosition } from './read-csv.ts'

/** Rows of one transaction, and the position after them. */
export interface RowBatch {
  columns: readonly string[]
  rows: string[][]
  /** Unreadable records. */
  unreadable: number
  position: CsvPosition
  /** Whether this batch begins the file: the header is right before its rows. */
  first: boolean
}

/**
 * Groups CSV events into batches of at most `size` records. A file without rows is one empty batch. `start` is
 * the previous batch's position, when the stream starts in the middle.
 */
export async function* rowBatches(
  events: AsyncIterable<CsvEvent[]>,
  size: number,
  start: CsvPosition | null,
): AsyncGenerator<RowBatch> {
  let shape = start && { columns: start.columns, delimiter: start.delimiter, encoding: start.encoding }
  let first = start === null
  let rows: string[][] = []
  let unreadable = 0
  let last: CsvEvent | undefined
  const cut = (at: CsvEvent): RowBatch => {
    const { columns, delimiter, encoding } = shape as Omit<CsvPosition, 'offset' | 'line'>
    const position = { columns, delimiter, encoding, offset: at.offset, line: at.nextLine }
    const batch = { columns, rows, unreadable, position, first }
    rows = []
    unreadable = 0
    first = false
    last = undefined
    return batch
  }
  for await (const group of events) {
    for (const event of group) {
      last = event
      if (event.kind === 'header') shape = event
      else if (event.kind === 'row') rows.push(event.values)
      else unreadable += 1
      if (rows.length + unreadable >= size) yield cut(event)
    }
  }
  if (last) yield cut(last)
}
