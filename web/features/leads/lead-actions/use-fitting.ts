import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * How many of `count` items fit on one line of a box; the rest goes into a menu at its end. Measured before paint,
 * and again when the space or the items change (`key` identifies them).
 */
export function useFitting<E extends HTMLElement>(
  count: number,
  key: string,
): { ref: RefObject<E | null>; fitting: number } {
  const ref = useRef<E>(null)
  const [state, setState] = useState({ fitting: count, key })
  // Different items: measure all of them again.
  const fitting = state.key === key ? state.fitting : count
  useLayoutEffect(() => {
    const box = ref.current
    if (box && fitting > 0 && box.scrollWidth > box.clientWidth) setState({ fitting: fitting - 1, key })
  }, [fitting, key])
  useLayoutEffect(() => {
    const room = ref.current?.parentElement
    if (!room) return
    let width = room.clientWidth
    const watch = new ResizeObserver(() => {
      if (room.clientWidth === width) return
      width = room.clientWidth
      setState({ fitting: count, key })
    })
    watch.observe(room)
    return () => watch.disconnect()
  }, [count, key])
  return { ref, fitting }
}
