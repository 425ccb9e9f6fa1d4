import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { LeadsService, Selection } from '#server/modules/leads/leads/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
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
  { db, leads }: { db: Db; leads: LeadsService },
  actor: Actor,
  { listId, type }: ListRef,
  selection: Selection,
  work: (ids: number[]) => Promise<Omit<ChangeDone, 'skipped'> & { detail: Record<string, unknown> }>,
): Promise<ChangeDone> =>
  transaction(db, async () => {
    const scope = await leads.scopeOf(actor, listId, type)
    const ids = await leads.idsOf(scope, selection)
    const { count, token, detail } = await work(ids)
    if (token === null) markUnchanged()
    else
      recordAudit(db, {
        accountId: actor.accountId,
        subject: `list:${listId}`,
        detail: { count, undo_token: token, ...detail },
      })
    return { count, skipped: ids.length - count, token }
  })
