import { sql } from 'kysely'
import { DEPARTMENT_OF_ONE, OTHER_KIND } from './place-kinds.ts'

/** Professionals who share rooms, phone and website but are separate businesses. */
const SHARED_PRACTICES = sql.lit(
  '^(amenity/(dentist|doctors|clinic|veterinary)|healthcare/|office/(lawyer|notary|tax_advisor|accountant|estate_agent|insurance|architect|therapist))',
)

const metres = sql`
  sqrt(power((p.lat - m.lat) * 111195, 2) + power((p.lon - m.lon) * 111195 * cos(radians(m.lat)), 2))`

const splitWords = (side: 'm' | 'p', column: 'name_key' | 'street_key') =>
  sql`string_to_array(${sql.ref(`${side}.${column}`)}, ' ')`
/** All words of one are in the other, in any order. */
const within = (column: 'name_key' | 'street_key') =>
  sql`(${splitWords('m', column)} <@ ${splitWords('p', column)} or ${splitWords('p', column)} <@ ${splitWords('m', column)})`

/** Words of one name missing in the other; null for none. */
const ownTokens = (side: 'm' | 'p', other: 'm' | 'p') =>
  sql`(select string_agg(word, ' ') from unnest(${splitWords(side, 'name_key')}) word where word <> all(${splitWords(other, 'name_key')}))`
/** "Bank North" and "Bank Harbour": each has words the other lacks, and these differ. */
const otherTokens = sql`(select coalesce(greatest(word_similarity(mine, theirs), word_similarity(theirs, mine)) < 0.4, false)
  from (select ${ownTokens('m', 'p')} as mine, ${ownTokens('p', 'm')} as theirs offset 0) own)`

/** Numbers and single letters of a name: "Studio A" and "Studio B" are similar but not the same. */
const marks = (side: 'm' | 'p') =>
  sql`regexp_replace(' ' || ${sql.ref(`${side}.name_key`)} || ' ', ' [a-z]{2,}(?= )', '', 'g')`
const otherMarks = sql`(${marks('m')} <> ' ' and ${marks('p')} <> ' ' and ${marks('m')} <> ${marks('p')})`

/** One name is in Latin script, the other is not: then neither names nor streets are comparable. */
const otherWriting = sql`(m.name_key is distinct from p.name_key and (lower(m.name) ~ '[a-z]') <> (lower(p.name) ~ '[a-z]'))`

/** The numbers at the start of a street: house, staircase, suite. */
const numbers = (side: 'm' | 'p') =>
  sql`string_to_array(substring(${sql.ref(`${side}.street_key`)} from '^[0-9][0-9a-z ]*?(?= [a-z]{2})'), ' ')`
/** A house number that is written with and without a hyphen: "61-11" and "6111". */
const hyphened = (side: 'm' | 'p') =>
  sql`replace(substring(${sql.ref(`${side}.street_key`)} from '^(?:[0-9]{2,3} [0-9]{2}|[0-9]{4,5})(?= [a-z]{2})'), ' ', '')`
const sameHyphened = sql`coalesce(${hyphened('m')} = ${hyphened('p')}, false)`
/** A street without the letter of its house number: "12b main st". */
const unlettered = (side: 'm' | 'p') =>
  sql`regexp_replace(${sql.ref(`${side}.street_key`)}, '^([0-9]+)[a-z] ', '\\1 ')`
/** All numbers of a street that isn't in Latin script, where they stand in the middle: "3-14-7" and "３丁目１４−７". */
const inner = (side: 'm' | 'p') => {
  const street = sql.ref(`${side}.street`)
  return sql`case when ${street} !~* '[a-z]' then nullif(trim(regexp_replace(normalize(${street}, NFKC), '[^0-9]+', ' ', 'g')), '') end`
}
/** True for the same address, false for different ones, null where a record has no number, or is in another script. */
const sameStreet = sql`case when m.street_key = p.street_key then true when m.street_key <> p.street_key then (
  select case when m.street_key = ${unlettered('p')} or p.street_key = ${unlettered('m')} then true
    when ${inner('m')} = ${inner('p')} and similarity(m.street_key, p.street_key) >= 0.3 then true
    when not (mine <@ theirs or theirs <@ mine or ${sameHyphened}) then false
    when (mine && theirs or ${sameHyphened}) and (${within('street_key')} or similarity(m.street_key, p.street_key) >= 0.4) then true
    when not (${within('street_key')} or ${otherWriting}) then false end
  from (select ${numbers('m')} as mine, ${numbers('p')} as theirs offset 0) n) end`

/** "97202" and "97202-3344", "3572 BC" and "3572BC", "06810" and "6810". */
const postal = (side: 'm' | 'p') =>
  sql`ltrim(regexp_replace(${sql.ref(`${side}.postal_code`)}, '[^[:alnum:]]', '', 'g'), '0')`
// Equal texts come first here and below: each pattern costs more than most other facts.
const samePostal = sql`(m.postal_code = p.postal_code or starts_with(${postal('m')}, ${postal('p')}) or starts_with(${postal('p')}, ${postal('m')}))`

/** A city without accents and hyphens. */
const city = (side: string) =>
  sql`regexp_replace(normalize(lower(${sql.ref(`${side}.city`)}), NFKD), '[^[:alnum:] -]', '', 'g')`
