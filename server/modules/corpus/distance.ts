import { type RawBuilder, sql } from 'kysely'

/** Mean radius of the sphere that all distances are measured on, in kilometres. */
export const EARTH_RADIUS_KM = 6371.0

interface Point {
  lat: number
  lon: number
}

/** Great-circle distance in kilometres from a point to `p.lat, p.lon` (haversine), in SQL. */
export const distanceSql = (
  from: Point,
): RawBuilder<number> => sql<number>`(2 * ${EARTH_RADIUS_KM}::double precision * asin(least(1, sqrt(
  power(sin(radians(p.lat - ${from.lat}::double precision) / 2), 2)
  + cos(radians(${from.lat}::double precision)) * cos(radians(p.lat)) * power(sin(radians(p.lon - ${from.lon}::double precision) / 2), 2)))))`

export interface Box {
  west: number
  south: number
  east: number
  north: number
}

const degrees = (radians: number) => (radians * 180) / Math.PI
const radians = (angle: number) => (angle * Math.PI) / 180
/** A hair of slack, so that rounding never cuts off a place that the exact distance would keep. */
const SLACK = 1e-9

/**
 * Boxes that together hold every point within `radiusKm`: one, or two where the circle crosses the date line, or
 * a whole band where it holds a pole.
 */
export function boxesAround(centre: Point, radiusKm: number): Box[] {
  const angle = radiusKm / EARTH_RADIUS_KM
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
