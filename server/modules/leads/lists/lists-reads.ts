import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { LIST_RUN_STATES } from '#contract/leads/lists.ts'
import type { Db } from '#server/platform/db/db.ts'
import { collated, folded, foldedText } from '#server/platform/db/folded.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'

export interface ListQuery {
  page: number
  limit: number
  search?: string
  tag?: string
  folder?: string
  type?: ListTypeId
  created_by?: number
  run_state?: (typeof LIST_RUN_STATES)[number]
  pinned: boolean
  view: 'active' | 'archived' | 'bin'
  sort: string
}

/** The account of the lists, and the person who sees them. */
interface Viewer {
  accountId: number
  userId: number
  ownListsOnly?: boolean
  /** Decides the order of texts. */
  locale?: string | null
}

/** Types in alphabetical order of their labels. */
const TYPES_BY_NAME = Object.values(LIST_TYPES)
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  .map(({ id }) => id)

/** Orders by text, in the order of the reader's language. */
const TEXT_SORTS: Record<string, RawBuilder<unknown>> = { name: sql`l.name`, created_by: sql`u.name` }
/** Other sort orders by name. */
const SORTS: Record<string, RawBuilder<unknown>> = {
  created_at: sql`l.created_at`,
  updated_at: sql`l.updated_at`,
  type: sql`array_position(${TYPES_BY_NAME}::text[], l.type)`,
  total: sql`l.lead_count`,
  // A list without leads has no coverage: it comes last in both directions.
  coverage: sql`l.email_count::float8 / nullif(l.lead_count, 0)`,
  last_run: sql`r.created_at`,
}

/** Lists with their page's details: creator, newest run, and whether the viewer has pinned each. */
const listQuery = (db: Db, { accountId, userId, ownListsOnly }: Viewer) =>
  db
    .selectFrom('list as l')
    .leftJoin('member as u', 'u.id', 'l.created_by')
    .leftJoin('list_pin as p', (join) =>
      join
        .onRef('p.account_id', '=', 'l.account_id')
        .onRef('p.list_id', '=', 'l.id')
        .on('p.user_id', '=', userId),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('run_info as run')
          .select(['run.state', 'run.created_at'])
          .where('run.account_id', '=', accountId)
          .whereRef('run.list_id', '=', 'l.id')
          .where('run.kind', '<>', 'export')
          .orderBy('run.id', 'desc')
          .limit(1)
          .as('r'),
      (join) => join.onTrue(),
    )
    .where('l.account_id', '=', accountId)
    .$if(ownListsOnly === true, (query) => query.where('l.created_by', '=', userId))

type Query = ReturnType<typeof listQuery>

const columns = (query: Query) =>
  query
    .selectAll('l')
    .select([
      'u.email as created_by_email',
      'u.name as created_by_name',
      sql<boolean>`p.list_id is not null`.as('is_pinned'),
    ])

function withFilters(
  query: Query,
  { view, type, search, tag, folder, created_by, run_state, pinned }: ListQuery,
): Query {
  let base = query.where('l.deleted_at', view === 'bin' ? 'is not' : 'is', null)
  if (view !== 'bin') base = base.where('l.is_archived', '=', view === 'archived')
  if (type) base = base.where('l.type', '=', type)
  if (created_by !== undefined) base = base.where('l.created_by', '=', created_by)
  if (pinned) base = base.where('p.list_id', 'is not', null)
  if (run_state === 'none') base = base.where('r.state', 'is', null)
  else if (run_state === 'working') base = base.where('r.state', 'in', ['queued', 'running'])
  else if (run_state) base = base.where('r.state', '=', run_state)
  if (folder) base = base.where(sql<SqlBool>`lower(l.folder) = lower(${folder})`)
  if (tag)
    base = base.where(sql<SqlBool>`exists (select from unnest(l.tags) as t where lower(t) = lower(${tag}))`)
  if (search)
    base = base.where(sql<SqlBool>`(${folded(sql`l.name`)} like ${foldedText(containing(search))}
      or exists (select from unnest(l.tags) as t where ${folded(sql`t`)} like ${foldedText(containing(search))}))`)
  return base
}

/** A page of saved lists, pinned ones first, and the total. */
export async function findListPage(db: Db, viewer: Viewer, query: ListQuery) {
  const base = withFilters(listQuery(db, viewer), query)
  const descending = query.sort.startsWith('-')
  const sort = query.sort.replace('-', '')
  const text = TEXT_SORTS[sort]
  const column = text ? collated(text, viewer.locale) : (SORTS[sort] as RawBuilder<unknown>)
  return readPage(
    base,
    columns(base)
      .orderBy(sql`p.list_id is null`)
      .orderBy(column, (order) => (descending ? order.desc() : order.asc()).nullsLast())
      .orderBy('l.id', descending ? 'desc' : 'asc'),
    query,
  )
}

export type ListView = Awaited<ReturnType<typeof findListPage>>['rows'][number]

export const findListView = (db: Db, viewer: Viewer, id: number) =>
  columns(listQuery(db, viewer)).where('l.id', '=', id).executeTakeFirst()

/** Creators of active lists, by name, with their number. */
export const listCreators = (db: Db, { accountId, userId, ownListsOnly }: Viewer) =>
  db
    .selectFrom('list as l')
    .$if(ownListsOnly === true, (query) => query.where('l.created_by', '=', userId))
    .innerJoin('member as u', 'u.id', 'l.created_by')
    .select((eb) => ['u.id', 'u.name', eb.fn.countAll<number>().as('lists')])
    .where('l.account_id', '=', accountId)
    .where('l.deleted_at', 'is', null)
    .groupBy(['u.id', 'u.name'])
    .orderBy(sql`lower(u.name)`)
    .orderBy('u.id')
    .execute()

/** Folders of active lists, by name, with their number. */
export const listFolders = (db: Db, { accountId, userId, ownListsOnly }: Viewer) =>
  db
    .selectFrom('list')
    .$if(ownListsOnly === true, (query) => query.where('created_by', '=', userId))
    .select((eb) => [sql<string>`min(folder)`.as('folder'), eb.fn.countAll<number>().as('lists')])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('folder', 'is not', null)
    .groupBy(sql`lower(folder)`)
    .orderBy(sql`lower(folder)`)
    .execute()

/** Tags of active lists, by name, with their number; ignoring case. */
export async function listTags(db: Db, { accountId, userId, ownListsOnly }: Viewer) {
  const seen = ownListsOnly ? sql`and l.created_by = ${userId}` : sql``
  const { rows } = await sql<{ tag: string; lists: number }>`
    select min(t) as tag, count(*)::int as lists from list l cross join unnest(l.tags) as t
    where l.account_id = ${accountId} and l.deleted_at is null ${seen}
    group by lower(t) order by lower(t)`.execute(db)
  return rows
}
