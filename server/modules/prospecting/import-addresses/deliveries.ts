import { findOwnList } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { type DeliveryQuery, findDeliveries, findDelivery } from './deliveries-store.ts'
import { presentDelivery, presentDeliveryDetail } from './present-delivery.ts'

/** What was handed in at the import address of a list, newest first. @throws AppError not_found */
export async function listDeliveries(ctx: Context, actor: Actor, id: number, query: DeliveryQuery) {
  const { id: listId } = await findOwnList(ctx, actor, id)
  const { rows, total } = await findDeliveries(ctx.db, { accountId: actor.accountId, listId }, query)
  return pageReply(rows.map(presentDelivery), query, total)
}

/** @throws AppError not_found */
export async function showDelivery(ctx: Context, actor: Actor, listId: number, id: number) {
  await findOwnList(ctx, actor, listId)
  const row = await findDelivery(ctx.db, actor.accountId, id)
  if (row?.list_id !== listId) throw notFound('The delivery')
  return presentDeliveryDetail(row)
}
