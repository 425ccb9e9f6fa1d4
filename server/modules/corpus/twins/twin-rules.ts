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

/** Firms with a door in every quarter: two addresses are two branches, not a move. */
const CHAINS = sql.lit(
  '^(amenity/(bank|atm|fuel|pharmacy|fast_food|cafe|post_office|parking|car_rental)|shop/(bakery|supermarket|convenience|chemist|mobile_phone))',
)
const FOOD = sql.lit(
  '^(amenity/(restaurant|cafe|bar|pub|fast_food|biergarten|food_court|ice_cream|nightclub)|shop/(bakery|pastry|confectionery|coffee|tea|deli|chocolate|wine|alcohol|beverages)|craft/(brewery|winery|distillery|caterer|confectionery))',
)
const LODGING = sql.lit(
  '^(tourism/(hotel|hostel|motel|guest_house|apartment|chalet|c[a-z]+_site)|leisure/resort)',
)
const MEDICINES = sql.lit('^(amenity/pharmacy|shop/(chemist|drugstore))')
const BEAUTY = sql.lit('^(shop/(beauty|hairdresser|massage|cosmetics)|leisure/(spa|sauna))')
const MACHINES = sql.lit('^amenity/(atm|parking|post_office|car_wash|charging_station)')

const metres = sql`
  sqrt(power((p.lat - m.lat) * 111195, 2) + power((p.lon - m.lon) * 111195 * cos(radians(m.lat)), 2))`

/** Kinds of business that stand within others and bear their names, each a word; all the rest is one kind. */
const kind = (of: 'm' | 'p') => {
  const category = sql.ref(`${of}.category`)
  return sql`case when ${category} ~ ${FOOD} then 'food' when ${category} ~ ${LODGING} then 'lodging'
    when ${category} ~ ${MEDICINES} then 'medicines' when ${category} ~ ${BEAUTY} then 'beauty'
    when ${category} ~ ${MACHINES} then ${category} when ${category} is not null then 'other' end`
}
/** The hotel and its restaurant, the bank and its cash machine. What has one name in full is one, whatever its kind. */
const otherKind = sql`case when m.category = p.category or lower(m.name) = lower(p.name) then false
  else coalesce(${kind('m')} <> ${kind('p')}, false) end`

const words = (of: 'm' | 'p') => sql`string_to_array(${sql.ref(`${of}.name_key`)}, ' ')`
/** Words of one name that the other has not; null when there are none. */
const ownWords = (of: 'm' | 'p', other: 'm' | 'p') =>
  sql`(select string_agg(word, ' ') from unnest(${words(of)}) word where word <> all(${words(other)}))`
/** "Gate 1" and "Gate 2", "Bank North" and "Bank Harbour": each has words that the other has not, and they are unlike. */
const otherWords = sql`case when m.name_key = p.name_key then false
  else coalesce(similarity(${ownWords('m', 'p')}, ${ownWords('p', 'm')}) < 0.3, false) end`

/** Numbers and single letters of a name. */
const marks = (of: 'm' | 'p') =>
  sql`regexp_replace(' ' || ${sql.ref(`${of}.name_key`)} || ' ', ' [a-z]{2,}(?= )', '', 'g')`
/** "Studio A" and "Studio B" are much alike and not the same. */
const otherMarks = sql`(${marks('m')} <> ' ' and ${marks('p')} <> ' ' and ${marks('m')} <> ${marks('p')})`
/** All words of one name are in the other, in any order. One word alone has to stand at the same end of both. */
const nameWithin = sql`(position(' ' || p.name_key || ' ' in ' ' || m.name_key || ' ') > 0
  or position(' ' || m.name_key || ' ' in ' ' || p.name_key || ' ') > 0
  or (least(cardinality(${words('m')}), cardinality(${words('p')})) > 1
    and (${words('m')} <@ ${words('p')} or ${words('p')} <@ ${words('m')})))`

/** One name is written in Latin letters, the other in others: then neither names nor streets can be compared well. */
const otherWriting = sql`case when m.name_key = p.name_key then false
  else (lower(m.name) ~ '[a-z]') <> (lower(p.name) ~ '[a-z]') end`

/** The numbers that a street begins with: house, staircase, suite. */
const numbers = (of: 'm' | 'p') =>
  sql`string_to_array(substring(${sql.ref(`${of}.street_key`)} from '^[0-9][0-9a-z ]*?(?= [a-z]{2})'), ' ')`
