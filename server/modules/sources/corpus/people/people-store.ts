import { type Generated, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { PersonInput } from './person-record.ts'

interface CorpusPersonTable {
  id: Generated<number>
  source_id: number
  source_key: string
  entity_key: string
  licence: string
  name: string
  position: string | null
  department: string | null
  seniorities: string[]
  company: string | null
  website: string | null
  domain: string | null
  email: string | null
  own_email: string | null
  phone: string | null
  linkedin_url: string | null
  github_url: string | null
  x_url: string | null
  city: string | null
  region: string | null
  country: string | null
  keywords: string | null
  raw: Record<string, string> | null
  import_run_id: number | null
  added_run_id: number
  observed_at: Generated<Date>
  vanished_at: Date | null
  title_key: string
  company_key: string
  city_key: string | null
  area_key: string | null
  search: string
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    corpus_person: CorpusPersonTable
  }
}

export interface PeopleBatch {
  sourceId: number
  sourceName: string
  licence: string
  runId: number
  records: PersonInput[]
}

/** Columns written by an import, with types; a row's record uses the same names. */
const COLUMNS = {
  name: 'text',
  position: 'text',
  department: 'text',
  seniorities: 'text[]',
  company: 'text',
  website: 'text',
  domain: 'text',
  email: 'text',
  own_email: 'text',
  phone: 'text',
  linkedin_url: 'text',
  github_url: 'text',
  x_url: 'text',
  city: 'text',
  region: 'text',
  country: 'text',
  keywords: 'text',
  raw: 'jsonb',
  title_key: 'text',
  company_key: 'text',
  city_key: 'text',
  area_key: 'text',
  search: 'text',
} as const

const names = Object.keys(COLUMNS)
const NAMES = sql.raw(names.join(', '))
const TYPED = sql.raw(
  Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
)
const UPDATED = sql.raw(names.map((name) => `${name} = excluded.${name}`).join(', '))

const listColumns = (table: string) => sql.raw(names.map((name) => `${table}.${name}`).join(', '))

const toColumns = (person: PersonInput) => ({
  source_key: person.sourceKey,
  name: person.name,
  position: person.position,
  department: person.department,
  seniorities: person.seniorities,
  company: person.company,
  website: person.website,
  domain: person.domain,
  email: person.email,
  own_email: person.ownEmail,
  phone: person.phone,
  linkedin_url: person.linkedinUrl,
  github_url: person.githubUrl,
  x_url: person.xUrl,
  city: person.city,
  region: person.region,
  country: person.country,
  keywords: person.keywords,
  raw: person.raw,
  title_key: person.titleKey,
  company_key: person.companyKey,
  city_key: person.cityKey,
  area_key: person.areaKey,
  search: person.search,
})

/**
 * Inserts or updates people of one source, distinct by source key (the last row of a batch wins). A person whose
 * email or LinkedIn URL exists in another source takes that one's entity key, so an account pays once for both.
 * A person keeps the entity key when imported again, so payments remain valid.
 */
export async function storePeople(
  db: Db,
  batch: PeopleBatch,
): Promise<{ imported: number; updated: number; unchanged: number }> {
  if (batch.records.length === 0) return { imported: 0, updated: 0, unchanged: 0 }
  const distinct = [...new Map(batch.records.map((person) => [person.sourceKey, person])).values()]
  const rows = JSON.stringify(distinct.map(toColumns))
  const result = await sql<{ imported: number; unchanged: number }>`
    with given as (
      select * from jsonb_to_recordset(${rows}::jsonb) as r(source_key text, ${TYPED})
    ), same as (
      select from given join corpus_person known on known.source_id = ${batch.sourceId} and known.source_key = given.source_key
        and known.vanished_at is null and (${listColumns('known')}) is not distinct from (${listColumns('given')})
    ), written as (
      insert into corpus_person (source_id, source_key, entity_key, licence, import_run_id, added_run_id, ${NAMES})
      select ${batch.sourceId}, source_key, coalesce(
        (select other.entity_key from corpus_person other
          where other.own_email = given.own_email and other.source_id <> ${batch.sourceId} order by other.id limit 1),
        (select other.entity_key from corpus_person other
          where other.linkedin_url = given.linkedin_url and other.source_id <> ${batch.sourceId} order by other.id limit 1),
        ${`${batch.sourceName.toLowerCase()}:`} || source_key), ${batch.licence}, ${batch.runId}, ${batch.runId}, ${NAMES}
      from given
      on conflict (source_id, source_key) do update set ${UPDATED}, licence = excluded.licence,
        import_run_id = excluded.import_run_id, observed_at = now(), vanished_at = null
      returning (xmax = 0) as inserted
    )
    select count(*) filter (where inserted)::int as imported, (select count(*)::int from same) as unchanged from written`.execute(
    db,
  )
  const { imported = 0, unchanged = 0 } = result.rows[0] ?? {}
  return { imported, updated: batch.records.length - imported, unchanged }
}

/** Whether there is anybody to search. */
export const hasPeople = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('corpus_person').select('id').limit(1).executeTakeFirst()) !== undefined

/** Updates a source's number of people and date. */
export const refreshPeople = (db: Db, sourceId: number) =>
  sql`update corpus_source set people = (select count(*) from corpus_person where source_id = ${sourceId} and vanished_at is null),
    data_as_of = now(), updated_at = now() where id = ${sourceId}`.execute(db)

export async function peopleBySource(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; people: number }>`select id, people from corpus_source`.execute(db)
  return new Map(rows.map(({ id, people }) => [id, people]))
}
