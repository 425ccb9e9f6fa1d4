import { type PointerEvent, useState } from 'react'

/** The line under the pointer: its place among the lines of the list. */
function placeAt(list: Element, y: number): number {
  const lines = [...list.querySelectorAll(':scope > li')]
  const below = lines.findIndex((line) => y < line.getBoundingClientRect().bottom)
  return below < 0 ? lines.length - 1 : below
}

/**
 * Dragging the lines of a list by their handles (`data-grip`), with a mouse, a pen or a finger. The list holds the
 * pointer, because a line that moves is taken out of the page for a moment.
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
