import { type Selectable, sql } from 'kysely'
import type { DuplicateState } from '#contract/sources/corpus-duplicates.ts'
import type { Db } from '#server/platform/db/db.ts'
import { updateRows } from '#server/platform/db/rows.ts'

interface CorpusLinkTable {
  place_id: number
  other_id: number
  reasons: { same?: string[]; metres?: number | null; names?: number | null }
  state: DuplicateState
  found_state: 'linked' | 'possible' | null
  decided_by: number | null
  decided_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    corpus_link: CorpusLinkTable
  }
}

/** Two places; `place` came later. */
export interface Pair {
  placeId: number
  otherId: number
}

export interface DuplicateFilters {
  state?: DuplicateState
  sourceId?: number
  search?: string
  /** The pair before the page. */
  after?: Pair
  limit: number
}

/** A place's data for comparison by a person. */
interface DuplicatePlaceRow {
  id: number
  source: string
  licence: string
  source_key: string
  name: string
  category: string | null
  street: string | null
  postal_code: string | null
  city: string | null
  country: string | null
  phone: string | null
  website: string | null
  email: string | null
  status: 'open' | 'closed' | 'temporarily_closed'
}
export type DuplicateRow = Selectable<CorpusLinkTable> & {
  place: DuplicatePlaceRow
  other: DuplicatePlaceRow
}

const placeJson = (side: 'p' | 'o', source: 'ps' | 'os') => {
  const column = (name: string) => sql.ref(`${side}.${name}`)
  return sql<DuplicatePlaceRow>`json_build_object('id', ${column('id')}, 'source', ${sql.ref(`${source}.name`)},
    'licence', ${column('licence')}, 'source_key', ${column('source_key')}, 'name', ${column('name')},
    'category', ${column('category')}, 'street', ${column('street')}, 'postal_code', ${column('postal_code')},
    'city', ${column('city')}, 'country', ${column('country')}, 'phone', ${column('phone')},
    'website', ${column('website')}, 'email', ${column('email')}, 'status', ${column('status')})`
}

/** Pairs with both places, without those of running imports. */
const pairs = (db: Db) =>
  db
    .selectFrom('corpus_link as l')
    .innerJoin('corpus_place as p', 'p.id', 'l.place_id')
    .innerJoin('corpus_place as o', 'o.id', 'l.other_id')
    .innerJoin('corpus_source as ps', 'ps.id', 'p.source_id')
    .innerJoin('corpus_source as os', 'os.id', 'o.source_id')
    .where(sql<boolean>`p.added_run_id <> all(array(select run_id from corpus_load))`)
    .where(sql<boolean>`o.added_run_id <> all(array(select run_id from corpus_load))`)
    .selectAll('l')
    .select([placeJson('p', 'ps').as('place'), placeJson('o', 'os').as('other')])

/** A page of pairs, those of the newest places first. */
export function listDuplicates(db: Db, filters: DuplicateFilters): Promise<DuplicateRow[]> {
  const { state, sourceId, search, after, limit } = filters
  let query = pairs(db)
  if (state) query = query.where('l.state', '=', state)
  if (sourceId)
    query = query.where((eb) => eb.or([eb('p.source_id', '=', sourceId), eb('o.source_id', '=', sourceId)]))
  if (search) {
    const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((eb) => eb.or([eb('p.name', 'ilike', like), eb('o.name', 'ilike', like)]))
  }
  if (after)
    query = query.where(sql<boolean>`(l.place_id, l.other_id) < (${after.placeId}, ${after.otherId})`)
  return query.orderBy('l.place_id', 'desc').orderBy('l.other_id', 'desc').limit(limit).execute()
}

export const findDuplicate = (db: Db, { placeId, otherId }: Pair): Promise<DuplicateRow | undefined> =>
  pairs(db).where('l.place_id', '=', placeId).where('l.other_id', '=', otherId).executeTakeFirst()

export async function countDuplicates(db: Db): Promise<Record<DuplicateState, number>> {
  const rows = await db
    .selectFrom('corpus_link')
    .select(['state', (eb) => eb.fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute()
  const none = { possible: 0, linked: 0, confirmed: 0, cut: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ state, n }) => [state, Number(n)])) }
}

/** Waits for running imports' batches, and blocks others until the transaction ends. */
export const lockImports = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('corpus source'), id::int) from (select id from corpus_source order by id) s`.execute(
    db,
  )

/** Stores a decision; without `decidedBy` it is revoked. */
export const setDuplicateState = (
  db: Db,
  { placeId, otherId }: Pair,
  to: { state: DuplicateState; foundState: 'linked' | 'possible' | null; decidedBy: number | null },
) =>
  updateRows(
    db,
    'corpus_link',
    { place_id: placeId, other_id: otherId },
    {
      state: to.state,
      found_state: to.foundState,
      decided_by: to.decidedBy,
      decided_at: to.decidedBy === null ? null : sql<Date>`now()`,
    },
  )

/** Ids of all places linked with this one, including itself. */
export async function linkedPlaces(db: Db, placeId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive part(id) as (
      select ${placeId}::bigint
      union
      select case when l.place_id = part.id then l.other_id else l.place_id end from part
        join corpus_link l on (l.place_id = part.id or l.other_id = part.id) and l.state in ('linked', 'confirmed')
    ) select id from part`.execute(db)
  return rows.map(({ id }) => id)
}

/** A place's current key, and its original one. */
export async function getKeys(db: Db, placeId: number): Promise<{ key: string; ownKey: string }> {
  return db
    .selectFrom('corpus_place as p')
    .innerJoin('corpus_source as s', 's.id', 'p.source_id')
    .select(['p.entity_key as key', sql<string>`lower(s.name) || ':' || p.source_key`.as('ownKey')])
    .where('p.id', '=', placeId)
    .executeTakeFirstOrThrow()
}

/** Whether places under the two keys are of one source. */
export async function shareSource(db: Db, one: string, two: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select from corpus_place a join corpus_place b on b.source_id = a.source_id and b.entity_key = ${two}
    where a.entity_key = ${one}) as found`.execute(db)
  return rows[0]?.found === true
}

/** Changes the key of places: of all with one key, or of these ids. */
export async function moveKey(db: Db, from: string, to: string, ids?: number[]): Promise<void> {
  let query = db.updateTable('corpus_place').set({ entity_key: to }).where('entity_key', '=', from)
  if (ids) query = query.where('id', '=', sql<number>`any(${ids}::bigint[])`)
  await query.execute()
}
