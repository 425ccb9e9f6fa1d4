import { type RawBuilder, sql } from 'kysely'

/** Kinds of changes between two releases of a source; each is a signal of that name. */
export const PLACE_CHANGES = [
  'opened',
  'closed',
  'moved',
  'renamed',
  'website_added',
  'website_lost',
] as const
type PlaceChange = (typeof PLACE_CHANGES)[number]

/** Days of the two releases, `YYYY-MM-DD`, and what the earlier one said. */
interface ChangeNote {
  at: string
  before: string
  was?: string
}

/** The newest change of each kind, as kept with a place; absent: none is known. */
export type PlaceChanges = Partial<Record<PlaceChange, ChangeNote>>

/** A point that is no farther away is a correction, not a move. */
export const MOVED_KM = 0.25
/** Names that are this much alike, by trigrams, are two spellings. */
const SAME_NAME = 0.6
const DEGREE_KM = 111.2

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** A note about `p`, which was last read from the earlier release, as SQL. */
export const makeNote = (asOf: Date, was: RawBuilder<unknown> = sql`null`) =>
  sql`jsonb_build_object('at', ${dayOf(asOf)}::text,
    'before', to_char(p.observed_at at time zone 'UTC', 'YYYY-MM-DD'), 'was', ${was})`

const key = (table: string) =>
  sql`coalesce(${sql.ref(`${table}.name_key`)}, lower(${sql.ref(`${table}.name`)}))`
const isRenamed = sql`lower(p.name) <> lower(s.name) and similarity(${key('p')}, ${key('s')}) < ${sql.lit(SAME_NAME)}`

const distanceKm = sql`${sql.lit(DEGREE_KM)} * sqrt(power(p.lat - s.lat, 2)
  + power(least(abs(p.lon - s.lon), 360 - abs(p.lon - s.lon)) * cos(radians(p.lat)), 2))`
/** An address that stays was located better; one that changes without a point says where it is now. */
const isMoved = sql`(p.street_key <> s.street_key or lower(p.city) <> lower(s.city)
    or p.street_key is null or s.street_key is null)
  and coalesce(${distanceKm} > ${sql.lit(MOVED_KM)}, p.street_key is not null and s.street_key is not null)`

/** Whether a source states a website, also one that isn’t recognized. */
const statesWebsite = (table: string) =>
  sql`(${sql.ref(`${table}.website`)} is not null or coalesce(${sql.ref(`${table}.raw`)} ? 'website', false))`
const isAdded = sql`(s.website is not null and not ${statesWebsite('p')})`
const isLost = sql`(not ${statesWebsite('s')} and ${statesWebsite('p')})`

const when = (test: RawBuilder<unknown>, note: RawBuilder<unknown>) => sql`case when ${test} then ${note} end`

/**
 * The changes of a known place `p` with its row `s` of a newer release, as SQL: `p.changes` and the new notes. Nothing
 * is said when the data isn’t newer than what is known.
 */
export const noteChanges = (asOf: Date) => sql`case
  when p.observed_at >= ${asOf} or (s.is_same and not coalesce(p.changes ? 'closed', false)) then p.changes
  else nullif(coalesce(p.changes, '{}') - array_remove(array[
      case when s.status <> 'closed' then 'closed' end,
      case when ${isAdded} then 'website_lost' when ${isLost} then 'website_added' end], null)
    || jsonb_strip_nulls(jsonb_build_object(
      'renamed', ${when(isRenamed, makeNote(asOf, sql`p.name`))},
      'moved', ${when(isMoved, makeNote(asOf, sql`concat_ws(', ', p.street, p.city)`))},
      'website_added', ${when(isAdded, makeNote(asOf))},
      'website_lost', ${when(isLost, makeNote(asOf, sql`coalesce(p.website, p.raw ->> 'website')`))},
      'closed', ${when(sql`p.status <> 'closed' and s.status = 'closed'`, makeNote(asOf, sql`'open'::text`))})), '{}')
  end`
