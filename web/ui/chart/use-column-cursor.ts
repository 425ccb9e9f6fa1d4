import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { Layout } from './chart-layout.ts'

/** The column that a key moves to; null for other keys. */
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

/** The highlighted column, by pointer or keyboard. A column chosen by touch stays when the finger leaves. */
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
    /** Without a choice the slider is at the newest column. */
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
