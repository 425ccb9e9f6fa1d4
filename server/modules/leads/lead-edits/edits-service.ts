import type { LeadStatus } from '#contract/leads/lead-statuses.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import {
  closeChange,
  type LeadsService,
  openChange,
  type Selection,
} from '#server/modules/leads/leads/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { type ChangeDone, changeSelection, type ListRef } from './change-selection.ts'
import { createListDuplicates } from './duplicate-list.ts'
import { createLeadMoves } from './lead-moves.ts'
import { setStatus } from './set-status.ts'
import { beforeTextIndex } from './text-index.ts'
import { undoChange } from './undo-change.ts'
import { createValueEdits } from './value-edits.ts'

/** Manual edits of leads: values, status, lists. Each is one undoable history entry. */
export function createLeadEdits({
  db,
  queue,
  leads,
  lists,
}: {
  db: Db
  queue: Pick<Queue, 'send'>
  leads: LeadsService
  lists: ListsService
}) {
  return {
    ...createValueEdits({ db, leads, lists }),
    ...createLeadMoves({ db, queue, leads, lists }),
    ...createListDuplicates({ db, queue, leads, lists }),

    setStatus: (
      actor: Actor,
      where: ListRef,
      selection: Selection,
      status: LeadStatus,
    ): Promise<ChangeDone> =>
      changeSelection({ db, leads }, actor, where, selection, async (ids) => {
        const place = { accountId: actor.accountId, listId: where.listId, userId: actor.userId }
        const historyId = await openChange(db, place, 'leads.status_changed', { status })
        const count = await setStatus(db, place, ids, status, historyId)
        const token = await closeChange(db, actor.accountId, historyId, count)
        return { count, token, detail: { status } }
      }),

    /** Undoes one change of leads. @throws AppError not_found, conflict when it was undone already. */
    undo: (
      actor: Actor,
      { listId, type }: ListRef,
      token: number,
    ): Promise<{ count: number; left: number }> =>
      transaction(db, async () => {
        await lists.find(actor, listId, type)
        const place = { accountId: actor.accountId, listId, userId: actor.userId }
        const done = await beforeTextIndex({ db, queue }, () => undoChange(db, lists, place, token))
        recordAudit(db, {
          accountId: actor.accountId,
          subject: `list:${listId}`,
          detail: { undone: token, ...done },
        })
        return done
      }),
  }
}

export type LeadEdits = ReturnType<typeof createLeadEdits>
