import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { createList } from './change-list.ts'

/** A list as documents name it, because it has another id in each account. */
export interface NamedList {
  type: ListTypeId
  list: string
  search: Record<string, unknown> | null
}

/** Lists by id, also those in the trash. */
export async function findNamedLists(
  ctx: Context,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NamedList & { isDeleted: boolean }>> {
  const rows = await ctx.db
    .selectFrom('list')
    .select(['id', 'type', 'name', 'search', 'deleted_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
  return new Map(
    rows.map(({ id, type, name, search, deleted_at }) => [
      id,
      { type, list: name, search, isDeleted: deleted_at !== null },
    ]),
  )
}

/**
 * The list of this name, type and search: `current` if it is such a list, else another one, else a new one that has
 * no leads yet. Without a search, any list of the name and type will do.
 */
export async function ensureList(
  ctx: Context,
  actor: Actor,
  { type, list: name, search }: NamedList,
  current?: number | null,
): Promise<number> {
  const rows = await ctx.db
    .selectFrom('list')
    .select(['id', 'search'])
    .where('account_id', '=', actor.accountId)
    .where('type', '=', type)
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .where('deleted_at', 'is', null)
    .$if(actor.ownListsOnly === true, (query) => query.where('created_by', '=', actor.userId))
    .orderBy('id')
    .execute()
  const fitting = rows.filter((row) => search === null || isDeepStrictEqual(row.search, search))
  const known = fitting.find(({ id }) => id === current) ?? fitting[0]
  return known?.id ?? (await createList(ctx, actor, { type, name, search })).id
}
