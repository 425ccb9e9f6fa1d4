import { sql } from 'kysely'

/** Metres within which two records show one spot. */
const SPOT = sql.lit(150)
/** Metres within which they stand at one door. */
const DOOR = sql.lit(60)
/** Two records of one address, whose coordinates sources often take from the street or the postal code. */
const QUARTER = sql.lit(2000)
/** How far a business moves and stays itself. */
const TOWN = sql.lit(30_000)

/** People who share rooms, phone and website and are businesses of their own. */
const SHARED_PRACTICES = sql.lit(
  '^(amenity/(dentist|doctors|clinic|veterinary)|healthcare/|office/(lawyer|notary|tax_advisor|accountant|estate_agent|insurance|architect|therapist))',
)

const metres = sql`
  sqrt(power((p.lat - m.lat) * 111195, 2) + power((p.lon - m.lon) * 111195 * cos(radians(m.lat)), 2))`

/** Numbers and single letters of a name. */
const marks = (of: 'm' | 'p') =>
  sql`regexp_replace(' ' || ${sql.ref(`${of}.name_key`)} || ' ', ' [a-z]{2,}(?= )', '', 'g')`
/** "Gate 1" and "Gate 2", "Studio A" and "Studio B" are much alike and not the same. */
const otherMarks = sql`(${marks('m')} <> ' ' and ${marks('p')} <> ' ' and ${marks('m')} <> ${marks('p')})`

/**
 * What is compared of a staged place `m` and a place of another source `p`, as columns. Null means that one of the
 * two says nothing.
 */
export const TWIN_FACTS = sql`
  ${metres} as metres,
  m.name_key = p.name_key as same_name,
  similarity(m.name_key, p.name_key) as likeness,
  m.name_key = p.name_key or (not ${otherMarks} and (similarity(m.name_key, p.name_key) >= 0.55
    or position(' ' || p.name_key || ' ' in ' ' || m.name_key || ' ') > 0
    or position(' ' || m.name_key || ' ' in ' ' || p.name_key || ' ') > 0)) as alike,
  m.phone = p.phone as same_phone,
  m.domain = p.domain as same_domain,
  lower(m.city) = lower(p.city) as same_city,
  m.category = p.category as same_category,
  case when substring(m.street_key from '^[0-9][0-9a-z ]*?(?= [a-z]{2})') <> substring(p.street_key from '^[0-9][0-9a-z ]*?(?= [a-z]{2})') then false
    when m.street_key = p.street_key then true
    when similarity(m.street_key, p.street_key) < 0.4 then false end as same_street,
  (m.status = 'open') <> (p.status = 'open') as one_is_closed,
  coalesce(m.category, p.category) ~ ${SHARED_PRACTICES} as in_practice`

/** Neither says anything against one place of both, or the telephone says so all the same. */
const NOT_ELSEWHERE = sql`(same_street is not false and (metres is null or metres <= ${QUARTER}))`

/**
 * Whether two records are one business, by their facts: `linked`, `possible` where a person has to say, or null.
 * A chain shares name, domain and often the phone among its branches, so these never do without the spot.
 */
export const TWIN_VERDICT = sql`case
  when alike and metres <= ${SPOT} and (same_street is not false or same_phone)
    and not (coalesce(same_phone, true) = false and same_category = false) then 'linked'
  when alike and same_phone and ${NOT_ELSEWHERE} and (metres is not null or same_city is not false) then 'linked'
  when alike and same_phone and same_street and same_city is not false then 'linked'
  when alike and same_domain and same_city and ${NOT_ELSEWHERE}
    and (same_phone is not false or same_street or metres <= ${SPOT}) then 'linked'
  when same_phone and same_category and same_domain is not false and not in_practice
    and (metres <= ${DOOR} or (same_street and same_city)) then 'linked'
  when same_name and same_phone and same_domain is not false and one_is_closed and same_city is not false
    and (metres is null or metres <= ${TOWN}) then 'linked'
  when alike and same_phone and same_city is not false then 'possible'
  when same_phone and metres <= ${SPOT} then 'possible'
  when likeness >= 0.4 and metres <= ${DOOR} then 'possible' end`

/** How much speaks for it: the best of several is taken. */
export const TWIN_SCORE = sql`
  3 * coalesce(same_phone, false)::int + 2 * coalesce(same_name, false)::int + 2 * coalesce(same_street, false)::int
  + coalesce(same_domain, false)::int + coalesce(likeness, 0) + greatest(0, 1 - coalesce(metres, ${SPOT}) / ${SPOT})`

/** What speaks for it, to be told: which facts are the same, how far apart, and how alike the names are. */
export const TWIN_REASONS = sql`jsonb_build_object(
  'same', to_jsonb(array_remove(array[case when same_name then 'name' end, case when same_phone then 'phone' end,
    case when same_domain then 'domain' end, case when same_street then 'street' end,
    case when metres <= ${SPOT} then 'spot' end], null)),
  'metres', round(metres), 'names', round(likeness::numeric, 2))`
