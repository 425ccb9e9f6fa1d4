import { useRouter, useRouterState } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'

/** The values of a fragment such as `#email=a%40example.com&code=123456`. */
export const readFragment = (hash: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')))

/**
 * Values of a mailed link after the `#`. Read once and removed from the address at once, so that they stay neither
 * in the history nor in a copied address. A link pasted later replaces the previous one. The second part of the
 * result clears the values.
 */
export function useFragment(): [values: Record<string, string>, forget: () => void] {
  const { history } = useRouter()
  const hash = useRouterState({ select: (state) => state.location.hash })
  const [values, setValues] = useState(() => readFragment(hash))
  useLayoutEffect(() => {
    if (!hash) return
    setValues(readFragment(hash))
    const { pathname, search, state } = history.location
    history.replace(`${pathname}${search}`, { ...state, fromLink: true })
  }, [hash, history])
  return [values, () => setValues({})]
}
