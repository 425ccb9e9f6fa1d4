import { useState } from 'react'

const KEY = 'nav_narrow'

const stored = (): boolean => {
  try {
    return localStorage.getItem(KEY) === '1'
  } catch {
    return false
  }
}

/** Whether the sidebar shows only icons, stored in this browser, and a function to toggle it. */
export function useNarrowNav(): [narrow: boolean, toggle: () => void] {
  const [narrow, setNarrow] = useState(stored)
  const toggle = () => {
    setNarrow(!narrow)
    try {
      localStorage.setItem(KEY, narrow ? '0' : '1')
    } catch {
      // Without storage, it is forgotten at the next visit.
    }
  }
  return [narrow, toggle]
}
