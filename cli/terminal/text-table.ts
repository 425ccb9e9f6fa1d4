import { displayWidth, fitWidth, plainText } from './display-width.ts'

/** A column: its heading, with `align` where it is a number. */
export type TableColumn = string | { title: string; align: 'right' }

/** Columns of numbers. */
export const right = (...titles: string[]): TableColumn[] =>
  titles.map((title) => ({ title, align: 'right' }))

const GAP = 2
const NARROWEST = 8

/** Narrows the widest columns until the line fits; numbers are never truncated. */
function shrink(widths: number[], columns: readonly TableColumn[], maxWidth: number): number[] {
  const fitted = [...widths]
  const total = () => fitted.reduce((sum, width) => sum + width, 0) + GAP * (fitted.length - 1)
  while (total() > maxWidth) {
    const flexible = fitted.map((width, at) => (typeof columns[at] === 'object' ? 0 : width))
    const widest = Math.max(...flexible)
    if (widest <= NARROWEST) break
    fitted[flexible.indexOf(widest)] = widest - 1
  }
  return fitted
}

/**
 * Aligned columns with a heading. With `maxWidth` (width of the terminal in cells) long texts are truncated with an
 * ellipsis.
 */
export function textTable(
  columns: readonly TableColumn[],
  rows: readonly (string | number | null)[][],
  maxWidth = Infinity,
): string {
  const cells = [
    columns.map((column) => (typeof column === 'object' ? column.title : column)),
    ...rows.map((row) => row.map((cell) => plainText(String(cell ?? '')))),
  ]
  const natural = columns.map((_, at) => Math.max(...cells.map((row) => displayWidth(row[at] ?? ''))))
  const widths = shrink(natural, columns, maxWidth)
  const line = (row: string[]): string =>
    columns
      .map((column, at) => {
        const text = fitWidth(row[at] ?? '', widths[at]!)
        const padding = ' '.repeat(widths[at]! - displayWidth(text))
        return typeof column === 'object' ? padding + text : text + padding
      })
      .join(' '.repeat(GAP))
      .trimEnd()
  return cells.map(line).join('\n')
}

/** `label  value` lines. */
export const detailLines = (rows: readonly [string, string | number][]): string => {
  const width = Math.max(...rows.map(([label]) => displayWidth(label)))
  return rows
    .map(
      ([label, value]) =>
        `${label}${' '.repeat(width - displayWidth(label) + GAP)}${plainText(String(value))}`,
    )
    .join('\n')
}

/** A table of a page of records, with a line when there are more than it shows. */
export function pageText({
  columns,
  rows,
  total,
  maxWidth,
}: {
  columns: readonly TableColumn[]
  rows: readonly (string | number | null)[][]
  total: number
  maxWidth: number
}): string {
  if (rows.length === 0) return 'None'
  const more = total > rows.length ? `\n${rows.length} of ${total}; --limit N shows more` : ''
  return textTable(columns, rows, maxWidth) + more
}
