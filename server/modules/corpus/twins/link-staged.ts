import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { TWIN_FACTS, TWIN_REASONS, TWIN_SCORE, TWIN_VERDICT } from './twin-rules.ts'

/** Places that share a phone, a domain or a name on one spot: more of them say nothing any more. */
const MAX_ALIKE = sql.lit(30)
/** Rows that a lookup by door reads at most. */
const MAX_LOOKED_AT = sql.lit(300)
/** Places with some word of the name at one door, the most alike first. */
const MAX_AT_DOOR = sql.lit(8)
/** Half the height of the band in which one spot is looked for, in degrees: about 150 metres. */
const BAND = sql.lit(0.00135)
/** Half the side of the square around one door, in degrees of latitude: about 80 metres. */
const DOOR = sql.lit(0.00075)

/** Whether any other source has places, so that there can be something to link to. */
export async function hasOtherSources(db: Db, sourceId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from corpus_source s where s.id <> ${sourceId}
      and exists (select from corpus_place p where p.source_id = s.id)) as found`.execute(db)
  return rows[0]?.found === true
}

const others = (sourceId: number) =>
  sql`p.source_id + 0 <> ${sourceId} and p.vanished_at is null and (p.country = m.country or p.country is null or m.country is null)`

const inBand = sql`p.lat between m.lat - ${BAND} and m.lat + ${BAND}`
const onSpot = sql`abs(p.lon - m.lon) * cos(radians(m.lat)) < ${BAND}`

/**
 * Ids of places that may be the same as the staged place `m`, looked up by what one business has of its own. Each
 * looks at a bounded number of rows, so that a crowd of names that begin alike costs no more than it tells.
 */
const candidates = (sourceId: number) => sql`
  (select p.id from corpus_place p where p.phone = m.phone and ${others(sourceId)} limit ${MAX_ALIKE})
  union
  (select p.id from corpus_place p where p.domain = m.domain and p.city = m.city and ${others(sourceId)} limit ${MAX_ALIKE})
  union
  (select p.id from corpus_place p where p.name_key = m.name_key and ${inBand} and ${onSpot} and ${others(sourceId)}
    limit ${MAX_ALIKE})
  union
  (select p.id from (select * from corpus_place p where p.lat is not null and m.lat is not null
      and point(p.lon, p.lat) <@ box(point(m.lon - ${DOOR} / cos(radians(m.lat)), m.lat - ${DOOR}),
        point(m.lon + ${DOOR} / cos(radians(m.lat)), m.lat + ${DOOR}))
    limit ${MAX_LOOKED_AT}) p
    where ${others(sourceId)}
      and (p.domain = m.domain or p.name_key % m.name_key or string_to_array(p.name_key, ' ') && string_to_array(m.name_key, ' '))
    order by p.domain = m.domain desc nulls last, similarity(p.name_key, m.name_key) desc limit ${MAX_AT_DOOR})`

/**
 * Says of staged places that are new in their source which places of other sources they are (twin-rules.ts): they take
 * the other's entity key, so an account pays once for both. No place is dropped, and two places of one source never
 * share a key. Called before the places are written: a key that anybody may have paid for never changes.
 */
export async function linkStaged(db: Db, sourceId: number): Promise<void> {
  await sql`
    with judged as (
      select m.n, f.id, f.entity_key, f.reasons, f.verdict, f.score from corpus_staging m
      cross join lateral (
        select facts.*, ${TWIN_VERDICT} as verdict, ${TWIN_SCORE} as score, ${TWIN_REASONS} as reasons from (
          select p.id, p.entity_key, ${TWIN_FACTS} from (${candidates(sourceId)}) c join corpus_place p on p.id = c.id
          -- Keeps the planner from working every fact out again wherever the rules name it.
          offset 0
        ) facts
      ) f
      where m.known_id is null and f.verdict is not null
    ), free as (
      select * from judged j where verdict = 'possible' or not exists (
        select from corpus_place taken where taken.entity_key = j.entity_key and taken.source_id + 0 = ${sourceId})
    ), best as (
      select distinct on (n) * from free order by n, verdict = 'linked' desc, score desc, id
    ), chosen as (
      select *, row_number() over (partition by entity_key, verdict order by score desc, n) as place from best
    )
    update corpus_staging s set link_id = c.id, link_state = c.verdict, link_reasons = c.reasons,
      entity_key = case c.verdict when 'linked' then c.entity_key end
    from chosen c where c.n = s.n and c.place = 1`.execute(db)
}
