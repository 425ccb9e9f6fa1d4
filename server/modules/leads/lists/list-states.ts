import type { HistoryEventName } from '#contract/leads/history.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import { emitEvent } from '#server/modules/activity/webhooks/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { lockActive, publishList } from './find-list.ts'
import { recordHistory } from './history-store.ts'
import { setArchived, setDeleted } from './lists-store.ts'

interface ListStatesDeps {
  db: Db
  runs: Pick<RunsService, 'cancelOfLists'>
}

/** Archive and trash. */
export function createListStates({ db, runs }: ListStatesDeps) {
  async function publishEvents(accountId: number, type: 'list.created' | 'list.deleted', ids: number[]) {
    for (const listId of ids) await emitEvent(db, accountId, { type, listId, data: {} })
    return ids
  }

  /** Changes lists and writes one history entry for each that changed. */
  function change(actor: Actor, event: HistoryEventName, work: () => Promise<number[]>): Promise<number> {
    return transaction(db, async () => {
      const ids = await work()
      await recordHistory(
        db,
        ids.map((listId) => ({ accountId: actor.accountId, listId, userId: actor.userId, event })),
      )
      for (const id of ids) await publishList(db, actor.accountId, id)
      if (ids.length === 0) markUnchanged()
      else recordAudit(db, { accountId: actor.accountId, detail: { event, lists: ids } })
      return ids.length
    })
  }

  return {
    async toggleArchived(actor: Actor, id: number): Promise<boolean> {
      return transaction(db, async () => {
        const list = await lockActive(db, actor.accountId, id)
        const archived = !list.is_archived
        await change(actor, archived ? 'list.archived' : 'list.unarchived', () =>
          setArchived(db, actor.accountId, [id], archived),
        )
        return archived
      })
    },

    setArchived: (actor: Actor, ids: number[], archived: boolean): Promise<number> =>
      change(actor, archived ? 'list.archived' : 'list.unarchived', () =>
        setArchived(db, actor.accountId, ids, archived),
      ),

    /** Deletes lists and stops work on them. Unknown and already deleted ids are not counted. */
    remove: (actor: Actor, ids: number[]): Promise<number> =>
      change(actor, 'list.deleted', async () => {
        // Runs first: a run locks itself and then its list, and the other order would deadlock.
        await runs.cancelOfLists(actor.accountId, ids)
        const moved = await setDeleted(db, actor.accountId, ids, true)
        await runs.cancelOfLists(actor.accountId, moved)
        return publishEvents(actor.accountId, 'list.deleted', moved)
      }),

    restore: (actor: Actor, ids: number[]): Promise<number> =>
      change(actor, 'list.restored', async () =>
        publishEvents(actor.accountId, 'list.created', await setDeleted(db, actor.accountId, ids, false)),
      ),
  }
}
