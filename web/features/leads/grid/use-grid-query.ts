import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { ListTypeId } from '#contract/list-types/index.ts'
import { decodeGridQuery, encodeGridQuery, type GridQuery } from './grid-query.ts'

/** Writes the query to the address; `replace` leaves no step in the browser's history. */
export type SetGridQuery = (next: GridQuery, options?: { replace?: boolean }) => void

/** The grid's query as the address has it, and the way to change it. */
export function useGridQuery(type: ListTypeId): [GridQuery, SetGridQuery] {
  const raw = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const query = useMemo(() => decodeGridQuery(type, raw), [type, raw])
  const setQuery = useCallback<SetGridQuery>(
    (next, options) => {
      const replace = options?.replace ?? false
      void navigate({ to: '.', search: encodeGridQuery(next) as never, replace, resetScroll: false })
    },
    [navigate],
  )
  return [query, setQuery]
}
