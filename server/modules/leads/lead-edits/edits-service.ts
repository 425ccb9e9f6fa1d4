import type { LeadStatus } from '#contract/leads/lead-statuses.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { closeChange, openChange, type Selection } from '#server/modules/leads/leads/index.ts'
import { findOwnList } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type ChangeDone, changeSelection, type ListRef } from './change-selection.ts'
import { setStatus } from './set-status.ts'
import { beforeTextIndex } from './text-index.ts'
import { undoChange } from './undo-change.ts'

// Manual edits of leads: values, status, lists. Each is one undoable history entry.

export const setLeadStatus = (
  ctx: Context,
  actor: Actor,
  where: ListRef,
  selection: Selection,
  status: LeadStatus,
): Promise<ChangeDone> =>
  changeSelection(ctx, actor, where, selection, async (ids) => {
    const place = { accountId: actor.accountId, listId: where.listId, userId: actor.userId }
    const historyId = await openChange(ctx.db, place, 'leads.status_changed', { status })
    const count = await setStatus(ctx.db, place, ids, status, historyId)
    const token = await closeChange(ctx.db, actor.accountId, historyId, count)
    return { count, token, detail: { status } }
  })

/** Undoes one change of leads. @throws AppError not_found, conflict when it was undone already. */
export const undoLeadChange = (
  ctx: Context,
  actor: Actor,
  { listId, type }: ListRef,
  token: number,
): Promise<{ count: number; left: number }> =>
  transaction(ctx.db, async () => {
    await findOwnList(ctx, actor, listId, type)
    const place = { accountId: actor.accountId, listId, userId: actor.userId }
    const done = await beforeTextIndex(ctx, () => undoChange(ctx, place, token))
    recordAudit(ctx.db, {
      accountId: actor.accountId,
      subject: `list:${listId}`,
      detail: { undone: token, ...done },
    })
    return done
  })
