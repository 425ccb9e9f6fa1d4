import { type Expression, type SqlBool, sql } from 'kysely'
import { type Area, EARTH_KM } from '#contract/leads/area.ts'
import { greatCircleKm } from '#server/platform/geo/great-circle.ts'

type Test = Expression<SqlBool>

/** A small margin, so that rounding never excludes a lead that the exact distance would include. */
const SLACK = 1e-9

/** Compares great-circle distances, after a latitude band that rules out most leads cheaply. */
function isInCircle({ lat, lon, km }: Area & { kind: 'circle' }): Test {
  const reach = (km / EARTH_KM) * (180 / Math.PI) + SLACK
  return sql<SqlBool>`(case when lead.lat between ${lat - reach}::double precision and ${lat + reach}::double precision
    then ${greatCircleKm({ lat, lon }, sql.ref('lead.lat'), sql.ref('lead.lon'))} <= ${km}::double precision end)`
}

/** A box that crosses the date line is matched on either side of it. */
function isInBox({ west, south, east, north }: Area & { kind: 'box' }): Test {
  const joint = sql.raw(west <= east ? 'and' : 'or')
  return sql<SqlBool>`(lead.lat between ${south}::double precision and ${north}::double precision
    and (lead.lon >= ${west}::double precision ${joint} lead.lon <= ${east}::double precision))`
}

/** Whether a lead is in the area, including its border. One without coordinates never is. */
export const isInArea = (area: Area): Test => (area.kind === 'circle' ? isInCircle(area) : isInBox(area))
