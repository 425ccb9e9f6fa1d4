import type { Box } from '../distance.ts'

const LON_TURN = 360

/** A box whose west is greater than its east crosses the date line and becomes two. */
export function splitAtDateLine(box: Box): Box[] {
  if (box.west <= box.east) return [box]
  return [
    { ...box, east: 180 },
    { ...box, west: -180 },
  ]
}

/** Whether a point is in any of the boxes, including edges. */
export const contains = (boxes: readonly Box[], lat: number, lon: number): boolean =>
  boxes.some(({ west, south, east, north }) => lon >= west && lon <= east && lat >= south && lat <= north)

const touches = (a: Box, b: Box): boolean =>
  a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south

/** Whether something within `found` may be in any of the boxes; unknown bounds may. */
export const mayTouch = (boxes: readonly Box[], found: Box | null): boolean =>
  found === null || boxes.some((box) => touches(box, found))

/** The overlapping share of one side; all of it where it has no length. */
function shareOfSide(from: number, to: number, low: number, high: number): number {
  if (to <= from) return from >= low && from <= high ? 1 : 0
  return Math.max(0, Math.min(to, high) - Math.max(from, low)) / (to - from)
}

/** The share of `whole` that the boxes cover, 0 to 1, assuming evenly spread places. */
export function coveredShare(boxes: readonly Box[], whole: Box): number {
  const shares = boxes.map(
    (box) =>
      shareOfSide(whole.west, whole.east, box.west, box.east) *
      shareOfSide(whole.south, whole.north, box.south, box.north),
  )
  return Math.min(
    1,
    shares.reduce((sum, share) => sum + share, 0),
  )
}

const isWithin = (inner: Box, outer: Box): boolean =>
  inner.west >= outer.west &&
  inner.east <= outer.east &&
  inner.south >= outer.south &&
  inner.north <= outer.north

/** All boxes except those within another. */
export function joinedBoxes(known: readonly Box[], added: readonly Box[]): Box[] {
  const distinct: Box[] = []
  for (const box of [...known, ...added]) {
    if (distinct.some((other) => isWithin(box, other))) continue
    const others = distinct.filter((other) => !isWithin(other, box))
    distinct.splice(0, distinct.length, ...others, box)
  }
  return distinct
}

const EARTH_KM2 = 510_065_600

/** Area of non-overlapping boxes in square kilometers. */
export function squareKm(boxes: readonly Box[]): number {
  const sine = (degrees: number) => Math.sin((degrees * Math.PI) / 180)
  const km2 = boxes.map(
    ({ west, south, east, north }) =>
      (EARTH_KM2 * ((east - west) / LON_TURN) * (sine(north) - sine(south))) / 2,
  )
  return Math.round(km2.reduce((sum, area) => sum + area, 0))
}
