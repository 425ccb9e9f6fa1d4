import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type {
  AreaMeaning,
  AreaReading,
  TitleMeaning,
  TitleTest,
} from '#server/modules/core/vocabulary/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import type { ResolvedPeopleSearch } from './people-search.ts'

type Test = Expression<SqlBool>

const spaced = (text: string): string => ` ${text} `
const all = (tests: Test[]): Test => sql<SqlBool>`(${sql.join(tests, sql` and `)})`
const any = (tests: Test[]): Test => sql<SqlBool>`(${sql.join(tests, sql` or `)})`
const includes = (key: RawBuilder<unknown>, text: string): Test =>
  sql<SqlBool>`${key} like ${containing(spaced(text))}`

const TITLE = sql`p.title_key`

/** Phrases containing a shorter searched phrase are redundant. */
const shortest = (phrases: string[]): string[] =>
  phrases.filter(
    (phrase) => !phrases.some((other) => other !== phrase && spaced(phrase).includes(spaced(other))),
  )

/** The same as `passesTitle`, with a part that uses the index first. */
function titleTest({ phrases, unless, never }: TitleTest): Test {
  const wanted = shortest(phrases)
  const found = any(wanted.map((phrase) => includes(TITLE, phrase)))
  const tests = [found]
  const hiding = unless.filter((phrase) => wanted.some((text) => spaced(phrase).includes(spaced(text))))
  if (hiding.length > 0) {
    const rest = unless.reduce((key, phrase) => sql`replace(${key}, ${spaced(phrase)}, '  ')`, sql`${TITLE}`)
    tests.push(any(wanted.map((phrase) => includes(rest, phrase))))
  }
  if (never.length > 0) tests.push(sql<SqlBool>`not ${any(never.map((phrase) => includes(TITLE, phrase)))}`)
  return all(tests)
}

const titleTests = ({ alternatives }: TitleMeaning): Test =>
  any(alternatives.map((tests) => all(tests.map(titleTest))))

function readingTest({ cities, region, country }: AreaReading): Test {
  const tests: Test[] = []
  if (cities) tests.push(sql<SqlBool>`p.city_key = any(${cities}::text[])`)
  if (country) tests.push(sql<SqlBool>`p.country = ${country}`)
  if (region) tests.push(sql<SqlBool>`lower(p.region) = lower(${region})`)
  return all(tests)
}

/** A place by its meanings; words for unknown places, or unparsed locations. */
function areaTest({ readings, words }: AreaMeaning): Test {
  const area = sql`p.area_key`
  if (readings.length === 0) return all(words.map((word) => includes(area, word)))
  const unread = all([
    sql<SqlBool>`p.city_key is null and p.country is null`,
    includes(area, words.join(' ')),
  ])
  return any([...readings.map(readingTest), unread])
}

function companyTest({ key, domain }: NonNullable<ResolvedPeopleSearch['company']>): Test {
  const tests: Test[] = []
  if (key !== '') {
    tests.push(includes(sql`p.company_key`, key))
    tests.push(sql<SqlBool>`replace(p.company_key, ' ', '') = ${key.replaceAll(' ', '')}`)
  }
  if (domain) tests.push(sql<SqlBool>`p.domain = ${domain}`)
  return any(tests)
}

const HAS: Record<ResolvedPeopleSearch['has'][number], Test> = {
  email: sql<SqlBool>`p.email is not null`,
  phone: sql<SqlBool>`p.phone is not null`,
  linkedin: sql<SqlBool>`p.linkedin_url is not null`,
}

/** A department by name, or implied by a position. */
const departmentTest = (phrases: string[]): Test =>
  any(
    shortest(phrases).flatMap((phrase) => [
      includes(TITLE, phrase),
      sql<SqlBool>`' ' || lower(p.department) || ' ' like ${containing(spaced(phrase))}`,
    ]),
  )

function matching(db: Db, search: ResolvedPeopleSearch) {
  const tests: Test[] = [
    // Excludes running imports.
    sql<SqlBool>`p.added_run_id <> all(array(select run_id from corpus_load))`,
    sql<SqlBool>`p.vanished_at is null`,
  ]
  if (search.isUnreadable) tests.push(sql<SqlBool>`false`)
  if (search.exactTitle) tests.push(includes(TITLE, search.exactTitle))
  if (search.department.length > 0) tests.push(departmentTest(search.department))
  if (search.companyDomain) tests.push(sql<SqlBool>`p.domain = ${search.companyDomain}`)
  if (search.title) tests.push(titleTests(search.title))
  if (search.seniority.length > 0) tests.push(sql<SqlBool>`p.seniorities && ${[...search.seniority]}::text[]`)
  if (search.company) tests.push(companyTest(search.company))
  if (search.area) tests.push(areaTest(search.area))
  for (const word of search.words) tests.push(sql<SqlBool>`p.search like ${containing(word)}`)
  for (const asset of search.has) tests.push(HAS[asset])
  const found = db.selectFrom('corpus_person as p').where((eb) => eb.and(tests))
  if (search.perCompany === null) return found
  // People without a company are not limited.
  const inTurn = found.select([
    'p.id',
    sql<number>`row_number() over (
      partition by coalesce(nullif(p.domain, ''), nullif(p.company_key, ''), 'person:' || p.id) order by p.id)`.as(
      'turn',
    ),
  ])
  return db
    .selectFrom('corpus_person as p')
    .where(
      'p.id',
      'in',
      db.selectFrom(inTurn.as('t')).select('t.id').where('t.turn', '<=', search.perCompany),
    )
}

/** Matching people, counted once per entity. */
export async function countPeople(db: Db, search: ResolvedPeopleSearch): Promise<number> {
  const row = await matching(db, search)
    .select(sql<number>`count(distinct p.entity_key)`.as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Matches in import order, after one of them. */
export const findPeople = (db: Db, search: ResolvedPeopleSearch, page: { after: number; limit: number }) =>
  matching(db, search)
    .innerJoin('corpus_source as s', 's.id', 'p.source_id')
    .select([
      'p.id',
      'p.source_key',
      'p.entity_key',
      'p.licence',
      'p.name',
      'p.position',
      'p.department',
      'p.seniorities',
      'p.company',
      'p.website',
      'p.domain',
      'p.email',
      'p.phone',
      'p.linkedin_url',
      'p.github_url',
      'p.x_url',
      'p.city',
      'p.region',
      'p.country',
      'p.keywords',
      'p.observed_at',
      's.name as source_name',
    ])
    .where('p.id', '>', page.after)
    .orderBy('p.id')
    .limit(page.limit)
    .execute()

export type PersonMatch = Awaited<ReturnType<typeof findPeople>>[number]

/** Entity keys in delivery order, each once. */
export async function findPeopleKeys(db: Db, search: ResolvedPeopleSearch, limit: number): Promise<string[]> {
  const rows = await matching(db, search).select('p.entity_key').orderBy('p.id').limit(limit).execute()
  return [...new Set(rows.map((row) => row.entity_key))]
}

/** Date of the newest import with people. */
export async function newestPeople(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ newest: Date | null }>`
    select max(data_as_of) as newest from corpus_source where people > 0`.execute(db)
  return rows[0]?.newest ?? null
}
