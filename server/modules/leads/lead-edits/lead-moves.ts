import { closeChange, openChange, type Selection } from '#server/modules/leads/leads/index.ts'
import {
  addToListCounts,
  createList,
  findOwnList,
  findTargetList,
  recordHistory,
} from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type ChangeDone, changeSelection, type ListRef } from './change-selection.ts'
import { copyLeads } from './copy-leads.ts'
import { detachLeads } from './move-leads.ts'
import { beforeTextIndex } from './text-index.ts'

async function targetList(
  ctx: Context,
  actor: Actor,
  { listId, type }: ListRef,
  to: { list_id: number } | { new_list: string },
) {
  if ('new_list' in to) return createList(ctx, actor, { name: to.new_list, type, search: null })
  if (to.list_id === listId)
    throw invalidField('to.list_id', 'The leads are already in this list. Choose another one')
  const list = await findTargetList(ctx, actor, to.list_id)
  if (list.type !== type)
    throw invalidField('to.list_id', 'Leads can only go to a list of the same type. Choose another one')
  return list
}

/** Moves or copies leads to another list of the type. @throws AppError not_found, conflict, validation_failed. */
export async function moveLeads(
  ctx: Context,
  actor: Actor,
  where: ListRef,
  selection: Selection,
  request: { to: { list_id: number } | { new_list: string }; copy: boolean },
): Promise<ChangeDone & { list: { id: number; name: string } }> {
  return transaction(ctx.db, async () => {
    const from = await findOwnList(ctx, actor, where.listId, where.type)
    const to = await targetList(ctx, actor, where, request.to)
    const moving = async (ids: number[]) => {
      const place = { accountId: actor.accountId, listId: from.id, userId: actor.userId }
      const event = request.copy ? 'leads.copied' : 'leads.moved'
      const detail = { from: { id: from.id, name: from.name }, to: { id: to.id, name: to.name } }
      const historyId = await openChange(ctx.db, place, event, detail)
      const work = request.copy ? copyLeads : detachLeads
      const arrived = await work(ctx.db, place, ids, to.id, historyId)
      const removed = request.copy
        ? { leads: 0, emails: 0 }
        : { leads: -arrived.leads, emails: -arrived.emails }
      const changes = [
        { id: from.id, ...removed },
        { id: to.id, ...arrived },
      ].sort((a, b) => a.id - b.id)
      for (const { id, ...numbers } of changes) await addToListCounts(ctx, actor.accountId, id, numbers)
      const token = await closeChange(ctx.db, actor.accountId, historyId, arrived.leads)
      if (token !== null)
        await recordHistory(ctx.db, [
          { ...place, listId: to.id, event, detail: { ...detail, count: arrived.leads } },
        ])
      return { count: arrived.leads, token, detail: { from: from.id, to: to.id, copy: request.copy } }
    }
    const done = await beforeTextIndex(ctx, () => changeSelection(ctx, actor, where, selection, moving))
    return { ...done, list: { id: to.id, name: to.name } }
  })
}
