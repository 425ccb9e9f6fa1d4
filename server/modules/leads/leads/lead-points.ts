import { type SqlBool, sql } from 'kysely'
import { type LeadFilters, MAX_POINTS } from '#contract/leads/leads.ts'
import type { Db } from '#server/platform/db/db.ts'
import { filteredLeads, type LeadScope } from './leads-reads.ts'

/** Coordinates outside of any map count as missing. */
const HAS_POSITION = sql<SqlBool>`(lead.lat between -90 and 90 and lead.lon between -180 and 180)`

/** About one meter. */
const short = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

/** Positions of filtered leads, as columns, and how many have none. */
export async function pointsOfLeads(db: Db, scope: LeadScope, filters: LeadFilters, max = MAX_POINTS) {
  const [rows, counts] = await Promise.all([
    filteredLeads(db, scope, filters)
      .select(['lead.id', 'lead.lat', 'lead.lon'])
      .where(HAS_POSITION)
      .orderBy('lead.id')
      .limit(max)
      .execute(),
    filteredLeads(db, scope, filters)
      .select([
        sql<number>`count(*)::int`.as('total'),
        sql<number>`(count(*) filter (where ${HAS_POSITION} is not true))::int`.as('without'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return {
    ids: rows.map(({ id }) => id),
    lats: rows.map(({ lat }) => short(lat as number)),
    lons: rows.map(({ lon }) => short(lon as number)),
    total: counts.total,
    without_coordinates: counts.without,
    truncated: counts.total - counts.without > rows.length,
  }
}
