import type { GridQuery } from '../../lead-data/grid-query.ts'

/** One value of a facet; the count is null while nobody has counted it. */
export interface FacetValue {
  value: string | null
  label: string
  count: number | null
}

/**
 * The counted values, then those that the query names but the counts do not hold: a filter that is on must
 * stay visible to be taken off.
 */
export function mergeFacetValues(
  query: GridQuery,
  field: string,
  counted: { value: string | null; label: string; count: number }[] | undefined,
): FacetValue[] {
  const merged: FacetValue[] = [...(counted ?? [])]
  const known = new Set(merged.map((item) => item.value))
  for (const condition of query.custom_search) {
    if (condition.field !== field || !Array.isArray(condition.value)) continue
    for (const value of condition.value) {
      if (known.has(value)) continue
      known.add(value)
      merged.push({ value, label: value, count: counted ? 0 : null })
    }
  }
  return merged
}
