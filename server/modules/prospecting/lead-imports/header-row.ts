import { sniffUtf16 } from '#server/platform/csv/text-encoding.ts'

/** Rows examined to find the header. */
export const MAX_ROWS_EXAMINED = 20
/** Bytes examined for them. */
const EXAMINED_BYTES = 400_000

/** The header among the first rows: the first that is more than half as wide as the usual one. */
export function findHeaderRow(widths: readonly number[]): number {
  const usual = usualWidth(widths).width
  return Math.max(
    0,
    widths.findIndex((width) => width * 2 > usual),
  )
}

/** The most frequent width of rows with several cells (the larger of two), and how many rows have it. */
function usualWidth(widths: readonly number[]): { width: number; rows: number } {
  const rows = new Map<number, number>()
  for (const width of widths) if (width > 1) rows.set(width, (rows.get(width) ?? 0) + 1)
  const [best] = [...rows].sort((a, b) => b[1] - a[1] || b[0] - a[0])
  return best ? { width: best[0], rows: best[1] } : { width: Math.max(0, ...widths), rows: 0 }
}

interface Record {
  /** Where it starts, and on which line, from 0. */
  start: number
  line: number
  cells: number
  filled: number
}

/** The first records of a text for a delimiter: quotes may hold it and line ends. */
function readRecords(text: string, delimiter: string): Record[] {
  const records: Record[] = []
  let record: Record = { start: 0, line: 0, cells: 1, filled: 0 }
  let [line, isQuoted, isEmpty, atStart] = [0, false, true, true]
  const endCell = () => {
    if (!isEmpty) record.filled += 1
    isEmpty = true
    atStart = true
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (char === '\n') line += 1
    if (char === '"' && (isQuoted || atStart)) isQuoted = !isQuoted
    else if (isQuoted) isEmpty = false
    else if (char === delimiter) {
      endCell()
      record.cells += 1
    } else if (char === '\n') {
      endCell()
      records.push(record)
      if (records.length === MAX_ROWS_EXAMINED) return records
      record = { start: at + 1, line, cells: 1, filled: 0 }
    } else if (char.trim() !== '') {
      isEmpty = false
      atStart = false
    }
  }
  endCell()
  if (record.start < text.length && !isQuoted) records.push(record)
  return records
}

/**
 * Text before the header of a CSV file, such as LinkedIn's notes, and the delimiter: the one by which most rows have the
 * same number of cells. Prose in cells has many commas, but not equally many.
 */
export function beforeHeader(head: Buffer): { bytes: number; lines: number; delimiter?: string } {
  const none = { bytes: 0, lines: 0 }
  if (sniffUtf16(head) || head[0] === 0xff || head[0] === 0xfe) return none
  const text = head.toString('latin1', 0, EXAMINED_BYTES)
  if (/^(?:\xef\xbb\xbf)?sep=./i.test(text.slice(0, 10))) return none
  const readings = [',', ';', '\t', '|'].map((delimiter) => {
    const records = readRecords(text, delimiter)
    const { width, rows } = usualWidth(records.map(({ cells }) => cells))
    return { delimiter, records, score: rows * Math.log2(width + 1), width }
  })
  const [best] = readings.sort((a, b) => b.score - a.score || b.width - a.width)
  if (!best || best.score === 0) return none
  const header = best.records[findHeaderRow(best.records.map(({ filled }) => filled))]
  return { bytes: header?.start ?? 0, lines: header?.line ?? 0, delimiter: best.delimiter }
}