/** "New York" and "new york city", "Saint-Étienne" and "SAINT ETIENNE", "Zürich" and "Zuerich"; null without a city. */
export const sameCity = (a: string, b: string) =>
  sql`(greatest(strict_word_similarity(${city(a)}, ${city(b)}), strict_word_similarity(${city(b)}, ${city(a)})) > 0.5)`

/** A website's page, lower case: what follows the domain, without a trailing slash. */
const page = (side: 'm' | 'p') =>
  sql`nullif(lower(rtrim(substring(${sql.ref(`${side}.website`)} from '^https?://[^/]+(/.*)$'), '/')), '')`

/**
 * Comparison of a staged place `m` and a place of another source `p`, as columns. Null means that one of the two
 * has no value. `w` says whether the phone and domain of `m` are shared by many places. What costs more than the
 * rest together is compared later, of few pairs.
 */
export const DUPLICATE_FACTS = sql`
  ${metres} as metres,
  m.name_key = p.name_key or replace(m.name_key, ' ', '') = replace(p.name_key, ' ', '') as same_name,
  length(m.name_key) as letters,
  similarity(m.name_key, p.name_key) as likeness,
  ${within('name_key')} as name_within,
  ${otherWriting} as other_writing,
  m.phone = p.phone as same_phone,
  w.wide_phone,
  m.domain = p.domain as same_domain,
  w.wide_domain,
  case when m.domain = p.domain then case when m.website = p.website then false else ${page('m')} <> ${page('p')} end end as other_page,
  ${samePostal} as same_postal,
  case when m.lat is null or p.lat is null then ${sameCity('m', 'p')} end as same_city,
  ${sameStreet} as same_street,
  m.street_key <> p.street_key and ${within('street_key')} as in_street,
  m.category = p.category or starts_with(m.category, p.category || '/') or starts_with(p.category, m.category || '/')
    as same_category,
  (m.status = 'open') <> (p.status = 'open') as one_is_closed`

/** Evidence for and against one business, one line each; `otherWords` as 0 or 1. */
const score = (otherWords: ReturnType<typeof sql>) => sql`(
  case when same_name then case when same_street is null and metres is null then 4 + greatest(0, least(2, (letters - 8) / 5.0)) else 4 end when other_writing then 0 when name_within then 3
    else greatest(-5, least(case when likeness >= 0.8 then 3.5 else 3 end, 10 * (likeness - 0.35)) - 2 * ${otherWords}) end
  + case when same_phone is null then 0 when not same_phone then case when same_street and same_postal and name_within then -1 when same_name then -1.5 else -2 end when wide_phone then 1 else 4.5 end
  + case when same_domain then case when other_page and not (same_street and likeness >= 0.35) then -1 when other_page or wide_domain or wide_phone then 0.5 else 3 end else 0 end
  + case when same_postal is null then 0 when same_postal then case when same_street is null and metres is null then 1.5 else 0.5 end else -0.5 end
  + case when metres is not null or same_street or same_city is null or other_writing then 0 when same_city then 0.5 else -2.5 end
  + coalesce(same_category::int * 0.5, 0)
  + case when one_is_closed and same_phone then 0 else greatest(-6,
    case when same_street is null then coalesce(in_street::int, 0) * 1.5 when same_street then 3.5 when same_name and same_phone and not wide_phone then -2 else -4 end
    + case when metres is null then 0 when metres <= 60 then 2.5 when metres <= 150 then 2 when metres <= 500 then 0.5
      when same_street then 0 when metres <= 2000 then -0.5 else -4 end) end)`

/** Minimum score for one business; less where no distance can add to it. */
const LINKED = sql`(case when metres is null then 5.5 else 6 end)`
/** Minimum score for a person to decide, where the two share a phone, an address or a position. */
const POSSIBLE = sql.lit(2.5)

/** The highest score that the facts allow. */
export const DUPLICATE_MAX_SCORE = score(sql`0`)
/** Whether each name has words that the other lacks, of pairs whose score can reach anything. */
export const DUPLICATE_OTHER_WORDS = sql`case when max_score >= ${POSSIBLE} then not name_within and ${otherTokens} end`
export const DUPLICATE_SCORE = sql`case when other_words then ${score(sql`1`)} else max_score end`

const differentMarks = sql`(not same_name and ${otherMarks})`
const inPractice = sql`coalesce(m.category, p.category) ~ ${SHARED_PRACTICES}`

/** Whether two records are one business, by their facts: `linked`, `possible` where a person must decide, or null. */
export const DUPLICATE_VERDICT = sql`case when score < ${POSSIBLE} or (score < ${LINKED} and (same_phone or same_street or metres <= 150) is not true) then null
  when score < ${LINKED} then 'possible' when ${differentMarks} or ${OTHER_KIND} or (name_within and ${DEPARTMENT_OF_ONE}) then 'possible'
  when not (same_name or name_within or other_writing or likeness >= 0.5) and ${inPractice} then 'possible'
  when other_words and not other_writing and not same_category then 'possible' else 'linked' end`

/** Displayed evidence: equal facts, distance, and name similarity. */
export const DUPLICATE_REASONS = sql`jsonb_build_object(
  'same', to_jsonb(array_remove(array[case when same_name then 'name' end, case when same_phone then 'phone' end,
    case when same_domain then 'domain' end, case when same_street then 'street' end,
    case when metres <= 150 then 'spot' end], null)),
  'metres', round(metres), 'names', round(likeness::numeric, 2))`
