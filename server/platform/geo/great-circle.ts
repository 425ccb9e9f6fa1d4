import { type RawBuilder, type Sql, sql } from 'kysely'
import { EARTH_KM } from '#contract/area.ts'

/** Great-circle distance in kilometres from a point to the one in two columns (haversine), in SQL. */
export const greatCircleKm = (
  from: { lat: number; lon: number },
  lat: ReturnType<Sql['ref']>,
  lon: ReturnType<Sql['ref']>,
): RawBuilder<number> => sql<number>`(2 * ${EARTH_KM}::double precision * asin(least(1, sqrt(
  power(sin(radians(${lat} - ${from.lat}::double precision) / 2), 2)
  + cos(radians(${from.lat}::double precision)) * cos(radians(${lat})) * power(sin(radians(${lon} - ${from.lon}::double precision) / 2), 2)))))`
