import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * How many of `count` things fit into a box that shows them on one line; the others belong into a menu at its end.
 * Measured before anything is painted, and again when the room or the things change (`key` names them).
 */
export function useFitting<E extends HTMLElement>(
  count: number,
  key: string,
): { ref: RefObject<E | null>; fitting: number } {
  const ref = useRef<E>(null)
  const [state, setState] = useState({ fitting: count, key })
  // Other things than those that were measured: all of them are tried again.
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
