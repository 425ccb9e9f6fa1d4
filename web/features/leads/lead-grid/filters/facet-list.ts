import type { GridQuery } from '../../lead-data/grid-query.ts'

/** A facet value; the count is null until it is counted. */
export interface FacetValue {
  value: string | null
  label: string
  count: number | null
}

/** The counted values, followed by active ones without a count: an active filter must stay visible to be removed. */
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
