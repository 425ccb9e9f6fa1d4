import { useCallback } from 'react'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { type GridQuery, gridSearch } from './grid-query.ts'

/** Writes the query to the address; `replace` adds no history entry. */
export type SetGridQuery = (next: GridQuery, options?: { replace?: boolean }) => void

/** The grid's query from the address, and changing it: a change says itself which page is shown. */
export function useGridQuery(type: ListTypeId): [GridQuery, SetGridQuery] {
  const [query, change] = usePageSearch(gridSearch(type))
  const setQuery = useCallback<SetGridQuery>((next, options) => change(next, options), [change])
  return [query, setQuery]
}
