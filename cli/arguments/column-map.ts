import { IMPORT_FIELDS, type ImportField } from '#contract/sources/import-kinds.ts'
import { usageError } from '../cli-error.ts'
import { didYouMean } from './nearest-word.ts'

/** Columns of the file by field. */
export type ColumnMap = Partial<Record<ImportField, string>>

// field = column, where the column is bare up to the next comma or quoted with "" for a quote inside.
const PAIR = /\s*([^=,"]*?)\s*=\s*(?:"((?:[^"]|"")*)"|([^,"]*))\s*(,|$)/y

const isField = (name: string): name is ImportField => (IMPORT_FIELDS as readonly string[]).includes(name)

function addPair(map: Map<string, string>, field: string, column: string, option: string): void {
  if (field === '') throw usageError(`--${option}: a column has no field`)
  if (map.has(field)) throw usageError(`--${option}: the field "${field}" appears twice`)
  if (column === '') throw usageError(`--${option}: the field "${field}" has no column`)
  map.set(field, column)
}

/** Parses `name=Name,city="Town, or city"` (any number of such texts): fields with their columns, in order. */
export function columnPairs(texts: string[], option: string): Map<string, string> {
  const map = new Map<string, string>()
  for (const part of texts) {
    let at = 0
    while (at < part.length) {
      PAIR.lastIndex = at
      const match = PAIR.exec(part)
      if (!match) {
        throw usageError(
          `--${option}: cannot read "${part.slice(at)}"`,
          'Write field=Column,field="Some, column"',
        )
      }
      const column = match[2] === undefined ? match[3]!.trim() : match[2].replaceAll('""', '"')
      addPair(map, match[1]!, column, option)
      at = PAIR.lastIndex
    }
  }
  return map
}

/** The same for corpus fields. The server checks whether the columns exist. */
export function columnMap(texts: string[], option: string): ColumnMap {
  const pairs = columnPairs(texts, option)
  for (const field of pairs.keys()) {
    if (isField(field)) continue
    const known = `Fields: ${IMPORT_FIELDS.join(', ')}`
    throw usageError(`--${option}: "${field}" is not a field.${didYouMean(field, IMPORT_FIELDS)}`, known)
  }
  return Object.fromEntries(pairs)
}
