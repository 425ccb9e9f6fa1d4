import type { HistoryEventName } from '#contract/leads/history.ts'
import type { List } from '#contract/leads/lists.ts'
import { emitEvent } from '#server/modules/activity/webhooks/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { type ListLookup, lockActive, publishList } from './find-list.ts'
import { recordHistory } from './history-store.ts'
import { insertList, type ListRow, renameList, setDetails } from './lists-store.ts'
import { deletePin, insertPin } from './pins-store.ts'
import type { ListPages } from './show-lists.ts'

interface ListChangesDeps {
  db: Db
  find: ListLookup['find']
  show: ListPages['show']
}

export function createListChanges({ db, find, show }: ListChangesDeps) {
  /** Records a list's change in its history and the audit log. */
  async function recordChange(
    { accountId, userId }: Actor,
    listId: number,
    event: HistoryEventName,
    detail: Record<string, unknown>,
  ): Promise<void> {
    await recordHistory(db, [{ accountId, listId, userId, event, detail }])
    recordAudit(db, { accountId, subject: `list:${listId}`, detail })
    await publishList(db, accountId, listId)
  }

  return {
    async create(
      actor: Actor,
      input: Omit<Parameters<typeof insertList>[1], 'accountId' | 'createdBy'>,
    ): Promise<ListRow> {
      const list = await insertList(db, { accountId: actor.accountId, createdBy: actor.userId, ...input })
      const { accountId, userId } = actor
      const detail = { name: list.name }
      await recordHistory(db, [{ accountId, listId: list.id, userId, event: 'list.created', detail }])
      await publishList(db, accountId, list.id)
      await emitEvent(db, accountId, { type: 'list.created', listId: list.id, data: {} })
      recordAudit(db, { accountId, action: 'list.created', subject: `list:${list.id}`, detail })
      return list
    },

    /** Pins or unpins a list for the caller. @throws AppError not_found, also for a deleted one. */
    pin: (actor: Actor, id: number, pinned: boolean): Promise<void> =>
      transaction(db, async () => {
        await find(actor, id)
        const pin = { accountId: actor.accountId, userId: actor.userId, listId: id }
        const changed = pinned ? await insertPin(db, pin) : await deletePin(db, pin)
        if (!changed) return markUnchanged()
        recordAudit(db, { accountId: actor.accountId, subject: `list:${id}`, detail: { is_pinned: pinned } })
      }),

    async rename(actor: Actor, id: number, name: string): Promise<List> {
      await transaction(db, async () => {
        const list = await lockActive(db, actor.accountId, id)
        if (list.name === name) return markUnchanged()
        await renameList(db, actor.accountId, id, name)
        await recordChange(actor, id, 'list.renamed', { from: list.name, to: name })
      })
      return show(actor, id)
    },

    /** Sets tags and source of a list; absent ones stay. Tags are unique, ignoring case. */
    async setDetails(
      actor: Actor,
      id: number,
      change: { tags?: string[] | undefined; source?: string | null | undefined },
    ): Promise<List> {
      await transaction(db, async () => {
        const list = await lockActive(db, actor.accountId, id)
        const byTag = new Map((change.tags ?? list.tags).toReversed().map((tag) => [tag.toLowerCase(), tag]))
        const details = {
          tags: [...byTag.values()].toReversed(),
          lead_source: change.source === undefined ? list.lead_source : change.source || null,
        }
        const same =
          details.tags.join('\n') === list.tags.join('\n') && details.lead_source === list.lead_source
        if (same) return markUnchanged()
        await setDetails(db, actor.accountId, id, details)
        await recordChange(actor, id, 'list.tagged', details)
      })
      return show(actor, id)
    },
  }
}
