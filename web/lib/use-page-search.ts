import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { readId } from './path-id.ts'
import { changed, type PageSearch, type RawSearch } from './search-change.ts'

interface Step {
  /** Replaces the history entry. */
  replace?: boolean
  /** Scrolls to the top of the page. */
  toTop?: boolean
}

/** Changes some parameters; the others stay, and a new query starts at the first page. */
export type SetPageSearch<T> = (change: Partial<T>, step?: Step) => void

const EMPTY: RawSearch = {}

/** The parameters of the page on screen, not of one still loading. */
const useRaw = (): RawSearch =>
  useRouterState({ select: (state) => (state.matches.at(-1)?.search as RawSearch | undefined) ?? EMPTY })

/** The page's parameters, and a function to change them. Pass a constant schema. */
export function usePageSearch<T extends object>(search: PageSearch<T>): [T, SetPageSearch<T>] {
  const raw = useRaw()
  const navigate = useNavigate()
  const value = useMemo(() => search.read(raw), [search, raw])
  const set = useCallback<SetPageSearch<T>>(
    (change, { replace = false, toTop = false } = {}) => {
      const next = (now: RawSearch) => search.write(changed(search, search.read(now), change))
      // Pages are data: the router knows no page's parameters.
      void navigate({ to: '.', search: next, replace, resetScroll: toTop })
    },
    [search, navigate],
  )
  return [value, set]
}

/** A path parameter of the page on screen: `id` of `/users/$id`. */
export const usePathParam = (name: string): string | undefined =>
  useRouterState({
    select: (state) => (state.matches.at(-1)?.params as Record<string, string> | undefined)?.[name],
  })

/**
 * An id in the path of the page on screen: the 12 of `/users/12`. The router opens no page with an invalid one
 * (web/lib/path-id.ts); while the page is left, it keeps the last.
 */
export function usePathId(name = 'id'): number {
  const id = readId(usePathParam(name) ?? '')
  const last = useRef(0)
  if (id !== undefined) last.current = id
  return last.current
}
