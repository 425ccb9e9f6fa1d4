import { type RawBuilder, type Sql, sql } from 'kysely'
import { EARTH_KM } from '#contract/leads/area.ts'

/** Great-circle distance (haversine) in kilometres from a point to the one in two columns, as SQL. */
export const greatCircleKm = (
  from: { lat: number; lon: number },
  lat: ReturnType<Sql['ref']>,
  lon: ReturnType<Sql['ref']>,
): RawBuilder<number> => sql<number>`(2 * ${EARTH_KM}::double precision * asin(least(1, sqrt(
  power(sin(radians(${lat} - ${from.lat}::double precision) / 2), 2)
  + cos(radians(${from.lat}::double precision)) * cos(radians(${lat})) * power(sin(radians(${lon} - ${from.lon}::double precision) / 2), 2)))))`

/** In degrees. */
export interface Point {
  lat: number
  lon: number
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The same distance in kilometres, computed in the program. */
export function kmBetween(from: Point, to: Point): number {
  const half = (angle: number): number => Math.sin(radians(angle) / 2) ** 2
  const chord =
    half(to.lat - from.lat) +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * half(to.lon - from.lon)
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord)))
}
