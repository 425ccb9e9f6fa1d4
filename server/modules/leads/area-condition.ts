import { type Expression, type SqlBool, sql } from 'kysely'
import { type Area, EARTH_KM } from '#contract/area.ts'

type Test = Expression<SqlBool>

/** A hair of slack, so that rounding never cuts off a lead that the exact distance would keep. */
const SLACK = 1e-9

/** Great-circle distance (haversine) of a lead; the band of latitudes in front spares most leads the dear part. */
function isInCircle({ lat, lon, km }: Area & { kind: 'circle' }): Test {
  const reach = (km / EARTH_KM) * (180 / Math.PI) + SLACK
  return sql<SqlBool>`(case when lead.lat between ${lat - reach}::double precision and ${lat + reach}::double precision then
    2 * ${EARTH_KM}::double precision * asin(least(1, sqrt(
      power(sin(radians(lead.lat - ${lat}::double precision) / 2), 2)
      + cos(radians(${lat}::double precision)) * cos(radians(lead.lat))
        * power(sin(radians(lead.lon - ${lon}::double precision) / 2), 2)))) <= ${km}::double precision end)`
}

/** West of the date line or east of it, where the box crosses it. */
function isInBox({ west, south, east, north }: Area & { kind: 'box' }): Test {
  const joint = sql.raw(west <= east ? 'and' : 'or')
  return sql<SqlBool>`(lead.lat between ${south}::double precision and ${north}::double precision
    and (lead.lon >= ${west}::double precision ${joint} lead.lon <= ${east}::double precision))`
}

/** Whether a lead stands in the area, its border included. One without coordinates stands in none. */
export const isInArea = (area: Area): Test => (area.kind === 'circle' ? isInCircle(area) : isInBox(area))
