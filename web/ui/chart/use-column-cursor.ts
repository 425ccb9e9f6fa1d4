import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { Layout } from './chart-layout.ts'

/** The column that a key goes to from another one; null when the key is not ours. */
export function columnAfter(key: string, at: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, at - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, at + 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/** The column that someone points at or has gone to by keyboard. A finger may leave: what it chose stays. */
export function useColumnCursor(count: number, layout: Layout | null) {
  const [chosen, setAt] = useState<number | null>(null)
  const last = count - 1
  const at = chosen === null ? null : Math.min(chosen, last)
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    if (layout) setAt(layout.columnAt(event.clientX - left))
  }
  return {
    at,
    /** Where the slider stands while nothing is chosen: at the newest. */
    now: at ?? last,
    handlers: {
      onPointerMove: follow,
      onPointerDown: follow,
      onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && setAt(null),
      onFocus: () => setAt((now) => now ?? last),
      onBlur: () => setAt(null),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape' && at !== null) return setAt(null)
        const next = columnAfter(event.key, at ?? last, last)
        if (next === null) return
        event.preventDefault()
        setAt(next)
      },
    },
  }
}