const otherNumbers = sql`not (${numbers('m')} <@ ${numbers('p')} or ${numbers('p')} <@ ${numbers('m')})`

/** A page of the website, lower case: what follows the domain, without a closing slash. */
const page = (of: 'm' | 'p') =>
  sql`nullif(lower(rtrim(substring(${sql.ref(`${of}.website`)} from '^https?://[^/]+(/.*)$'), '/')), '')`

/**
 * What is compared of a staged place `m` and a place of another source `p`, as columns. Null means that one of the
 * two says nothing.
 */
export const TWIN_FACTS = sql`
  ${metres} as metres,
  m.name_key = p.name_key as same_name,
  similarity(m.name_key, p.name_key) as likeness,
  not ${otherKind} and (m.name_key = p.name_key
    or (not ${otherMarks} and (similarity(m.name_key, p.name_key) >= 0.55 or ${nameWithin}))) as alike,
  ${otherWords} as other_words,
  ${otherKind} as other_kind,
  ${otherWriting} as other_writing,
  m.phone = p.phone as same_phone,
  m.domain = p.domain as same_domain,
  m.domain = p.domain and ${page('m')} <> ${page('p')} as other_page,
  lower(m.city) = lower(p.city) as same_city,
  m.category = p.category or starts_with(m.category, p.category || '/') or starts_with(p.category, m.category || '/')
    as same_category,
  case when m.street_key = p.street_key then true
    when ${otherNumbers} then false
    when similarity(m.street_key, p.street_key) < 0.4 and not ${otherWriting} then false end as same_street,
  (m.status = 'open') <> (p.status = 'open') as one_is_closed,
  coalesce(m.category, p.category) ~ ${SHARED_PRACTICES} as in_practice,
  coalesce(m.category ~ ${CHAINS}, false) or coalesce(p.category ~ ${CHAINS}, false) as is_chain`

/** Neither says anything against one place of both, or the telephone says so all the same. */
const NOT_ELSEWHERE = sql`(same_street is not false and (metres is null or metres <= ${QUARTER}))`

/** Phones that differ are overruled by one address; a chain has two doors in one mall. */
const ONE_SPOT = sql`alike and metres <= ${SPOT} and case when same_phone then true
  when same_phone is null then same_street is not false and not other_words
  else same_street and not other_words and same_category is not false end`

/** One business under one phone, which closed here and opened there, or which one source still has where it was. */
const MOVED = sql`alike and not other_words and same_phone and same_city is not false
  and (metres is null or metres <= ${TOWN}) and other_page is not true
  and ((one_is_closed and same_domain is not false) or (same_domain and same_city and not is_chain))`

/** Names say nothing where one is in another writing. */
const WRITTEN_OTHERWISE = sql`other_writing and not other_kind and same_street is not false and (
  (same_phone and same_category is not false and (metres <= ${SPOT} or (same_domain and metres <= ${QUARTER})))
  or (same_domain and same_phone is not false and same_category is not false and metres <= ${SPOT})
  or (likeness >= 0.4 and same_phone is not false and metres <= ${DOOR}))`

/** Another name at the same door: under one phone, or with one website where no other phone is named. */
const RENAMED = sql`not in_practice and same_category is not false and other_page is not true and (
  (same_phone and same_domain is not false
    and ((metres <= ${DOOR} and (same_category or same_street)) or (same_category and same_street and same_city)))
  or (same_domain and same_phone is not false and same_street and same_category and metres <= ${DOOR}))`

/**
 * Whether two records are one business, by their facts: `linked`, `possible` where a person has to say, or null.
 * A chain shares name, domain and often the phone among its branches, so these never do without the spot.
 */
export const TWIN_VERDICT = sql`case
  when ${ONE_SPOT} then 'linked'
  when alike and same_phone and ${NOT_ELSEWHERE} and (metres is not null or same_city is not false) then 'linked'
  when alike and same_phone and same_street and same_city is not false then 'linked'
  when alike and not other_words and same_domain and same_city and other_page is not true and ${NOT_ELSEWHERE}
    and (same_phone is not false or same_street) then 'linked'
  when ${RENAMED} then 'linked'
  when ${WRITTEN_OTHERWISE} then 'linked'
  when ${MOVED} then 'linked'
  when alike and same_phone and same_city is not false then 'possible'
  when alike and metres <= ${SPOT} and same_street is not false then 'possible'
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
