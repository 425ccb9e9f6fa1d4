import { useEffect, useState } from 'react'
import type { GridQuery } from '../lead-data/grid-query.ts'
import { NO_SELECTION, type Selection } from '../lead-data/selection.ts'

/** The parts of the query that decide which leads match. */
function matchKey({ page: _page, limit: _limit, lead: _lead, sort: _sort, ...rest }: GridQuery): string {
  const { viewId: _view, cols: _cols, ...matching } = rest
  return JSON.stringify(matching)
}

/** The selected leads of a list. Changed filters clear it; a changed sort order clears only "the first N". */
export function useSelection(query: GridQuery) {
  const [selection, setSelection] = useState<Selection>(NO_SELECTION)
  const key = matchKey(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question empties the selection
  useEffect(() => setSelection(NO_SELECTION), [key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order means other first leads
  useEffect(() => setSelection((now) => (now.kind === 'ids' ? now : NO_SELECTION)), [query.sort])
  return [selection, setSelection] as const
}
