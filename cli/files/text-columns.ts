import { parse } from 'csv-parse/sync'
import { usageError } from '../cli-error.ts'

const SEPARATORS = [',', ';', '\t'] as const

const firstLine = (text: string): string => /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? ''

/** The separator that a header line uses most; a comma when it has none. */
function separatorOf(line: string): string {
  const count = (separator: string): number => line.split(separator).length
  return SEPARATORS.toSorted((a, b) => count(b) - count(a))[0]!
}

function readRows(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: separatorOf(firstLine(text)),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    }) as string[][]
  } catch (error) {
    throw usageError(`The file cannot be read as CSV: ${(error as Error).message}`)
  }
}

const columnAt = (header: readonly string[], names: RegExp): number =>
  header.findIndex((cell) => names.test(cell))

/** The cells of the first line: one for a text without columns. */
export const firstCells = (text: string): string[] => readRows(firstLine(text))[0] ?? []

/** Whether a text is a table with such a column: one of the cells of its first line is its name. */
export const hasColumn = (text: string, names: RegExp): boolean => columnAt(firstCells(text), names) >= 0

/** The filled cells of the first column with one of these names, without the name; none when there is no such column. */
export function namedColumn(text: string, names: RegExp): string[] {
  const [header = [], ...rows] = readRows(text)
  const at = columnAt(header, names)
  return rows.map((row) => row[at] ?? '').filter((cell) => cell !== '')
}

/** The filled lines of a text; those that start with # are remarks. */
export const filledLines = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
