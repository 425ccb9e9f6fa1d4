import { OVERLAYS_ID } from './theme.ts'

/** Edges of an element on the screen, in pixels. */
export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const EDGE = 12
const TOP = 4
const GAP = 4
const MOST_WIDTH = 360
/** Height of a two-line toast. */
const HEIGHT = 56

/**
 * What toasts never cover: credits and buttons in the top bar and page headers, and headers of drawers,
 * dialogs and side panels.
 */
const KEEP_CLEAR = `[data-toast-clear], #${OVERLAYS_ID} header, aside header`

/** Position of the toasts: distances in pixels from the top right corner. */
export interface ToastPlace {
  top: number
  right: number
}

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** The position nearest to the top right corner that covers none of the boxes. */
export function placeToast(screenWidth: number, boxes: readonly Box[]): ToastPlace {
  const width = Math.min(MOST_WIDTH, screenWidth - 2 * EDGE)
  const tops = [TOP, ...boxes.map(({ bottom }) => bottom + GAP)].sort((a, b) => a - b)
  for (const top of tops) {
    const beside = boxes.filter((box) => box.top < top + HEIGHT && top < box.bottom)
    const ends = [screenWidth - EDGE, ...beside.map(({ left }) => left - GAP)].sort((a, b) => b - a)
    for (const right of ends) {
      const spot = { left: right - width, right, top, bottom: top + HEIGHT }
      if (spot.left >= EDGE && !beside.some((box) => overlaps(spot, box)))
        return { top, right: screenWidth - right }
    }
  }
  return { top: TOP, right: EDGE }
}

/** The position for the current layout. */
export function toastPlace(): ToastPlace {
  const boxes = [...document.querySelectorAll(KEEP_CLEAR)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
  return placeToast(document.documentElement.clientWidth, boxes)
}
