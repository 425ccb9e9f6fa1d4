import type { HistoryEventName } from '#contract/leads/history.ts'
import type { List } from '#contract/leads/lists.ts'
import { emitEvent } from '#server/modules/activity/webhooks/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { findOwnList, lockActive, publishList } from './find-list.ts'
import { recordHistory } from './history-store.ts'
import * as store from './lists-store.ts'
import { insertList, type ListRow, setDetails } from './lists-store.ts'
import { deletePin, insertPin } from './pins-store.ts'
import { showList } from './show-lists.ts'

/** Records a list's change in its history and the audit log. */
async function recordChange(
  ctx: Context,
  { accountId, userId }: Actor,
  listId: number,
  event: HistoryEventName,
  detail: Record<string, unknown>,
): Promise<void> {
  await recordHistory(ctx.db, [{ accountId, listId, userId, event, detail }])
  recordAudit(ctx.db, { accountId, subject: `list:${listId}`, detail })
  await publishList(ctx.db, accountId, listId)
}

/** A list to be created. */
export type NewList = Omit<Parameters<typeof insertList>[1], 'accountId' | 'createdBy'>

export async function createList(ctx: Context, actor: Actor, input: NewList): Promise<ListRow> {
  const list = await insertList(ctx.db, { accountId: actor.accountId, createdBy: actor.userId, ...input })
  const { accountId, userId } = actor
  const detail = { name: list.name }
  await recordHistory(ctx.db, [{ accountId, listId: list.id, userId, event: 'list.created', detail }])
  await publishList(ctx.db, accountId, list.id)
  await emitEvent(ctx.db, accountId, { type: 'list.created', listId: list.id, data: {} })
  recordAudit(ctx.db, { accountId, action: 'list.created', subject: `list:${list.id}`, detail })
  return list
}

/** Pins or unpins a list for the caller. @throws AppError not_found, also for a deleted one. */
export const pinList = (ctx: Context, actor: Actor, id: number, pinned: boolean): Promise<void> =>
  transaction(ctx.db, async () => {
    await findOwnList(ctx, actor, id)
    const pin = { accountId: actor.accountId, userId: actor.userId, listId: id }
    const changed = pinned ? await insertPin(ctx.db, pin) : await deletePin(ctx.db, pin)
    if (!changed) return markUnchanged()
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `list:${id}`, detail: { is_pinned: pinned } })
  })

export async function renameList(ctx: Context, actor: Actor, id: number, name: string): Promise<List> {
  await transaction(ctx.db, async () => {
    const list = await lockActive(ctx, actor, id)
    if (list.name === name) return markUnchanged()
    await store.renameList(ctx.db, actor.accountId, id, name)
    await recordChange(ctx, actor, id, 'list.renamed', { from: list.name, to: name })
  })
  return showList(ctx, actor, id)
}

/** Sets tags and source of a list; absent ones stay. Tags are unique, ignoring case. */
export async function changeListDetails(
  ctx: Context,
  actor: Actor,
  id: number,
  change: { tags?: string[]; source?: string | null },
): Promise<List> {
  await transaction(ctx.db, async () => {
    const list = await lockActive(ctx, actor, id)
    const byTag = new Map((change.tags ?? list.tags).toReversed().map((tag) => [tag.toLowerCase(), tag]))
    const details = {
      tags: [...byTag.values()].toReversed(),
      lead_source: change.source === undefined ? list.lead_source : change.source || null,
    }
    const same = details.tags.join('\n') === list.tags.join('\n') && details.lead_source === list.lead_source
    if (same) return markUnchanged()
    await setDetails(ctx.db, actor.accountId, id, details)
    await recordChange(ctx, actor, id, 'list.tagged', details)
  })
  return showList(ctx, actor, id)
}
