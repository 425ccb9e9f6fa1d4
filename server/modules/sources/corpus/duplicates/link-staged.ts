import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import {
  DUPLICATE_FACTS,
  DUPLICATE_MAX_SCORE,
  DUPLICATE_OTHER_WORDS,
  DUPLICATE_REASONS,
  DUPLICATE_SCORE,
  DUPLICATE_VERDICT,
} from './duplicate-rules.ts'

/** Maximum rows per lookup: a value shared by more places is meaningless. */
const MAX_READ = sql.lit(60)
/** Of those, the nearest to an address. */
const MAX_NEAR = sql.lit(40)
/** Similarly named places at one address, most similar first. */
const MAX_AT_DOOR = sql.lit(5)
/** Of all that were found, those worth a comparison: it costs ten times as much as the rank. */
const MAX_JUDGED = sql.lit(4)
/** The score of a pair that speaks for itself, even if a person must decide: neighbors can hardly be more alike. */
const ENOUGH = sql.lit(6)
/** Half the height of the band around a position, in degrees: about 150 meters. */
const BAND = sql.lit(0.00135)
/** Half the side of the square around an address, in degrees of latitude: about 80 meters. */
const DOOR = sql.lit(0.00075)

export async function hasOtherSources(db: Db, sourceId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from corpus_source s where s.id <> ${sourceId}
      and exists (select from corpus_place p where p.source_id = s.id)) as found`.execute(db)
  return rows[0]?.found === true
}

const inSquare = sql`point(p.lon, p.lat) <@ box(point(m.lon - ${DOOR} / cos(radians(m.lat)), m.lat - ${DOOR}),
  point(m.lon + ${DOOR} / cos(radians(m.lat)), m.lat + ${DOOR}))`
/** The range of names starting with the same word. */
const sameFirstWord = sql`p.name_key collate "C" >= split_part(m.name_key, ' ', 1)
  and p.name_key collate "C" < split_part(m.name_key, ' ', 1) || '~'`
/**
 * The names share a word and are similar, or one contains all words of the other. Words are compared first:
 * trigrams cost six times as much, and few neighbors share a word.
 */
const likeName = sql`(string_to_array(p.name_key, ' ') && w.words and (p.name_key % m.name_key
  or string_to_array(p.name_key, ' ') <@ w.words or string_to_array(p.name_key, ' ') @> w.words))`

/** A cheap guess at who will score: like names, at the same street, in the same town or near. A kilometer outweighs the name. */
const promise = sql`(similarity(p.name_key, m.name_key) + coalesce((p.street_key = m.street_key)::int * 0.5, 0)
  + coalesce((p.postal_code = m.postal_code)::int, (lower(p.city) = lower(m.city))::int, 0) * 0.5
  - coalesce(least(1, (abs(p.lat - m.lat) + abs(p.lon - m.lon)) * 100), 0.5))`

/** The first index rows matching one condition: of any source, or a crowd of our own would be read completely. */
const lookup = (condition: ReturnType<typeof sql>) =>
  sql`(select p.id, p.source_id from corpus_place p where ${condition} limit ${MAX_READ})`

/** Ids of other sources' places in a lookup that came to its end: what more places share says nothing of one of them. */
const idsIn = (rows: ReturnType<typeof sql>, sourceId: number) =>
  sql`(select case when count(*) < ${MAX_READ} then array_agg(id) filter (where source_id <> ${sourceId}) end from ${rows} found)`
/**
 * Of the first rows matching one condition, other sources' places with the same domain or a similar name, most similar
 * first. Names are compared last: most rows of a crowd are of the source itself.
 */
const atAddress = (condition: ReturnType<typeof sql>, sourceId: number, alike = likeName) =>
  sql`array(select p.id from (
      select * from (select * from corpus_place p where ${condition} limit ${MAX_NEAR}) p
      where p.source_id <> ${sourceId} offset 0) p
    where p.domain = m.domain or ${alike}
    order by p.domain = m.domain desc nulls last, similarity(p.name_key, m.name_key) desc limit ${MAX_AT_DOOR})`
/** The same and every source found, for a value that a chain's places share. */
const shared = (condition: ReturnType<typeof sql>, sourceId: number) =>
  sql`(select array_agg(id) filter (where source_id <> ${sourceId}) as ids, array_agg(source_id) as sources
    from ${lookup(condition)} found)`

/** Whether a source has several places with this phone or domain: then it is a chain's, and means little. */
const isWide = (table: 'by_phone' | 'by_domain') => {
  const sources = sql.ref(`${table}.sources`)
  return sql`(coalesce(cardinality(${sources}), 0) > 2
    and cardinality(${sources}) > 2 * (select count(distinct source) from unnest(${sources}) source))`
}

/** The same of a shared value. */
const idsOfFew = (table: 'by_phone' | 'by_domain') =>
  sql`case when cardinality(${sql.ref(`${table}.sources`)}) < ${MAX_READ} then ${sql.ref(`${table}.ids`)} end`

/** Ids of places that may equal the staged place `m`, looked up by its unique values. */
const byKeys = (sourceId: number) => sql`
  ${idsOfFew('by_phone')} || ${idsOfFew('by_domain')}
  -- A smaller crowd was read completely.
  || case when cardinality(by_domain.sources) >= ${MAX_READ}
    then ${idsIn(lookup(sql`p.domain = m.domain and p.city = m.city`), sourceId)} end
  || ${idsIn(
    lookup(sql`p.name_key = m.name_key and p.lat between m.lat - ${BAND} and m.lat + ${BAND}
    and abs(p.lon - m.lon) * cos(radians(m.lat)) < ${BAND}`),
    sourceId,
  )}
  || ${idsIn(lookup(sql`p.name_key = m.name_key and p.lat is null`), sourceId)}
  || case when m.lat is null then ${idsIn(lookup(sql`p.name_key = m.name_key`), sourceId)} end`
/** The same for its neighbors, by street and position: several times the cost of all other lookups together. */
const byNeighbours = (
  sourceId: number,
) => sql`${atAddress(sql`p.street_key = m.street_key and ${sameFirstWord}`, sourceId)}
  || case when m.lat is null then ${atAddress(
    sql`p.name_key >= left(split_part(m.name_key, ' ', 1), 6) and p.name_key < left(split_part(m.name_key, ' ', 1), 6) || '~'`,
    sourceId,
    sql`(p.name_key % m.name_key or ${likeName})`,
  )} end
  || ${atAddress(
    sql`p.lat is not null and m.lat is not null and ${inSquare} order by point(p.lon, p.lat) <-> point(m.lon, m.lat)`,
    sourceId,
  )}`

/** Links staged places that are new in their source and still unlinked to the best of these candidates. */
const linkTo = (db: Db, sourceId: number, candidates: ReturnType<typeof sql>) =>
  sql`with judged as (
      select m.n, f.*, count(*) filter (where f.reasons -> 'same' = '["name"]') over (partition by m.n) as named from corpus_staging m
      cross join lateral ${shared(sql`p.phone = m.phone`, sourceId)} by_phone
      cross join lateral ${shared(sql`p.domain = m.domain`, sourceId)} by_domain
      cross join lateral (
        select m.is_freephone or ${isWide('by_phone')} as wide_phone, ${isWide('by_domain')} as wide_domain,
          string_to_array(m.name_key, ' ') as words offset 0
      ) w
      cross join lateral (select ${candidates} as ids offset 0) c
      cross join lateral (
        select p.id, p.entity_key, p.score, p.verdict, ${DUPLICATE_REASONS} as reasons from (
          select *, ${DUPLICATE_VERDICT} as verdict from (
            select *, ${DUPLICATE_SCORE} as score from (
              select *, ${DUPLICATE_OTHER_WORDS} as other_words from (
                select *, ${DUPLICATE_MAX_SCORE} as max_score from (
                  select p.id, p.entity_key, p.name, p.name_key, p.category, ${DUPLICATE_FACTS} from (
                    select * from corpus_place p where p.id = any(c.ids) and p.vanished_at is null
                      and (p.country = m.country or p.country is null or m.country is null)
                    order by ${promise} desc, p.id limit ${MAX_JUDGED}
                  ) p
                  -- Each offset keeps the planner from working the columns out again wherever they are named.
                  offset 0
                ) p offset 0
              ) p offset 0
            ) p offset 0
          ) p offset 0
        ) p
      ) f
      where m.known_id is null and coalesce(m.link_score, 0) < ${ENOUGH} and f.verdict is not null
    ), free as (
      select * from judged j where verdict = 'possible' or (
        -- A name that several places have says nothing of one of them.
        not (named > 1 and reasons -> 'same' = '["name"]') and not exists (select from corpus_place taken where taken.entity_key = j.entity_key and taken.source_id + 0 = ${sourceId})
        and j.entity_key not in (select entity_key from corpus_staging where entity_key is not null))
    ), best as (
      select distinct on (n) * from free order by n, verdict = 'linked' desc, score desc, id
    ), chosen as (
      select *, row_number() over (partition by entity_key, verdict order by score desc, n) as place from best
    )
    update corpus_staging s set link_id = c.id, link_state = c.verdict, link_score = c.score, link_reasons = c.reasons,
      entity_key = case c.verdict when 'linked' then c.entity_key end
    from chosen c where c.n = s.n and c.place = 1
      and (s.link_state is null or c.verdict = 'linked' or c.score > s.link_score)`.execute(db)

/**
 * Links staged places that are new in their source to places of other sources (duplicate-rules.ts): they take
 * the other's entity key, so an account pays once for both. No place is dropped, and two places of one source
 * never share a key. Called before the places are written: a key that may have been paid for never changes.
 */
export async function linkStaged(db: Db, sourceId: number): Promise<void> {
  await linkTo(db, sourceId, byKeys(sourceId))
  // Neighbors are compared only for places not linked by any key, so that a crowded town costs no more. They replace
  // what may be the same by a key only if they are more alike.
  await linkTo(db, sourceId, byNeighbours(sourceId))
}
