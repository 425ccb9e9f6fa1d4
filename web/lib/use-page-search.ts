import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { changed, type PageSearch, type RawSearch } from './search-change.ts'

interface Step {
  /** Leaves no step in the browser's history. */
  replace?: boolean
  /** Goes to the top of the page, as for other rows in its midst. */
  toTop?: boolean
}

/** Changes some of the parameters; the others stay, and another question starts at the first page. */
export type SetPageSearch<T> = (change: Partial<T>, step?: Step) => void

const EMPTY: RawSearch = {}

/** The parameters of the page that is shown; not of one that is still on its way. */
const useRaw = (): RawSearch =>
  useRouterState({ select: (state) => (state.matches.at(-1)?.search as RawSearch | undefined) ?? EMPTY })

/** The parameters of the page, and the way to change them. Pass a schema that stays the same. */
export function usePageSearch<T extends object>(search: PageSearch<T>): [T, SetPageSearch<T>] {
  const raw = useRaw()
  const navigate = useNavigate()
  const value = useMemo(() => search.read(raw), [search, raw])
  const set = useCallback<SetPageSearch<T>>(
    (change, { replace = false, toTop = false } = {}) => {
      const next = (now: RawSearch) => search.write(changed(search, search.read(now), change))
      // The router's pages are data: it knows no page's own parameters.
      void navigate({ to: '.', search: next as never, replace, resetScroll: toTop })
    },
    [search, navigate],
  )
  return [value, set]
}

/** A part of the path of the page that is shown: `id` of `/users/$id`. */
export const usePathParam = (name: string): string | undefined =>
  useRouterState({
    select: (state) => (state.matches.at(-1)?.params as Record<string, string> | undefined)?.[name],
  })
