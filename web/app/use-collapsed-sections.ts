import { useState } from 'react'

const KEY = 'nav_collapsed'

function stored(): string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(',').filter(Boolean)
  } catch {
    return []
  }
}

/** Ids of collapsed sidebar sections, stored in this browser, and a function to toggle one. */
export function useCollapsedSections(): [collapsed: readonly string[], switchSection: (id: string) => void] {
  const [collapsed, setCollapsed] = useState(stored)
  const switchSection = (id: string) => {
    const next = collapsed.includes(id) ? collapsed.filter((one) => one !== id) : [...collapsed, id]
    setCollapsed(next)
    try {
      localStorage.setItem(KEY, next.join())
    } catch {
      // Without storage, all sections are open after a reload.
    }
  }
  return [collapsed, switchSection]
}
