import { PLACE_FIELDS } from '#contract/leads/place-fields.ts'
import type { ImportField, ImportKind } from '#contract/sources/import-kinds.ts'
import { COLUMN_NAMES, tightName } from './column-names.ts'
import { guessPersonMapping } from './people/person-mapping.ts'

/** Which column (by header name) contains which field. */
export type ColumnMapping = Partial<Record<ImportField, string>>

/** Guesses the meaning of columns from their names. No column is used twice; fields without a column are absent. */
export function guessMapping(header: readonly string[], kind: ImportKind = 'places'): ColumnMapping {
  return kind === 'people' ? guessPersonMapping(header) : guessPlaceMapping(header)
}

function guessPlaceMapping(header: readonly string[]): ColumnMapping {
  const columnOf = new Map<string, string>()
  for (const column of header) {
    const key = tightName(column)
    // `id` before `@id`.
    if (!columnOf.has(key) || column === key) columnOf.set(key, column)
  }
  const findWithin = namesWithin(header)
  const mapping: ColumnMapping = {}
  const used = new Set<string>()
  for (const field of PLACE_FIELDS) {
    const names = COLUMN_NAMES[field].split(' ')
    const candidates = [
      ...names.map((name) => columnOf.get(name)),
      // Nested objects with their own id or name are something else.
      ...(field === 'id' || field === 'name' ? [] : names.map((name) => findWithin.get(name))),
    ]
    const column = candidates.find((name) => name !== undefined && !used.has(name))
    if (column === undefined) continue
    mapping[field] = column
    used.add(column)
  }
  return mapping
}

/** Columns of nested objects (`address.city`) by the last part of their names. */
function namesWithin(header: readonly string[]): Map<string, string> {
  const columnOf = new Map<string, string>()
  for (const column of header) {
    const key = tightName(column.slice(column.lastIndexOf('.') + 1))
    if (column.includes('.') && !columnOf.has(key)) columnOf.set(key, column)
  }
  return columnOf
}
