import type { LeadStatus } from '#contract/leads/lead-statuses.ts'
import { closeChange, openChange, type Selection } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type ChangeDone, changeSelection, type ListRef } from './change-selection.ts'
import { setStatus } from './set-status.ts'

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
    const count = await setStatus(ctx.db, place, { ids, status, historyId })
    const token = await closeChange(ctx.db, actor.accountId, historyId, count)
    return { count, token, detail: { status } }
  })
