/** On a sphere with a radius of 6,371.0 km. */
export interface Circle {
  lat: number
  lon: number
  radiusKm: number
}

/** Degrees; north and east edges belong to the neighbours. */
export interface Box {
  south: number
  west: number
  north: number
  east: number
}

const EARTH_KM = 6371
const KM_PER_DEGREE = (EARTH_KM * Math.PI) / 180
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Great-circle distance in kilometres. */
export function distanceKm(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2
  const slope =
    half(b.lat - a.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(b.lon - a.lon)
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(slope)))
}

/** The boxes around a circle: one, or two when it crosses the 180th meridian. */
export function boxesAround({ lat, lon, radiusKm }: Circle): Box[] {
  // Includes places on the circle itself.
  const reach = (radiusKm * 1.001) / KM_PER_DEGREE
  const [south, north] = [Math.max(-90, lat - reach), Math.min(90, lat + reach)]
  const slope = Math.sin(radians(reach)) / Math.cos(radians(lat))
  if (south === -90 || north === 90 || slope >= 1) return [{ south, north, west: -180, east: 180 }]
  const side = (Math.asin(slope) * 180) / Math.PI
  const [west, east] = [lon - side, lon + side]
  if (west < -180)
    return [
      { south, north, west: -180, east },
      { south, north, west: west + 360, east: 180 },
    ]
  if (east > 180)
    return [
      { south, north, west, east: 180 },
      { south, north, west: -180, east: east - 360 },
    ]
  return [{ south, north, west, east }]
}

/** Whether a box overlaps the circle; one that just misses it may count as well. */
function touches({ south, west, north, east }: Box, circle: Circle): boolean {
  const near = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)
  const closest = { lat: near(circle.lat, south, north), lon: near(circle.lon, west, east) }
  return distanceKm(closest, circle) <= circle.radiusKm * 1.01
}

/** The quarters of a box that overlap the circle. */
export function quarters({ south, west, north, east }: Box, circle: Circle): Box[] {
  const [lat, lon] = [(south + north) / 2, (west + east) / 2]
  return [
    { south, west, north: lat, east: lon },
    { south, west: lon, north: lat, east },
    { south: lat, west, north, east: lon },
    { south: lat, west: lon, north, east },
  ].filter((box) => touches(box, circle))
}

/** From south to north. */
export const heightKm = ({ south, north }: Box): number => (north - south) * KM_PER_DEGREE

/** Whether a point is in a box; of adjacent boxes only one contains it. */
export const isIn = (
  { south, west, north, east }: Box,
  { lat, lon }: { lat: number; lon: number },
): boolean => lat >= south && lat < north && lon >= west && lon < east
