import { IMPORT_FIELDS, type ImportField } from '#contract/import-kinds.ts'
import { usageError } from '../cli-error.ts'
import { didYouMean } from './nearest-word.ts'

/** Which column of the file feeds which field. */
export type ColumnMap = Partial<Record<ImportField, string>>

// field = column, where the column is bare up to the next comma or quoted with "" for a quote inside.
const PAIR = /\s*([^=,"]*?)\s*=\s*(?:"((?:[^"]|"")*)"|([^,"]*))\s*(,|$)/y

const isField = (name: string): name is ImportField => (IMPORT_FIELDS as readonly string[]).includes(name)

function addPair(map: ColumnMap, field: string, column: string, option: string): void {
  if (!isField(field)) {
    const known = `Fields: ${IMPORT_FIELDS.join(', ')}`
    throw usageError(`--${option}: "${field}" is not a field.${didYouMean(field, IMPORT_FIELDS)}`, known)
  }
  if (map[field] !== undefined) throw usageError(`--${option}: the field "${field}" is given twice`)
  if (column === '') throw usageError(`--${option}: the field "${field}" has no column`)
  map[field] = column
}

/** Reads `name=Name,city="Town, or city"` (any number of such texts). Whether the columns exist is the server's to say. */
export function columnMap(given: string[], option: string): ColumnMap {
  const map: ColumnMap = {}
  for (const part of given) {
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
      addPair(
        map,
        match[1]!,
        match[2] === undefined ? match[3]!.trim() : match[2].replaceAll('""', '"'),
        option,
      )
      at = PAIR.lastIndex
    }
  }
  return map
}
