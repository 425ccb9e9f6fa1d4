import { type RawBuilder, sql } from 'kysely'
import { EARTH_KM } from '#contract/leads/area.ts'
import { greatCircleKm } from '#server/platform/geo/great-circle.ts'

interface Point {
  lat: number
  lon: number
}

/** SQL for the great-circle distance in kilometers from a point to `p.lat, p.lon`. */
export const distanceSql = (from: Point): RawBuilder<number> =>
  greatCircleKm(from, sql.ref('p.lat'), sql.ref('p.lon'))

export interface Box {
  west: number
  south: number
  east: number
  north: number
}

const degrees = (radians: number) => (radians * 180) / Math.PI
const radians = (angle: number) => (angle * Math.PI) / 180
/** A small margin, so that rounding never excludes a place that the exact distance would include. */
const SLACK = 1e-9

/**
 * Boxes that together contain every point within `radiusKm`: one, or two where the circle crosses the date line,
 * or a whole band where it contains a pole.
 */
export function boxesAround(centre: Point, radiusKm: number): Box[] {
  const angle = radiusKm / EARTH_KM
  const south = centre.lat - degrees(angle) - SLACK
  const north = centre.lat + degrees(angle) + SLACK
  if (south <= -90 || north >= 90)
    return [{ west: -180, east: 180, south: Math.max(-90, south), north: Math.min(90, north) }]
  const half = degrees(Math.asin(Math.sin(angle) / Math.cos(radians(centre.lat)))) + SLACK
  const west = centre.lon - half
  const east = centre.lon + half
  if (west < -180)
    return [
      { west: -180, east, south, north },
      { west: west + 360, east: 180, south, north },
    ]
  if (east > 180)
    return [
      { west, east: 180, south, north },
      { west: -180, east: east - 360, south, north },
    ]
  return [{ west, east, south, north }]
}
