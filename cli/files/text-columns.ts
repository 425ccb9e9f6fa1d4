import { parse } from 'csv-parse/sync'
import { usageError } from '../cli-error.ts'

const SEPARATORS = [',', ';', '\t'] as const

const firstLine = (text: string): string => /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? ''

/** The most frequent separator of a header line; a comma when it has none. */
function findSeparator(line: string): string {
  const count = (separator: string): number => line.split(separator).length
  return SEPARATORS.toSorted((a, b) => count(b) - count(a))[0]!
}

function readRows(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: findSeparator(firstLine(text)),
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

/** The cells of the first line; one for a text without columns. */
export const firstCells = (text: string): string[] => readRows(firstLine(text))[0] ?? []

/** Whether a text is a table with a column of this name. */
export const hasColumn = (text: string, names: RegExp): boolean => columnAt(firstCells(text), names) >= 0

/**
 * The non-empty cells of the first column with one of these names, without the header; none when there is no such
 * column.
 */
export function namedColumn(text: string, names: RegExp): string[] {
  const [header = [], ...rows] = readRows(text)
  const at = columnAt(header, names)
  return rows.map((row) => row[at] ?? '').filter((cell) => cell !== '')
}

/** The non-empty lines of a text without comments (lines that start with #). */
export const filledLines = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
