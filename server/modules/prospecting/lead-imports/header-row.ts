import { sniffUtf16 } from '#server/platform/csv/text-encoding.ts'

/** Rows examined to find the header. */
export const MAX_ROWS_EXAMINED = 20
const NEW_LINE = 10
/** Maximum characters of a line examined for its width. */
const LONGEST_LINE = 20_000

/** The header among the first rows: the first that is more than half as wide as the widest. */
export function headerRowOf(widths: readonly number[]): number {
  const widest = Math.max(0, ...widths)
  return Math.max(
    0,
    widths.findIndex((width) => width * 2 > widest),
  )
}

/** Non-empty cells of a line, by its most frequent delimiter. */
function widthOf(line: string): number {
  const bare = line.replace(/"(?:[^"]|"")*"?/g, 'x')
  return Math.max(
    ...[',', ';', '\t', '|'].map((mark) => bare.split(mark).filter((cell) => cell.trim() !== '').length),
  )
}

/** Text before the header of a CSV file, such as LinkedIn's notes. */
export function beforeHeader(head: Buffer): { bytes: number; lines: number } {
  const none = { bytes: 0, lines: 0 }
  if (sniffUtf16(head) || head[0] === 0xff || head[0] === 0xfe) return none
  const starts = [0]
  while (starts.length <= MAX_ROWS_EXAMINED) {
    const end = head.indexOf(NEW_LINE, starts.at(-1))
    if (end < 0) break
    starts.push(end + 1)
  }
  const widths = starts
    .slice(0, MAX_ROWS_EXAMINED)
    .map((start, n) =>
      widthOf(head.toString('latin1', start, Math.min(starts[n + 1] ?? head.length, start + LONGEST_LINE))),
    )
  if (/^(?:\xef\xbb\xbf)?sep=./i.test(head.toString('latin1', 0, 10))) return none
  const lines = headerRowOf(widths)
  return { bytes: starts[lines] ?? 0, lines }
}
