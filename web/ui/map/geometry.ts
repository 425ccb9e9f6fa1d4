import { type Area, EARTH_KM, MAX_AREA_KM } from '#contract/leads/area.ts'

/** A point in degrees. On a map dragged across the date line, `lon` exceeds 180. */
export interface GeoPoint {
  lat: number
  lon: number
}

/** Bounds of a part of the map; `east` exceeds 180 across the date line. */
export interface Bounds {
  west: number
  south: number
  east: number
  north: number
}

const radians = (angle: number) => (angle * Math.PI) / 180
const degrees = (angle: number) => (angle * 180) / Math.PI

/** Wraps a longitude to -180..180. */
export const wrapLon = (lon: number): number =>
  lon >= -180 && lon <= 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180

/** Distance on the sphere that the server uses too. */
export function distanceKm(from: GeoPoint, to: GeoPoint): number {
  const height = Math.sin(radians(to.lat - from.lat) / 2) ** 2
  const width = Math.sin(radians(to.lon - from.lon) / 2) ** 2
  const half = height + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * width
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half)))
}

const CORNERS = 72

/** The point reached after `km` in a direction; its longitude is not wrapped. */
function arrival({ lat, lon }: GeoPoint, km: number, bearing: number): [number, number] {
  const way = km / EARTH_KM
  const [phi, turn] = [radians(lat), radians(bearing)]
  const sine = Math.sin(phi) * Math.cos(way) + Math.cos(phi) * Math.sin(way) * Math.cos(turn)
  const target = Math.asin(Math.max(-1, Math.min(1, sine)))
  const aside = Math.atan2(
    Math.sin(turn) * Math.sin(way) * Math.cos(phi),
    Math.cos(way) - Math.sin(phi) * Math.sin(target),
  )
  return [lon + degrees(aside), degrees(target)]
}

/** Longitudes without jumps of 360 degrees. */
function unrolled(line: [number, number][]): [number, number][] {
  let before = line[0]?.[0] ?? 0
  return line.map(([lon, lat]) => {
    before = lon - 360 * Math.round((lon - before) / 360)
    return [before, lat]
  })
}

function circleRing(circle: GeoPoint & { km: number }): [number, number][] {
  const line = Array.from({ length: CORNERS + 1 }, (_, n) => arrival(circle, circle.km, (n * 360) / CORNERS))
  const ring = unrolled(line)
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return ring
  // The outline goes around a pole and would never close on a flat map, so it follows the edge at the pole.
  const pole = 90 - circle.lat < degrees(circle.km / EARTH_KM) ? 90 : -90
  return [...ring, [last[0], pole], [first[0], pole], first]
}

/** The outline of an area as a closed line of [longitude, latitude]. */
export function makeRing(area: Area): [number, number][] {
  if (area.kind === 'circle') return circleRing(area)
  const { west, south, north } = area
  const east = area.east < west ? area.east + 360 : area.east
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

/** The area drawn from one point to another: a circle around the first, or the box between them. */
export function drawnArea(kind: Area['kind'], from: GeoPoint, to: GeoPoint): Area {
  const lat = (spot: GeoPoint) => Math.max(-90, Math.min(90, spot.lat))
  if (kind === 'circle') {
    const centre = { lat: lat(from), lon: wrapLon(from.lon) }
    const km = distanceKm(centre, { lat: lat(to), lon: to.lon })
    return { kind, ...centre, km: Math.min(MAX_AREA_KM, Math.max(0.001, km)) }
  }
  const [west, east] = [Math.min(from.lon, to.lon), Math.max(from.lon, to.lon)]
  const around = east - west >= 360
  return {
    kind,
    west: around ? -180 : wrapLon(west),
    east: around ? 180 : wrapLon(east),
    south: Math.min(lat(from), lat(to)),
    north: Math.max(lat(from), lat(to)),
  }
}

/** The smallest bounds of all points, across the date line where that is shorter; null without points. */
export function findBounds(lats: readonly number[], lons: readonly number[]): Bounds | null {
  if (lats.length === 0) return null
  const sorted = [...lons].sort((a, b) => a - b)
  const first = sorted[0] as number
  let [west, east] = [first, sorted.at(-1) as number]
  let widest = first + 360 - east
  sorted.forEach((lon, at) => {
    const before = sorted[at - 1]
    if (before === undefined || lon - before <= widest) return
    widest = lon - before
    west = lon
    east = before + 360
  })
  const [south, north] = lats.reduce(([low, high], lat) => [Math.min(low, lat), Math.max(high, lat)], [
    90, -90,
  ] as [number, number])
  return { west, south, east, north }
}

/** Bounds to show for an area. */
export function areaBounds(area: Area): Bounds {
  const ring = makeRing(area)
  const lons = ring.map(([lon]) => lon)
  const lats = ring.map(([, lat]) => lat)
  return {
    west: Math.min(...lons),
    east: Math.max(...lons),
    south: Math.min(...lats),
    north: Math.max(...lats),
  }
}

/** Whether a point is within bounds, in any repetition of the world. */
export const isWithin = ({ west, south, east, north }: Bounds, { lat, lon }: GeoPoint): boolean =>
  lat >= south && lat <= north && lon + 360 * Math.ceil((west - lon) / 360) <= east

/** An area of at least this share of the view is large enough. */
const SMALLEST = 1 / 12

/** Whether bounds are inside the view and not too small to see. */
export function isWellVisible(sight: Bounds, { west, south, east, north }: Bounds): boolean {
  const lat = (south + north) / 2
  const middle = { lat, lon: (west + east) / 2 }
  const [width, height] = [
    (east - west) / (sight.east - sight.west),
    (north - south) / (sight.north - sight.south),
  ]
  return isWithin(sight, middle) && Math.max(width, height) <= 1 && Math.max(width, height) >= SMALLEST
}
