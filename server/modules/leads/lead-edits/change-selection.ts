import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import {
  findLeadIds,
  findLeadScope,
  type LeadScope,
  type Selection,
} from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'

export interface ListRef {
  listId: number
  type: ListTypeId
}

/** The result of a bulk change. */
export interface ChangeDone {
  count: number
  skipped: number
  token: number | null
}

/** Runs one change of selected leads in a transaction, and records it in the audit log unless nothing changed. */
export const changeSelection = (
  ctx: Context,
  actor: Actor,
  { listId, type }: ListRef,
  selection: Selection,
  work: (
    ids: number[],
    scope: LeadScope,
  ) => Promise<Omit<ChangeDone, 'skipped'> & { detail: Record<string, unknown> }>,
): Promise<ChangeDone> =>
  transaction(ctx.db, async () => {
    const scope = await findLeadScope(ctx, actor, listId, type)
    const ids = await findLeadIds(ctx, scope, selection)
    const { count, token, detail } = await work(ids, scope)
    if (token === null) markUnchanged()
    else
      recordAudit(ctx.db, {
        accountId: actor.accountId,
        subject: `list:${listId}`,
        detail: { count, undo_token: token, ...detail },
      })
    return { count, skipped: ids.length - count, token }
  })
