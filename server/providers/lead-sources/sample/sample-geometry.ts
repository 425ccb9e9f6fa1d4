import { EARTH_KM } from '#contract/leads/area.ts'
import { kmBetween, type Point } from '#server/platform/geo/great-circle.ts'
import type { SampleRandom } from './sample-random.ts'

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const degrees = (angle: number): number => (angle * 180) / Math.PI
/** Seven digits are about a centimetre. */
const rounded = (angle: number): number => Math.round(angle * 1e7) / 1e7

/** A random point at most `radiusKm` from `centre`, uniform over the area. */
export function pointWithin(centre: Point, radiusKm: number, random: SampleRandom): Point {
  const angle = (radiusKm * Math.sqrt(random.share())) / EARTH_KM
  const bearing = random.share() * 2 * Math.PI
  const lat = radians(centre.lat)
  const north = Math.asin(
    Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(bearing),
  )
  const east = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(lat),
    Math.cos(angle) - Math.sin(lat) * Math.sin(north),
  )
  const lon = ((((centre.lon + degrees(east) + 180) % 360) + 360) % 360) - 180
  const point = { lat: rounded(degrees(north)), lon: rounded(lon) }
  // Rounding can push a point over the edge of a tiny circle.
  return kmBetween(centre, point) <= radiusKm ? point : { lat: centre.lat, lon: centre.lon }
}
