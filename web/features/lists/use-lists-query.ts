import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { decodeListsQuery, encodeListsQuery, type ListsQuery } from './lists-query.ts'

/** The page's query as the address has it, and the way to change it. */
export function useListsQuery(): [ListsQuery, (next: ListsQuery) => void] {
  const raw = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const query = useMemo(() => decodeListsQuery(raw), [raw])
  const setQuery = useCallback(
    (next: ListsQuery) =>
      void navigate({ to: '.', search: encodeListsQuery(next) as never, resetScroll: false }),
    [navigate],
  )
  return [query, setQuery]
}
