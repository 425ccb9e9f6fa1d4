import { useState } from 'react'

const KEY = 'nav_narrow'

const stored = (): boolean => {
  try {
    return localStorage.getItem(KEY) === '1'
  } catch {
    return false
  }
}

/** Whether the side bar shows icons only, remembered by this browser; and the switch. */
export function useNarrowNav(): [narrow: boolean, toggle: () => void] {
  const [narrow, setNarrow] = useState(stored)
  const toggle = () => {
    setNarrow(!narrow)
    try {
      localStorage.setItem(KEY, narrow ? '0' : '1')
    } catch {
      // Forgotten at the next visit, that is all.
    }
  }
  return [narrow, toggle]
}
