import { type PointerEvent, useState } from 'react'

/** Index of the line under the pointer. */
function placeAt(list: Element, y: number): number {
  const lines = [...list.querySelectorAll(':scope > li')]
  const below = lines.findIndex((line) => y < line.getBoundingClientRect().bottom)
  return below < 0 ? lines.length - 1 : below
}

/**
 * Sorts a list by dragging its handles (`data-grip`) with mouse, pen or finger. The list captures the
 * pointer, because a moved line leaves the DOM for a moment.
 */
export function useLineDrag(onMove: (name: string, place: number) => void) {
  const [dragged, setDragged] = useState<string | null>(null)
  const end = () => setDragged(null)
  return {
    dragged,
    list: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const grip = (event.target as Element).closest<HTMLElement>('[data-grip]')
        if (!grip?.dataset.grip || event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(grip.dataset.grip)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (dragged === null) return
        onMove(dragged, placeAt(event.currentTarget, event.clientY))
        event.currentTarget.querySelector('[data-dragged]')?.scrollIntoView({ block: 'nearest' })
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}
