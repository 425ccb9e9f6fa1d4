import { sql } from 'kysely'
import { type LeadSubject, type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'
import { nameKey, streetKey } from '#server/modules/core/normalise/index.ts'
import { isOwnEmail } from '#server/modules/leads/leads/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { sameCity } from './duplicates/duplicate-rules.ts'

type Known = Record<string, string | number | null | undefined>

const ofPeople = (db: Db, rows: readonly Known[]) => {
  const inputs = rows.map(({ email, linkedin_url, name }, n) => ({
    n,
    email,
    linkedin_url,
    // Others may share an address that isn’t made of the name: then the name must be the same.
    name: isOwnEmail({ email, name }) ? null : name,
  }))
  return sql<{ n: number; key: string }>`
    select g.n, found.entity_key as key
    from jsonb_to_recordset(${JSON.stringify(inputs)}::jsonb) as g(n int, email text, linkedin_url text, name text)
    cross join lateral (
      (select 1 as rank, p.id, p.entity_key from corpus_person p where p.own_email = g.email
        and (g.name is null or lower(p.name) = lower(g.name)) order by p.id limit 1)
      union all
      (select 2, p.id, p.entity_key from corpus_person p where p.linkedin_url = g.linkedin_url order by p.id limit 1)
      order by rank, id limit 1) found`.execute(db)
}

/** Places examined for one phone or domain: more of them are meaningless. */
const MAX_ALIKE = sql.lit(30)
const COMPARED = sql.raw('p.entity_key, p.name_key, p.street_key, p.city')

/** The place with the same name and phone, address or domain; by domain only where it is unique. */
const ofPlaces = (db: Db, rows: readonly Known[]) => {
  const inputs = rows.flatMap(({ name, street, city, phone, domain }, n) => {
    const key = name ? nameKey(String(name)) : null
    const streetKeyed = street ? streetKey(String(street)) : null
    return key === null ? [] : [{ n, name: key, door: streetKeyed, city, phone, domain }]
  })
  return sql<{ n: number; key: string }>`
    select g.n, min(found.entity_key) as key
    from jsonb_to_recordset(${JSON.stringify(inputs)}::jsonb)
      as g(n int, name text, door text, city text, phone text, domain text)
    cross join lateral (
      (select ${COMPARED} from corpus_place p where p.phone = g.phone limit ${MAX_ALIKE})
      union all
      (select ${COMPARED} from corpus_place p where p.domain = g.domain limit ${MAX_ALIKE})
      union all
      (select ${COMPARED} from corpus_place p where p.domain = g.domain and p.city = g.city limit ${MAX_ALIKE})) found
    where found.name_key = g.name
      and (g.door is null or found.street_key is null or found.street_key = g.door)
      and ${sameCity('g', 'found')} is not false
    group by g.n having count(distinct found.entity_key) = 1`.execute(db)
}

const KEYS_OF: Partial<Record<LeadSubject, typeof ofPlaces>> = { person: ofPeople, business: ofPlaces }

/**
 * Corpus keys for the businesses or people with these values, by position. Leads stored under such a key match
 * later search results.
 */
export async function corpusEntityKeys(
  db: Db,
  type: ListTypeId,
  rows: readonly Known[],
): Promise<Map<number, string>> {
  const find = KEYS_OF[leadSubject(type)]
  if (rows.length === 0 || !find) return new Map()
  const found = await find(db, rows)
  return new Map(found.rows.map(({ n, key }) => [n, key]))
}
