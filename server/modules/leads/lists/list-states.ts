import type { HistoryEventName } from '#contract/leads/history.ts'
import { cancelRunsOfLists } from '#server/modules/activity/runs/index.ts'
import { emitEvent } from '#server/modules/activity/webhooks/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { type Actor, seenLists } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { lockActive, publishList } from './find-list.ts'
import { recordHistory } from './history-store.ts'
import { findFolder, findSeen, setArchived, setDeleted, setFolder } from './lists-store.ts'

async function publishEvents(
  ctx: Context,
  accountId: number,
  type: 'list.created' | 'list.deleted',
  ids: number[],
) {
  for (const listId of ids) await emitEvent(ctx.db, accountId, { type, listId, data: {} })
  return ids
}

/** Changes lists and writes one history entry for each that changed. */
function changeState(
  ctx: Context,
  actor: Actor,
  event: HistoryEventName,
  work: () => Promise<number[]>,
  detail: { folder?: string | null } = {},
): Promise<number> {
  return transaction(ctx.db, async () => {
    const ids = await work()
    await recordHistory(
      ctx.db,
      ids.map((listId) => ({ accountId: actor.accountId, listId, userId: actor.userId, event, detail })),
    )
    for (const id of ids) await publishList(ctx.db, actor.accountId, id)
    if (ids.length === 0) markUnchanged()
    else recordAudit(ctx.db, { accountId: actor.accountId, detail: { event, lists: ids, ...detail } })
    return ids.length
  })
}

export async function toggleArchived(ctx: Context, actor: Actor, id: number): Promise<boolean> {
  return transaction(ctx.db, async () => {
    const list = await lockActive(ctx, actor, id)
    const archived = !list.is_archived
    await changeState(ctx, actor, archived ? 'list.archived' : 'list.unarchived', () =>
      setArchived(ctx.db, seenLists(actor), [id], archived),
    )
    return archived
  })
}

export const archiveLists = (ctx: Context, actor: Actor, ids: number[], archived: boolean): Promise<number> =>
  changeState(ctx, actor, archived ? 'list.archived' : 'list.unarchived', () =>
    setArchived(ctx.db, seenLists(actor), ids, archived),
  )

/** Moves lists to a folder, or out of theirs. Unknown and deleted ids are not counted. */
export const moveLists = (
  ctx: Context,
  actor: Actor,
  ids: number[],
  folder: string | null,
): Promise<{ count: number; folder: string | null }> =>
  transaction(ctx.db, async () => {
    const known = folder && ((await findFolder(ctx.db, actor.accountId, folder)) ?? folder)
    const count = await changeState(
      ctx,
      actor,
      'list.moved',
      () => setFolder(ctx.db, seenLists(actor), ids, known),
      { folder: known },
    )
    return { count, folder: known }
  })

/** Deletes lists and stops work on them. Unknown and already deleted ids are not counted. */
export const deleteLists = (ctx: Context, actor: Actor, ids: number[]): Promise<number> =>
  changeState(ctx, actor, 'list.deleted', async () => {
    // Runs first: a run locks itself and then its list, and the other order would deadlock.
    const seen = await findSeen(ctx.db, seenLists(actor), ids)
    await cancelRunsOfLists(ctx, actor.accountId, seen)
    const moved = await setDeleted(ctx.db, seenLists(actor), seen, true)
    await cancelRunsOfLists(ctx, actor.accountId, moved)
    return publishEvents(ctx, actor.accountId, 'list.deleted', moved)
  })

export const restoreLists = (ctx: Context, actor: Actor, ids: number[]): Promise<number> =>
  changeState(ctx, actor, 'list.restored', async () =>
    publishEvents(
      ctx,
      actor.accountId,
      'list.created',
      await setDeleted(ctx.db, seenLists(actor), ids, false),
    ),
  )
