import { resolveCategory } from '#server/modules/core/vocabulary/index.ts'
import type { ColumnMapping } from './column-mapping.ts'
import type { Preview } from './formats/place-format.ts'

/** Shown unknown categories. */
const MAX_UNKNOWN = 10
/** The part of the names that must say the same kind of business. */
const ENOUGH_NAMES = 1 / 3

const listCells = ({ columns, rows }: Preview, column: string | undefined): string[] => {
  const at = column === undefined ? -1 : columns.indexOf(column)
  return at < 0 ? [] : rows.flatMap((row) => row[at]?.trim() || [])
}

/** The kind of business that a name says at its end or its beginning: `Acorn Brewery`, `Hotel Adler`. */
const kindInName = (name: string) => resolveCategory(name) ?? resolveCategory(name.split(' ')[0] ?? '')

/** The kind that many of these names say; null where they say none. */
function kindOfNames(names: readonly string[]): ReturnType<typeof resolveCategory> {
  const found = names.flatMap((name) => kindInName(name) ?? [])
  const counts = Map.groupBy(found, ({ id }) => id)
  const [best] = [...counts.values()].toSorted((a, b) => b.length - a.length)
  return best && best.length > 1 && best.length >= names.length * ENOUGH_NAMES ? (best[0] ?? null) : null
}

/**
 * What the first rows of a file with mapped columns say about categories: those that the vocabulary doesn't know,
 * and a default for a file of which none is known, made from its names.
 */
export function noteCategories(found: Preview, mapping: ColumnMapping) {
  const own = listCells(found, mapping.category)
  const unknown = own.filter((text) => !resolveCategory(text))
  const hasNone = unknown.length === own.length
  return {
    unknown_categories: [...new Set(unknown)].slice(0, MAX_UNKNOWN).map((text) => text.slice(0, 100)),
    suggested_category: hasNone ? kindOfNames(listCells(found, mapping.name)) : null,
  }
}
