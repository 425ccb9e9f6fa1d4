import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { type Actor, seenLists } from '#server/platform/http/actor.ts'
import { publish } from '#server/platform/live-bus.ts'
import { findList, findSeen, type ListRow, lockList, lookUpList } from './lists-store.ts'

export const publishList = (db: Db, accountId: number, id: number) =>
  publish(db, { accountId, kind: 'list', id })

/** Whether the caller sees a list of their account. */
const isVisible = (actor: Actor, { created_by }: Pick<ListRow, 'created_by'>): boolean => {
  const { listsOf } = seenLists(actor)
  return listsOf === null || created_by === listsOf
}

/** Locks a list until the transaction ends. @throws AppError not_found, also for a deleted one. */
export async function lockActive(ctx: Context, actor: Actor, id: number): Promise<ListRow> {
  const list = await lockList(ctx.db, actor.accountId, id)
  if (!list || list.deleted_at || !isVisible(actor, list)) throw notFound('The list')
  return list
}

/** @throws AppError not_found, also for one that the caller may not see. */
export async function findOwnList(
  ctx: Context,
  actor: Actor,
  id: number,
  type?: ListTypeId,
): Promise<ListRow> {
  const list = await findList(ctx.db, actor.accountId, id)
  if (!list || !isVisible(actor, list) || (type && list.type !== type)) throw notFound('The list')
  return list
}

/** Whether the caller sees all of these lists of their account. */
export async function seesLists(db: Db, actor: Actor, ids: readonly number[]): Promise<boolean> {
  const wanted = [...new Set(ids)]
  return (await findSeen(db, seenLists(actor), wanted)).length === wanted.length
}

/** A list that can receive leads. @throws AppError not_found, conflict for a deleted one. */
export async function findTargetList(ctx: Context, actor: Actor, id: number): Promise<ListRow> {
  const known = await lookUpList(ctx.db, actor.accountId, id)
  if (known?.deleted_at && isVisible(actor, known))
    throw conflict('This list is in the trash. Restore it first')
  return findOwnList(ctx, actor, id)
}

/** A list for notifications, including a deleted one; null when permanently deleted. */
export async function findListFacts(ctx: Context, accountId: number, id: number) {
  const list = await lookUpList(ctx.db, accountId, id)
  if (!list) return null
  const { name, type, tags, lead_source } = list
  return { id, name, type, tags, lead_source, is_deleted: list.deleted_at !== null }
}

/** Locks a list until the transaction ends, so that it cannot be deleted meanwhile. */
export async function holdList(ctx: Context, accountId: number, id: number): Promise<void> {
  const list = await lockList(ctx.db, accountId, id)
  if (!list || list.deleted_at) throw notFound('The list')
}
