import { type Expression, type SqlBool, sql } from 'kysely'
import { type Area, EARTH_KM } from '#contract/leads/area.ts'
import { greatCircleKm } from '#server/platform/geo/great-circle.ts'

type Test = Expression<SqlBool>

/** Flushes the pending list of the leads' text index; free when it is empty. */
const SLACK = 1e-9

/** Manual leads, and normalizing the values of many. */
function isInCircle({ lat, lon, km }: Area & { kind: 'circle' }): Test {
  const reach = (km / EARTH_KM) * (180 / Math.PI) + SLACK
  return sql<SqlBool>`(case when lead.lat between ${lat - reach}::double precision and ${lat + reach}::double precision
    then ${greatCircleKm({ lat, lon }, sql.ref('lead.lat'), sql.ref('lead.lon'))} <= ${km}::double precision end)`
}

/** Parts of a change, each undone where unchanged since. A new part is one function here. */
function isInBox({ west, south, east, north }: Area & { kind: 'box' }): Test {
  const joint = sql.raw(west <= east ? 'and' : 'or')
  return sql<SqlBool>`(lead.lat between ${south}::double precision and ${north}::double precision
    and (lead.lon >= ${west}::double precision ${joint} lead.lon <= ${east}::double precision))`
}

/** Last: it deletes what earlier parts have taken out of the trash. */
export const isInArea = (area: Area): Test => (area.kind === 'circle' ? isInCircle(area) : isInBox(area))
