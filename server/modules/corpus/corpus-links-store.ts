import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** Whether any other source has places, so that there can be something to link to. */
export async function hasOtherSources(db: Db, sourceId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from corpus_source s where s.id <> ${sourceId}
      and exists (select from corpus_place p where p.source_id = s.id)) as found`.execute(db)
  return rows[0]?.found === true
}

/** Two records of one spot: about 150 metres. */
const SAME_SPOT = sql.lit(0.00135)
/** Two records of one address, whose coordinates sources often take from the street or the postal code: 2 km. */
const SAME_QUARTER = sql.lit(0.018)

const near = (limit: typeof SAME_SPOT) => sql`
  (abs(other.lat - mine.lat) < ${limit} and abs(other.lon - mine.lon) * cos(radians(mine.lat)) < ${limit})`

/** Branches of a chain share name, domain and often the phone: what is known of the spot must not contradict. */
const MAY_BE_SAME = sql`
  other.source_id <> mine.source_id and lower(other.name) = lower(mine.name) and other.country is not distinct from mine.country
  and case when other.lat is not null and mine.lat is not null then ${near(SAME_QUARTER)}
    else other.street is null or mine.street is null or lower(other.street) = lower(mine.street) end`

/**
 * Looks every place up by an index, whatever the statistics say: while a source is being loaded they are old, and a
 * plan that reads the whole table, or all of the source for every place, takes minutes. (`source_id + 0` keeps the
 * index of the source out of it.) Holds until the transaction ends.
 */
const planByIndex = (db: Db, others: 'on' | 'off') =>
  sql`select set_config('enable_seqscan', ${others}, true), set_config('enable_hashjoin', ${others}, true),
    set_config('enable_mergejoin', ${others}, true)`.execute(db)

/**
 * Links places that are new in a source to the same places of other sources: same name and country, and the same
 * phone, the same domain in the same city, or the same spot. A linked place takes the other's entity key, so an
 * account pays once for both; no place is dropped, and two places of one source never share a key. Called in the
 * transaction that inserts the places: a key that anybody may have paid for never changes.
 */
export async function linkNewPlaces(db: Db, sourceId: number, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0
  await planByIndex(db, 'off')
  const result = await sql`
    with mine as materialized (
      select * from corpus_place where id = any(${ids}::bigint[])
    ), pairs as (
      select mine.id, other.id as other_id, other.entity_key from mine
      join corpus_place other on other.phone = mine.phone and ${MAY_BE_SAME}
      union all
      select mine.id, other.id, other.entity_key from mine
      join corpus_place other on other.domain = mine.domain and other.city = mine.city and ${MAY_BE_SAME}
      union all
      select mine.id, other.id, other.entity_key from mine
      join corpus_place other on lower(other.name) = lower(mine.name)
        and other.lat between mine.lat - ${SAME_SPOT} and mine.lat + ${SAME_SPOT} and ${near(SAME_SPOT)} and ${MAY_BE_SAME}
    ), free as (
      select * from pairs where not exists (
        select from corpus_place taken where taken.entity_key = pairs.entity_key and taken.source_id + 0 = ${sourceId})
    ), nearest as (select distinct on (id) id, entity_key from free order by id, other_id),
    chosen as (select distinct on (entity_key) id, entity_key from nearest order by entity_key, id)
    update corpus_place set entity_key = chosen.entity_key from chosen where corpus_place.id = chosen.id`.execute(
    db,
  )
  await planByIndex(db, 'on')
  return Number(result.numAffectedRows ?? 0)
}
