import { type Expression, type SqlBool, sql } from 'kysely'
import type { PlaceAsset } from '#contract/leads/place-fields.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import type { CorpusPlaceRow } from './corpus-store.ts'
import { boxesAround, distanceSql } from './distance.ts'

/** A resolved local search: category ids instead of words, a point instead of a place name. */
export interface ResolvedSearch {
  categories: string[] | null
  /** Lowercase words that must all occur in name, address or domain. */
  words: string[]
  /** Regions or countries, one of which must be in the address. */
  regions: readonly { region: string | null; country: string }[] | null
  near: { lat: number; lon: number } | null
  radiusKm: number
  has: readonly PlaceAsset[]
  hasNot: readonly PlaceAsset[]
  includeClosed: boolean
}

type Test = Expression<SqlBool>

/** Above this many categories one scan by position is cheaper than an index range per category and box. */
const MAX_RANGES = 12

/** Whether a place has a value; never null. */
const hasAsset = (asset: PlaceAsset) =>
  asset === 'website' || asset === 'phone' || asset === 'email'
    ? sql<SqlBool>`p.${sql.ref(asset)} is not null`
    : sql<SqlBool>`coalesce(p.socials ? ${asset}, false)`

/** Excludes running imports; vanished places count as closed. */
const IS_SHOWN = sql<SqlBool>`p.added_run_id <> all(array(select run_id from corpus_load))`

function whereTests(search: ResolvedSearch): Test[] {
  const tests: Test[] = search.words.map((word) => sql<SqlBool>`p.search like ${containing(word)}`)
  tests.push(
    ...search.has.map(hasAsset),
    ...search.hasNot.map((asset) => sql<SqlBool>`not ${hasAsset(asset)}`),
  )
  if (search.regions) tests.push(regionTest(search.regions))
  if (!search.includeClosed) tests.push(sql<SqlBool>`p.status <> 'closed' and p.vanished_at is null`)
  tests.push(IS_SHOWN)
  return tests
}

/** The address is in one of the regions; uses the (country, region, category) index. */
const regionTest = (regions: NonNullable<ResolvedSearch['regions']>): Test =>
  sql<SqlBool>`(${sql.join(
    regions.map(({ country, region }) =>
      region === null ? sql`p.country = ${country}` : sql`(p.country = ${country} and p.region = ${region})`,
    ),
    sql` or `,
  )})`

const categoryTest = (categories: string[]): Test => sql<SqlBool>`p.category = any(${categories}::text[])`

/** Category and position together, written for the (category, lat, lon) index; without a category for the point index. */
function spotTests(search: ResolvedSearch, near: { lat: number; lon: number }): Test[] {
  const boxes = boxesAround(near, search.radiusKm)
  const anywhere = sql.join(
    boxes.map(
      (box) =>
        sql`point(p.lon, p.lat) <@ box(point(${box.west}, ${box.south}), point(${box.east}, ${box.north}))`,
    ),
    sql` or `,
  )
  const inside = sql<SqlBool>`p.lat is not null and ${distanceSql(near)} <= ${search.radiusKm}`
  const { categories } = search
  if (!categories) return [inside, sql<SqlBool>`(${anywhere})`]
  if (categories.length * boxes.length > MAX_RANGES)
    return [inside, categoryTest(categories), sql<SqlBool>`(${anywhere})`]
  const ranges = categories.flatMap((category) =>
    boxes.map(
      (box) =>
        sql`(p.category = ${category} and p.lat between ${box.south} and ${box.north} and p.lon between ${box.west} and ${box.east})`,
    ),
  )
  return [inside, sql<SqlBool>`(${sql.join(ranges, sql` or `)})`]
}

function matching(db: Db, search: ResolvedSearch) {
  const tests = whereTests(search)
  if (search.near) tests.push(...spotTests(search, search.near))
  else if (search.categories) tests.push(categoryTest(search.categories))
  return db.selectFrom('corpus_place as p').where((eb) => eb.and(tests))
}

/** Matching places, counted once per entity, and their sources. */
export async function countMatches(
  db: Db,
  search: ResolvedSearch,
): Promise<{ matched: number; sourceIds: number[] }> {
  const row = await matching(db, search)
    .select([
      sql<number>`count(distinct p.entity_key)`.as('matched'),
      sql<number[]>`coalesce(array_agg(distinct p.source_id), '{}')::int[]`.as('sourceIds'),
    ])
    .executeTakeFirstOrThrow()
  return row
}

/** Matches in an area without coordinates. One without a region counts by its country. */
export async function countWithoutCoordinates(
  db: Db,
  search: ResolvedSearch,
  area: { country: string; region: string | null } | null,
): Promise<number> {
  if (!search.near || !area) return 0
  const tests = [...whereTests(search), sql<SqlBool>`p.lat is null and p.country = ${area.country}`]
  if (area.region) tests.push(sql<SqlBool>`(p.region is null or p.region = ${area.region})`)
  if (search.categories) tests.push(categoryTest(search.categories))
  const row = await db
    .selectFrom('corpus_place as p')
    .where((eb) => eb.and(tests))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

type Unshown = 'raw' | 'import_run_id' | 'added_run_id' | 'category_raw' | 'name_key' | 'street_key'

export interface Match extends Omit<CorpusPlaceRow, Unshown> {
  distance_km: number | null
  source_name: string
}

/** The place before a page of matches. */
export interface After {
  distance: number
  id: number
}

const order = (search: ResolvedSearch) =>
  search.near ? distanceSql(search.near) : sql<number>`0::double precision`

/** Matches in a stable order: nearest first, or by import order without a point. */
export function findMatches(
  db: Db,
  search: ResolvedSearch,
  page: { after: After | null; limit: number },
): Promise<Match[]> {
  const distance = order(search)
  let query = matching(db, search)
    .innerJoin('corpus_source as s', 's.id', 'p.source_id')
    .select([
      'p.id',
      'p.source_id',
      'p.source_key',
      'p.entity_key',
      'p.licence',
      'p.name',
      'p.category',
      'p.street',
      'p.city',
      'p.region',
      'p.postal_code',
      'p.country',
      'p.phone',
      'p.website',
      'p.domain',
      'p.email',
      'p.socials',
      'p.vanished_at',
      'p.changes',
      'p.lat',
      'p.lon',
      'p.status',
      'p.observed_at',
      's.name as source_name',
    ])
    .select(sql<number | null>`${search.near ? distance : sql`null`}`.as('distance_km'))
  if (page.after)
    query = query.where(
      sql<SqlBool>`(${distance}, p.id) > (${page.after.distance}::double precision, ${page.after.id}::bigint)`,
    )
  return query.orderBy(distance).orderBy('p.id').limit(page.limit).execute() as Promise<Match[]>
}

/** Entity keys in delivery order, each once. */
export async function findKeys(db: Db, search: ResolvedSearch, limit: number): Promise<string[]> {
  const rows = await matching(db, search)
    .select('p.entity_key')
    .orderBy(order(search))
    .orderBy('p.id')
    .limit(limit)
    .execute()
  return [...new Set(rows.map((row) => row.entity_key))]
}
