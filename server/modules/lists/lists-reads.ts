import { type SqlBool, sql } from 'kysely'
import type { ListTypeId } from '#contract/list-types/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'

export interface ListQuery {
  page: number
  limit: number
  search?: string | undefined
  type?: ListTypeId | undefined
  view: 'active' | 'archived' | 'bin'
  sort: string
}

/** Names in the order of a dictionary: capitals do not come first. */
const SORTS = {
  created_at: sql`l.created_at`,
  updated_at: sql`l.updated_at`,
  name: sql`lower(l.name)`,
  total: sql`l.lead_count`,
} as const

/** One page of saved lists with the e-mail of who made each. */
export async function pageOfLists(db: Db, accountId: number, query: ListQuery) {
  let base = db.selectFrom('list as l').where('l.account_id', '=', accountId)
  base =
    query.view === 'bin' ? base.where('l.deleted_at', 'is not', null) : base.where('l.deleted_at', 'is', null)
  if (query.view !== 'bin') base = base.where('l.is_archived', '=', query.view === 'archived')
  if (query.type) base = base.where('l.type', '=', query.type)
  if (query.search) base = base.where(sql<SqlBool>`lower(l.name) like lower(${containing(query.search)})`)
  const descending = query.sort.startsWith('-')
  const column = SORTS[query.sort.replace('-', '') as keyof typeof SORTS]
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await base
    .leftJoin('app_user as u', 'u.id', 'l.created_by')
    .selectAll('l')
    .select('u.email as created_by_email')
    .orderBy(column, descending ? 'desc' : 'asc')
    .orderBy('l.id', descending ? 'desc' : 'asc')
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute()
  return { rows, total: Number(total) }
}

export type ListView = Awaited<ReturnType<typeof pageOfLists>>['rows'][number]

export const findListView = (db: Db, accountId: number, id: number) =>
  db
    .selectFrom('list as l')
    .leftJoin('app_user as u', 'u.id', 'l.created_by')
    .selectAll('l')
    .select('u.email as created_by_email')
    .where('l.account_id', '=', accountId)
    .where('l.id', '=', id)
    .executeTakeFirst()
